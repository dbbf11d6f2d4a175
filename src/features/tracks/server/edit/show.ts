import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { denied } from '#platform/http/problem.ts';
import { type AuthorEntry, mostAuthors } from '../../authors.ts';
import { existingPictures, mostPictures, type PictureEntry } from '../../pictures.ts';
import {
  mayDelete,
  mayEdit,
  mayRelease,
  mayRenewLink,
  mayReplaceFile,
  maySetAuthors,
  maySetVisibility,
  mayWithdraw,
  onlyAsModerator,
  type Right,
} from '../../rights.ts';
import { trackIdOf } from '../repo.ts';
import { type TrackShow, trackShow } from '../show.ts';
import { otherDrivers, rankedOthers } from '../versions/drivers.ts';

/** All the page that edits a track shows. */
export interface TrackEdit {
  readonly track: TrackShow;
  /** the co-authors, as they are or as they were sent and refused */
  readonly authors: readonly AuthorEntry[];
  readonly pictures: readonly PictureEntry[];
  readonly mostPictures: number;
  /** others whose replay counts on the file of now */
  readonly rankedDrivers: number;
  /** acts as a moderator, so with a reason */
  readonly needsReason: boolean;
  readonly may: Readonly<
    Record<
      'setAuthors' | 'setVisibility' | 'release' | 'renewLink' | 'replaceFile' | 'delete' | 'leave',
      Right
    >
  >;
}

/** A Problem 404 or 403 for those it is not for. `sent`: the form that came back refused. */
export async function trackEdit(
  ctx: Ctx,
  idText: string | undefined,
  sent: URLSearchParams | undefined,
): Promise<TrackEdit> {
  const track = await trackShow(ctx, trackIdOf(idText));
  const { trackId, relation } = track;
  const right = mayEdit(relation);
  if (!right.ok) throw denied(right.reason);
  const driven = { track_id: trackId, uploader_id: track.uploader.userId };
  const [authors, pictures, ranked, drivers] = await Promise.all([
    shownAuthors(ctx, track, sent),
    forSite(ctx, 'track_image')
      .where('track_id', '=', trackId)
      .orderBy('position')
      .select(['file_name as fileName', 'file_size as fileSize'])
      .execute(),
    rankedOthers(ctx, driven),
    otherDrivers(ctx, driven),
  ]);
  return {
    track,
    authors,
    pictures: existingPictures(trackId, pictures, track.secretKey),
    mostPictures: Math.max(mostPictures(ctx.viewer.isSupporter), pictures.length),
    rankedDrivers: ranked.length,
    needsReason: onlyAsModerator(relation, mayEdit),
    may: {
      setAuthors: maySetAuthors(relation),
      setVisibility: maySetVisibility(relation),
      release: mayRelease(relation, { wasReleased: track.isReleased, isBeta: track.isBeta }),
      renewLink: mayRenewLink(relation),
      replaceFile: mayReplaceFile(relation),
      delete: mayDelete(relation, { otherDrivers: drivers }),
      leave: mayWithdraw(relation),
    },
  };
}

async function shownAuthors(
  ctx: Ctx,
  track: TrackShow,
  sent: URLSearchParams | undefined,
): Promise<AuthorEntry[]> {
  const now = track.authors
    .filter(({ isUploader }) => !isUploader)
    .map(({ userId, name, role, isPending }) => ({ userId, name, role, isPending }));
  if (!sent?.has('Authors')) return now;
  const wanted = sentAuthors(sent);
  if (wanted.length === 0) return [];
  const people = await forSite(ctx, 'profile')
    .where(
      'user_id',
      'in',
      wanted.map(({ userId }) => userId),
    )
    .select(['user_id', 'name'])
    .execute();
  const names = new Map(people.map(({ user_id, name }) => [user_id, name]));
  const pending = new Map(now.map(({ userId, isPending }) => [userId, isPending]));
  return wanted.flatMap(({ userId, role }) => {
    const name = names.get(userId);
    return name === undefined ? [] : [{ userId, name, role, isPending: pending.get(userId) ?? true }];
  });
}

/** The co-authors of a refused form by number, as many as a track may have. */
function sentAuthors(sent: URLSearchParams): { userId: number; role: string }[] {
  const fields = new Map([...sent]); // the last of equal names, as where the form is read
  return [...sent]
    .flatMap(([field, id]) => {
      const [, index] = /^Authors\[(\d{1,3})\]\.UserId$/.exec(field) ?? [];
      return index !== undefined && /^[1-9]\d{0,8}$/.test(id)
        ? [{ userId: Number(id), role: fields.get(`Authors[${index}].Role`) ?? '' }]
        : [];
    })
    .slice(0, mostAuthors);
}
