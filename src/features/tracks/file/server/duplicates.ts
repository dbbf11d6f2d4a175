import { forSite } from '#db/for-site.ts';
import { daysAfter } from '#lib/codes/durations.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { maySee } from '../../model.ts';
import { restorableDays } from '../../rights.ts';
import { relationColumns, relationOf } from '../../server/viewer-relation.ts';
import type { UploadIssue } from '../analysis.ts';

/** The files of a track or of an upload. */
interface Files {
  readonly uids: readonly string[];
  readonly sha256s: readonly string[];
}

/** The tracks with one of these files or UIds, except `ownTrackId`; those with an identical file first, which says more than a UId. */
const tracksWith = (ctx: Pick<Ctx, 'db' | 'site'>, { uids, sha256s }: Files, ownTrackId: number) =>
  forSite(ctx, 'track_version')
    .innerJoin('track', (join) =>
      join
        .onRef('track.site', '=', 'track_version.site')
        .onRef('track.track_id', '=', 'track_version.track_id'),
    )
    .where('track.site', '=', ctx.site.code)
    .where((eb) => eb.or([eb('uid', 'in', uids), eb('track_version.sha256', 'in', sha256s)]))
    .where('track.track_id', '<>', ownTrackId)
    .orderBy((eb) => eb('track_version.sha256', 'in', sha256s), 'desc')
    .orderBy('track.track_id');

/** The track, not deleted, that has one of these files or UIds; null if there is none. */
export async function trackWith(
  ctx: Pick<Ctx, 'db' | 'site'>,
  files: Files,
  ownTrackId = 0,
): Promise<{ readonly track_id: number; readonly name: string } | null> {
  const found = await tracksWith(ctx, files, ownTrackId)
    .where('track.deleted_at', 'is', null)
    .select(['track.track_id', 'track.name'])
    .executeTakeFirst();
  return found ?? null;
}

/**
 * The same file or the same track is already on this edition, or a moderator deleted it. One that its uploader deleted may be uploaded
 * again, by any user. Its name and link are included only for viewers who may see it. `ownTrackId`: the track to be updated, whose own
 * files are not duplicates.
 */
export async function duplicateIssue(
  ctx: Ctx,
  file: { uid: string; sha256: string },
  ownTrackId = 0,
): Promise<UploadIssue | null> {
  const found = await tracksWith(ctx, { uids: [file.uid], sha256s: [file.sha256] }, ownTrackId)
    .where((eb) =>
      eb.or([
        eb('track.deleted_at', 'is', null),
        eb('track.deleted_reason', 'is not', null),
        eb('track.deleted_by', 'is distinct from', eb.ref('track.uploader_id')),
      ]),
    )
    // one that is there says more than a deleted one
    .clearOrderBy()
    .orderBy('track.deleted_at', (by) => by.desc().nullsFirst())
    .orderBy((eb) => eb('track_version.sha256', '=', file.sha256), 'desc')
    .limit(1)
    .select(['track_version.sha256'])
    .select([
      'track.track_id',
      'track.name',
      'track.is_public',
      'track.is_listed',
      'track.secret_key',
      'track.deleted_at',
      'track.deleted_reason',
    ])
    .select((eb) => relationColumns(ctx, eb as never)) // the row of `track` is there
    .executeTakeFirst();
  if (!found) return null;
  const what = found.sha256 === file.sha256 ? 'This exact file' : 'A version of this track';
  const isSeen = maySee(
    { isPublic: found.is_public, isListed: found.is_listed },
    relationOf(ctx, found, null),
  );
  return { Level: 'error', Code: 'duplicate', ...refusal(ctx, { ...found, what, isSeen }) };
}

interface Duplicate {
  readonly what: string;
  readonly isSeen: boolean;
  readonly track_id: number;
  readonly name: string;
  readonly is_public: boolean;
  readonly deleted_at: Date | null;
  readonly deleted_reason: string | null;
}

/** Why the file is refused, until when, and whom to ask. */
function refusal(ctx: Ctx, found: Duplicate): Pick<UploadIssue, 'Message' | 'Link'> {
  const { what, isSeen, track_id: trackId } = found;
  const { label } = ctx.site;
  const name = isSeen ? `, as “${stripGameText(found.name)}”` : '';
  if (found.deleted_at !== null) {
    const freeOn = daysAfter(found.deleted_at, restorableDays).toISOString().slice(0, 10);
    const reason = isSeen && found.deleted_reason !== null ? ` Reason: ${found.deleted_reason}` : '';
    return {
      Message: `A moderator deleted ${what === 'This exact file' ? 'this exact file' : 'a version of this track'} on ${label}${name}. You can upload it again on ${freeOn}. Until then, ask the crew to restore it.${reason}`,
      Link: isSeen ? routes.trackRestore(trackId) : routes.crew(),
    };
  }
  if (isSeen)
    return {
      Message: `${what} is already on ${label}: “${stripGameText(found.name)}”.`,
      Link: routes.trackShow(trackId),
    };
  return found.is_public
    ? {
        Message: `${what} is already on ${label}, but unlisted. Ask its uploader to list it.`,
      }
    : {
        Message: `${what} is already on ${label}, but hidden. Ask its uploader or the crew to show it.`,
        Link: routes.crew(),
      };
}
