import type { Expression, ExpressionBuilder, Kysely, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Database } from '#db/database.ts';
import { packIsSeen } from '#features/packs/server/list.ts';
import type { TrackAudience } from '#features/tracks/server/list.ts';
import { slots } from '#platform/lists/slots.ts';

/** The source of all leaderboards, with drivers. */
export const fromLeaderboards = (db: Kysely<Database>) =>
  db
    .selectFrom('leaderboard_row as l')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'l.site').onRef('p.user_id', '=', 'l.user_id'),
    )
    .where('l.site', '=', slots.site)
    .where('p.site', '=', slots.site);

export type LeaderboardsDB =
  ReturnType<typeof fromLeaderboards> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;

/** The highest `lbid` of the site's own boards; higher ones are pack ids. */
const lastOwnBoard = 5;

/** The site's boards are public, a pack's board is visible to viewers who see the pack. */
export function visibleBoards(
  eb: ExpressionBuilder<LeaderboardsDB, 'l' | 'p'>,
  audience: TrackAudience,
): Expression<SqlBool> | null {
  if (audience === 'moderator') return null;
  return eb.or([
    eb('l.board', '<=', eb.lit(lastOwnBoard)),
    eb.exists(
      eb
        .selectFrom('pack as k')
        .where('k.site', '=', slots.site)
        .whereRef('k.pack_id', '=', 'l.board')
        .where((of) => packIsSeen(of, audience))
        .select((one) => one.lit(1).as('one')),
    ),
  ]);
}
