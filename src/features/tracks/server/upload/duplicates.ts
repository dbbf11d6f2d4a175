import { forSite } from '#db/for-site.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes.ts';
import type { UploadIssue } from '../../analysis.ts';
import { maySee } from '../../model.ts';
import { relationColumns, relationOf } from '../relation.ts';

/**
 * The same file or the same track is already on this edition. Its link is included only for viewers who may see it. `ownTrackId`:
 * the track to be updated, whose own files are not duplicates.
 */
export async function duplicateIssue(
  ctx: Ctx,
  file: { uid: string; sha256: string },
  ownTrackId = 0,
): Promise<UploadIssue | null> {
  const duplicate = await forSite(ctx, 'track_version')
    .where((eb) => eb.or([eb('uid', '=', file.uid), eb('sha256', '=', file.sha256)]))
    .where('track_id', '<>', ownTrackId)
    .select(['track_id', 'sha256'])
    // an identical file is more informative than an identical UId
    .orderBy((eb) => eb('sha256', '=', file.sha256), 'desc')
    .executeTakeFirst();
  if (!duplicate) return null;
  const found = await forSite(ctx, 'track')
    .where('track_id', '=', duplicate.track_id)
    .select(['track_id', 'name', 'is_public', 'is_listed', 'secret_key', 'deleted_at'])
    .select((eb) => relationColumns(ctx, eb))
    .executeTakeFirst();
  if (!found) return null; // just removed
  const what = duplicate.sha256 === file.sha256 ? 'This exact file' : 'A version of this track';
  const relation = relationOf(ctx, found, null);
  const visible = maySee({ isPublic: found.is_public, isListed: found.is_listed }, relation);
  if (found.deleted_at && visible) {
    const name = stripGameText(found.name);
    const message = `${what} was recently deleted on ${ctx.site.label}, as “${name}”. Restore it, or wait until it is deleted permanently.`;
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
