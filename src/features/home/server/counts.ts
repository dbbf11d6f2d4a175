import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';

export interface HomeCounts {
  tracks: number;
  newThisWeek: number;
  players: number;
}

const weekMs = 7 * 86_400_000;

/** The line under the bar: public tracks, those of the last seven days, people with a profile on this edition. */
export async function homeCounts(ctx: Ctx): Promise<HomeCounts> {
  const weekAgo = new Date(ctx.clock.now().getTime() - weekMs);
  const [tracks, players] = await Promise.all([
    ctx.db
      .selectFrom('track')
      .where('site', '=', ctx.site.code)
      .where('is_public', '=', true)
      .where('is_listed', '=', true)
      .select([
        sql<number>`count(*)::integer`.as('all'),
        sql<number>`count(*) filter (where uploaded_at >= ${weekAgo})::integer`.as('fresh'),
      ])
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('profile')
      .where('site', '=', ctx.site.code)
      .select(sql<number>`count(*)::integer`.as('all'))
      .executeTakeFirstOrThrow(),
  ]);
  return { tracks: tracks.all, newThisWeek: tracks.fresh, players: players.all };
}
