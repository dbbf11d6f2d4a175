import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Database } from '#db/database.ts';
import { packBoardIsSeen } from '#features/packs/list/server/list.ts';
import type { TrackAudience } from '#features/tracks/list/server/list.ts';
import { filterSlot, slots } from '#platform/lists/slots.ts';

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

type LeaderboardsEB = ExpressionBuilder<LeaderboardsDB, 'l' | 'p'>;

/** 0 is the leader. */
export const position = sql<number>`board_position(l.site, l.board, l.environment, l.score, l.records, l.top10s, l.user_id)`;

/** Places climbed since the last snapshot; 0 for newcomers. */
export const climbed = sql<number>`coalesce((select s.position from board_snapshot s where s.site = l.site
  and s.board = l.board and s.environment = l.environment and s.user_id = l.user_id) - ${position}, 0)`;

/** The user at a position of the requested board, null if there is none. */
export const userAt = (cursor: Expression<number>) =>
  sql<number | null>`board_user_at(${slots.site}, ${filterSlot<number>('lbid')}::integer,
    ${filterSlot<number>('lbenv')}::integer, ${cursor}::integer)`;

/** What positions are counted from, with the lower user id last. */
export const rank = (['l.score', 'l.records', 'l.top10s'] as const).map(
  (column) => (eb: LeaderboardsEB) => eb.ref(column),
);

/** The highest `lbid` of the site's own boards; higher ones are pack ids. */
const lastOwnBoard = 5;

/** The site's boards are public, a pack's board is visible to viewers who see its tracks, unless it is switched off. */
export function visibleBoards(
  eb: ExpressionBuilder<LeaderboardsDB, 'l' | 'p'>,
  audience: TrackAudience,
): Expression<SqlBool> {
  return eb.or([
    eb('l.board', '<=', eb.lit(lastOwnBoard)),
    eb.exists(
      eb
        .selectFrom('pack as k')
        .where('k.site', '=', slots.site)
        .whereRef('k.pack_id', '=', 'l.board')
        .where('k.has_leaderboard', '=', eb.lit(true))
        .where((of) => packBoardIsSeen(of, audience))
        .select((one) => one.lit(1).as('one')),
    ),
  ]);
}
