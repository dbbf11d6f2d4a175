import { forSite } from '#db/for-site.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes.ts';
import type { UploadIssue } from '../../analysis.ts';
import { maySee } from '../../model.ts';
import { isModerator } from '../policy.ts';

/** The same file or the same track is on this edition already. Its address is told only to those who may see it. */
export async function duplicateIssue(
  ctx: Ctx,
  file: { uid: string; sha256: string },
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
    .select(['track.track_id', 'track.name', 'track.is_public', 'track.is_listed', 'track_version.sha256'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('track_author')
            .whereRef('track_author.site', '=', 'track.site')
            .whereRef('track_author.track_id', '=', 'track.track_id')
            .where('track_author.user_id', '=', ctx.viewer.userId)
            .select('track_author.user_id'),
        )
        .as('is_author'),
    )
    // the very same file says more than the same identifier
    .orderBy((eb) => eb('track_version.sha256', '=', file.sha256), 'desc')
    .executeTakeFirst();
  if (!found) return null;
  const what = found.sha256 === file.sha256 ? 'This very file' : 'A version of this track';
  const visible = maySee(
    { isPublic: found.is_public, isListed: found.is_listed },
    { isAuthor: Boolean(found.is_author), isModerator: isModerator(ctx.viewer) },
  );
  return {
    Level: 'error',
    Code: 'duplicate',
    Message: visible
      ? `${what} is already on ${ctx.site.label}: “${stripGameText(found.name)}”.`
      : `${what} is already on ${ctx.site.label}.`,
    ...(visible && { Link: routes.trackShow(found.track_id) }),
  };
}
