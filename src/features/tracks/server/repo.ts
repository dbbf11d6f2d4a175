import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { maySee } from '../model.ts';
import { isModerator } from './policy.ts';

const largestId = 2_147_483_647;

/** The number in an address, or a Problem 404: what is no id names no track. */
export function trackIdOf(text: string | undefined): number {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 0;
  if (id === 0 || id > largestId) throw notFound('This track');
  return id;
}

/** A track with its current file, if this viewer may see it; else the same Problem 404 as for one that never was. */
export async function visibleTrack(ctx: Ctx, trackId: number) {
  const track =
    trackId > 0 && trackId <= largestId
      ? await forSite(ctx, 'track')
          .innerJoin('track_version as file', (join) =>
            join
              .onRef('file.site', '=', 'track.site')
              .onRef('file.track_id', '=', 'track.track_id')
              .onRef('file.version', '=', 'track.current_version'),
          )
          .where('track.track_id', '=', trackId)
          .selectAll('track')
          .select([
            'file.sha256',
            'file.file_size',
            'file.thumbnail_sha256',
            'file.uploaded_at as file_uploaded_at',
          ])
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
          .executeTakeFirst()
      : undefined;
  if (!track) throw notFound('This track');
  const isAuthor = Boolean(track.is_author);
  const viewer = { isAuthor, isModerator: isModerator(ctx.viewer) };
  if (!maySee({ isPublic: track.is_public, isListed: track.is_listed }, viewer)) throw notFound('This track');
  return { ...track, seesInside: viewer.isAuthor || viewer.isModerator };
}
