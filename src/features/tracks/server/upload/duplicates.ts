import { forSite } from '#db/for-site.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes.ts';
import type { UploadIssue } from '../../analysis.ts';
import { maySee } from '../../model.ts';
import { relationColumns, relationOf } from '../relation.ts';

/**
 * The same file or the same track is on this edition already. Its address is told only to those who may see it.
 * `ownTrackId`: the track that is to get this file; what it has itself is no double.
 */
export async function duplicateIssue(
  ctx: Ctx,
  file: { uid: string; sha256: string },
  ownTrackId = 0,
): Promise<UploadIssue | null> {
  const found = await forSite(ctx, 'track_version')
    .innerJoin('track', (join) =>
      join
        .onRef('track.site', '=', 'track_version.site')
        .onRef('track.track_id', '=', 'track_version.track_id'),
    )
    .where((eb) =>
      eb.or([eb('track_version.uid', '=', file.uid), eb('track_version.sha256', '=', file.sha256)]),
    )
    .where('track.track_id', '<>', ownTrackId)
    .select(['track.track_id', 'track.name', 'track.is_public', 'track.is_listed', 'track_version.sha256'])
    .select(['track.secret_key', 'track.deleted_at'])
    .select((eb) => relationColumns(ctx, eb))
    // the very same file says more than the same identifier
    .orderBy((eb) => eb('track_version.sha256', '=', file.sha256), 'desc')
    .executeTakeFirst();
  if (!found) return null;
  const what = found.sha256 === file.sha256 ? 'This very file' : 'A version of this track';
  const relation = relationOf(ctx, found, null);
  const visible = maySee({ isPublic: found.is_public, isListed: found.is_listed }, relation);
  if (found.deleted_at && visible) {
    const name = stripGameText(found.name);
    const message = `${what} was deleted on ${ctx.site.label} a short while ago, as “${name}”. Restore it, or wait until it is gone for good.`;
    const Link = routes.trackRestore(found.track_id);
    return { Level: 'error', Code: 'duplicate', Message: message, Link };
  }
  return {
    Level: 'error',
    Code: 'duplicate',
    Message: visible
      ? `${what} is already on ${ctx.site.label}: “${stripGameText(found.name)}”.`
      : `${what} is already on ${ctx.site.label}.`,
    ...(visible && { Link: routes.trackShow(found.track_id) }),
  };
}
