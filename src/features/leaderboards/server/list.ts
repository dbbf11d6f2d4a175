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
import { type TrackAudience, trackAudience } from '#features/tracks/list/server/list.ts';
import { namedUsers, personFields } from '#features/users/list/server/list.ts';
import { boardEnvironment } from '#platform/lists/code-values.ts';
import { whole } from '#platform/lists/field-kinds.ts';
import { group } from '#platform/lists/fields.ts';
import { filter, idFilter, lookedUp } from '#platform/lists/filters.ts';
import { defineList } from '#platform/lists/list.ts';
import { order } from '#platform/lists/orders.ts';
import { folded, id } from '#platform/lists/params.ts';
import { contains } from '#platform/lists/search-text.ts';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import { defaultLeaderboardFields, type LeaderboardRow } from '../fields.ts';

/** The source of all leaderboards, with drivers. */
const fromLeaderboards = (db: Kysely<Database>) =>
  db
    .selectFrom('leaderboard_row as l')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'l.site').onRef('p.user_id', '=', 'l.user_id'),
    )
    .where('l.site', '=', slots.site)
    .where('p.site', '=', slots.site);

type LeaderboardsDB =
  ReturnType<typeof fromLeaderboards> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;

type LeaderboardsEB = ExpressionBuilder<LeaderboardsDB, 'l' | 'p'>;

/** 0 is the leader. */
const position = sql<number>`board_position(l.site, l.board, l.environment, l.score, l.records, l.top10s, l.user_id)`;

const counted = {
  name: 'counted',
  fields: ['Position', 'Delta'],
  query: sql`select ${position} as position`,
};
const ownPosition = sql<number>`counted.position`;

/** Places climbed since the last snapshot; 0 for newcomers. */
const climbed = sql<number>`coalesce((select s.position from board_snapshot s where s.site = ${slots.site}
  and s.board = l.board and s.environment = l.environment and s.user_id = l.user_id) - ${ownPosition}, 0)`;

/** The user at a position of the requested board, null if there is none. */
const userAt = (cursor: Expression<number>) =>
  sql<number | null>`board_user_at(${slots.site}, ${filterSlot<number>('lbid')}::integer,
    ${filterSlot<number>('lbenv')}::integer, ${cursor}::integer)`;

/** What positions are counted from, with the lower user id last. */
const rank = (['l.score', 'l.records', 'l.top10s'] as const).map(
  (column) => (eb: LeaderboardsEB) => eb.ref(column),
);

/** The highest `lbid` of the site's own boards; higher ones are pack ids. */
const lastOwnBoard = 5;

/** The site's boards are public, a pack's board is visible to viewers who see its tracks, unless it is switched off. */
function visibleBoards(
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

/** Leaderboards: GET /api/leaderboards. Cursors are positions, which are numbers within one board. */
export const leaderboardList = defineList<LeaderboardsDB, 'l' | 'p', LeaderboardRow, TrackAudience>({
  name: 'leaderboards',
  about: 'Leaderboards of the site and of packs. Cursors are positions.',
  from: fromLeaderboards,
  id: () => position,
  // positions are counted, so rows are sorted by what they are counted from
  place: {
    tie: () => sql<number>`(- l.user_id)`,
    isCursor: (cursor) => sql<boolean>`l.user_id = ${userAt(cursor)}`,
    row: (eb) => eb.ref('l.user_id'),
    order: 'score',
  },
  cursorFromZero: true,
  fields: {
    User: group(personFields()),
    Position: whole(() => ownPosition),
    Delta: whole(() => climbed),
    ReplayScore: whole((eb) => eb.ref('l.score')),
    ReplayWRs: whole((eb) => eb.ref('l.records')),
    Top10s: whole((eb) => eb.ref('l.top10s')),
    Replays: whole((eb) => eb.ref('l.replays')),
  },
  shared: [counted],
  defaultFields: defaultLeaderboardFields,
  filters: {
    lbid: filter(
      '0 standard, 1 classic, 2 Nadeo, 5 star; above: the board of that trackpack',
      id,
      (eb, board) => eb('l.board', '=', board),
    ),
    lbenv: filter('0 all, 1 Snow … 7 Stadium; by name, too', boardEnvironment, (eb, environment) =>
      eb('l.environment', '=', environment),
    ),
    username: lookedUp(
      filter('a part of the driver’s name', folded, (eb, part) => contains(eb.ref('p.name_folded'), part)),
      namedUsers((eb) => eb.ref('l.user_id')),
    ),
    userid: idFilter('this driver', (eb) => eb.ref('l.user_id')),
  },
  preset: { lbid: '0', lbenv: '0' },
  orders: {
    score: order([1, 2], 'score', ...rank),
    replays: order([3, 4], 'replays', (eb) => eb.ref('l.replays'), ...rank),
    records: order([5, 6], 'records', (eb) => eb.ref('l.records'), ...rank),
    topTens: order([7, 8], 'top 10 places', (eb) => eb.ref('l.top10s'), ...rank),
  },
  defaultOrder: { by: 'score', descending: true },
  oneOrder: true,
  pageSize: { usual: 50, most: 1000 },
  audience: trackAudience,
  visible: visibleBoards,
});
