import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { type TrackAudience, trackAudience, trackIsSeen } from '#features/tracks/list/server/list.ts';
import { personFields } from '#features/users/list/server/list.ts';
import { flag, whole, words } from '#platform/lists/field-kinds.ts';
import { one } from '#platform/lists/fields.ts';
import { filter, idFilter } from '#platform/lists/filters.ts';
import { defineList } from '#platform/lists/list.ts';
import { order, orderWith } from '#platform/lists/orders.ts';
import { text } from '#platform/lists/params.ts';
import { slots } from '#platform/lists/slots.ts';
import { defaultOnlineFields, type OnlineRecordRow } from '../fields.ts';

/** Records are stored by UId; here they are joined with the track whose current file has it. */
const fromOnlineRecords = (db: Kysely<Database>) => fromAllOnlineRecords(db).where('o.is_shown', '=', true);

/** Those that are or were shown: what waits for a moderator was not. */
const fromAllOnlineRecords = (db: Kysely<Database>) =>
  db
    .selectFrom('online_record as o')
    .innerJoin('track_version as v', (join) =>
      join.onRef('v.site', '=', 'o.site').onRef('v.uid', '=', 'o.uid'),
    )
    .innerJoin('track as t', (join) =>
      join
        .onRef('t.site', '=', 'v.site')
        .onRef('t.track_id', '=', 'v.track_id')
        .onRef('t.current_version', '=', 'v.version'),
    )
    .where('o.site', '=', slots.site)
    .where('o.waits_for', 'is', null)
    .where('v.site', '=', slots.site)
    .where('t.site', '=', slots.site);

type OnlineDB =
  ReturnType<typeof fromOnlineRecords> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;

type OnlineEB = ExpressionBuilder<OnlineDB, 'o' | 'v' | 't'>;

/** Records driven on game servers: GET /api/tracks/dedimania. */
export const onlineRecordList = defineList<OnlineDB, 'o' | 'v' | 't', OnlineRecordRow, TrackAudience>({
  name: 'onlinerecords',
  about: 'Records driven on game servers, by track.',
  from: fromOnlineRecords,
  id: (eb) => eb.ref('o.online_record_id'),
  fields: {
    RecordId: whole((eb) => eb.ref('o.online_record_id')),
    TrackId: whole((eb) => eb.ref('t.track_id')),
    Time: whole((eb) => eb.ref('o.time_ms')),
    Mode: whole((eb) => eb.ref('o.mode')),
    Login: words((eb) => eb.ref('o.login')),
    Server: words((eb) => eb.ref('o.server')),
    IsApproved: flag((eb) => eb.ref('o.is_trusted')),
    User: one(
      (eb: OnlineEB) =>
        eb
          .selectFrom('game_login as g')
          .innerJoin('profile as p', (join) =>
            join.onRef('p.site', '=', 'g.site').onRef('p.user_id', '=', 'g.user_id'),
          )
          .where('g.site', '=', slots.site)
          .where('p.site', '=', slots.site)
          .where('g.login_key', '=', sql<string>`lower(o.login)`),
      personFields(),
    ),
  },
  defaultFields: defaultOnlineFields,
  filters: {
    trackid: idFilter('records on this track, the best first', (eb) => eb.ref('t.track_id')),
    login: filter('records of this login', text, (eb, login) => eb('o.login', '=', login)),
  },
  orders: {
    time: orderWith(
      'trackid',
      order(
        [1, 2],
        'time',
        (eb) => eb.ref('o.time_ms'),
        (eb) => eb.ref('o.login'),
      ),
    ),
    recordNumber: order([3, 4], 'number of the record'),
  },
  defaultOrder: (filters) =>
    filters.has('trackid') ? { by: 'time', descending: false } : { by: 'recordNumber', descending: true },
  pageSize: { usual: 50, most: 1000 },
  audience: trackAudience,
  visible: trackIsSeen,
  cursors: { from: fromAllOnlineRecords, visible: trackIsSeen },
});
