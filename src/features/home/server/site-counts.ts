import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { mostNewCounted } from '../new-tracks.ts';

export interface HomeCounts {
  tracks: number;
  /** at most `mostNewCounted` */
  newThisWeek: number;
  players: number;
}

/** The counts below the bar, the same for everyone: listed tracks, those of the last seven days, and users of this edition. */
export async function homeCounts(ctx: Ctx): Promise<HomeCounts> {
  const recent = forSite(ctx, 'track')
    .where('is_public', '=', sql.lit(true))
    .where('is_listed', '=', sql.lit(true))
    .where('uploaded_at', '>=', daysBefore(ctx.clock.now(), 7))
    .limit(sql.lit(mostNewCounted))
    .select(sql.lit(1).as('one'));
  const { tracks, profiles, newThisWeek } = await ctx.db
    .selectFrom('site')
    .where('code', '=', ctx.site.code)
    .select(['tracks', 'profiles'])
    .select((eb) => eb.selectFrom(recent.as('t')).select(eb.fn.countAll<number>().as('n')).as('newThisWeek'))
    .executeTakeFirstOrThrow();
  return { tracks, newThisWeek: newThisWeek ?? 0, players: profiles };
}
