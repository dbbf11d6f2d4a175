import { forSite } from '#db/for-site.ts';
import { featureShownDays } from '#features/tracks/featured/limits.ts';
import { tileFields } from '#features/tracks/list/fields.ts';
import { listTracks } from '#features/tracks/list/server/list.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';

/** The latest featured track with the crew's comment, as long as it is shown; null if there is none. */
export async function featuredTrack(ctx: Ctx) {
  const since = daysBefore(ctx.clock.now(), featureShownDays);
  const picks = await forSite(ctx, 'track_feature')
    .where('featured_at', '>', since)
    .orderBy('featured_at', 'desc')
    .select('track_id')
    .limit(10) // if the latest was hidden, the previous one is shown
    .execute();
  const ids = picks.map(({ track_id }) => track_id);
  const { Results } = await listTracks(ctx, { fields: [...tileFields, 'Feature.Comment'], id: ids });
  return ids.flatMap((id) => Results.find(({ TrackId }) => TrackId === id) ?? [])[0] ?? null;
}
