import { forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import { type AuthorEntry, maxAuthors } from '../../authors/authors.ts';
import type { TrackShow } from '../../page/page-data.ts';
import { trackShow } from '../../page/server/show.ts';
import { existingPictures, maxPictures } from '../../pictures/pictures.ts';
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
} from '../../rights.ts';
import { trackIdOf } from '../../server/repo.ts';
import { otherDrivers, rankedOthers } from '../../versions/server/drivers.ts';
import type { TrackEdit } from '../edit-data.ts';

/** The data of the edit page; throws a Problem 404 or 403. `sent`: the refused form. */
export async function trackEdit(
  ctx: Ctx,
  idText: string | undefined,
  sent: URLSearchParams | undefined,
): Promise<TrackEdit> {
  const track = await trackShow(ctx, trackIdOf(idText));
  const { trackId, relation } = track;
  assertAllowed(mayEdit(relation));
  const driven = { track_id: trackId, uploader_id: track.uploader.userId };
  const [[authorComments = null], authors, pictures, ranked, drivers] = await Promise.all([
    mentionsAsTyped(ctx, [track.authorComments]),
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
    track: { ...track, authorComments },
    authors,
    pictures: existingPictures(trackId, pictures, track.secretKey),
    maxPictures: Math.max(maxPictures(ctx.viewer.isSupporter), pictures.length),
    rankedDrivers: ranked.length,
    needsReason: onlyAsModerator(relation, mayEdit),
    may: {
      setAuthors: maySetAuthors(relation),
      setVisibility: maySetVisibility(relation),
      release: mayRelease(relation, {
        wasReleased: track.isReleased,
        isBeta: track.isBeta,
        hold: track.hold,
      }),
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

/** The co-authors of a refused form by id, up to the limit. */
function sentAuthors(sent: URLSearchParams): { userId: number; role: string }[] {
  const fields = new Map([...sent]); // the last of duplicate names, as when the form is read
  return [...sent]
    .flatMap(([field, id]) => {
      const [, index] = /^Authors\[(\d{1,3})\]\.UserId$/.exec(field) ?? [];
      const userId = index === undefined ? null : rowIdIn(id);
      return userId !== null ? [{ userId, role: fields.get(`Authors[${index}].Role`) ?? '' }] : [];
    })
    .slice(0, maxAuthors);
}
