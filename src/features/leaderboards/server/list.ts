import { sql } from 'kysely';
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
import { defaultLeaderboardFields, type LeaderboardRow } from '../fields.ts';
import {
  climbed,
  fromLeaderboards,
  type LeaderboardsDB,
  position,
  rank,
  userAt,
  visibleBoards,
} from './source.ts';

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
    Position: whole(() => position),
    Delta: whole(() => climbed),
    ReplayScore: whole((eb) => eb.ref('l.score')),
    ReplayWRs: whole((eb) => eb.ref('l.records')),
    Top10s: whole((eb) => eb.ref('l.top10s')),
    Replays: whole((eb) => eb.ref('l.replays')),
  },
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
