import { trackList } from '#features/tracks/server/list.ts';
import { dayMs } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { countRows } from '#platform/lists/count.ts';
import { params } from '#platform/lists/params.ts';
import { visitor } from '#platform/viewer.ts';

export interface HomeCounts {
  tracks: number;
  newThisWeek: number;
  players: number;
}

const weekMs = 7 * dayMs;

/** The counts below the bar: public tracks, those of the last seven days, and users of this edition. */
export async function homeCounts(ctx: Ctx): Promise<HomeCounts> {
  const weekAgo = new Date(ctx.clock.now().getTime() - weekMs);
  // the same numbers for everyone, whatever else the viewer may see
  const forAll = { ...ctx, viewer: visitor };
  const [tracks, newThisWeek, site] = await Promise.all([
    countRows(forAll, trackList, params({})),
    countRows(forAll, trackList, params({ uploadedafter: weekAgo.toISOString() })),
    ctx.db.selectFrom('site').where('code', '=', ctx.site.code).select('profiles').executeTakeFirstOrThrow(),
  ]);
  return { tracks, newThisWeek, players: site.profiles };
}
