import { sql } from 'kysely';
import type { PersonRow } from '#features/users/list/fields.ts';
import { personFields } from '#features/users/list/server/list.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import {
  flag,
  instant,
  whole,
  wholeOrNull,
  wholes,
  words,
  wordsOrNull,
} from '#platform/lists/field-kinds.ts';
import { type Field, type Fields, group, many, one } from '#platform/lists/fields.ts';
import { originFields } from '#platform/lists/origin-fields.ts';
import { slots } from '#platform/lists/slots.ts';
import { routes } from '#routes/routes.ts';
import type { PackPlaceRow, PackRow } from '../fields.ts';
import { type PacksDB, type PacksEB, viewerSeesMapList } from './source.ts';

const owner = (eb: PacksEB) =>
  eb.selectFrom('profile as p').where('p.site', '=', slots.site).whereRef('p.user_id', '=', 'k.owner_id');

const [beforeId = '', afterId = ''] = routes.trackPackThumb.pattern.split(':id');

const creator: Field<PacksDB, 'k', PersonRow> = one(owner, personFields());

const managers = (eb: PacksEB) =>
  eb
    .selectFrom('pack_manager as m')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'm.site').onRef('p.user_id', '=', 'm.user_id'),
    )
    .where('m.site', '=', slots.site)
    .where('p.site', '=', slots.site)
    .whereRef('m.pack_id', '=', 'k.pack_id')
    .orderBy('m.user_id');

/** The pack's leaderboard, which reveals its tracks; its `lbid` is the pack's id. */
const board = (eb: PacksEB) =>
  eb
    .selectFrom('leaderboard_row as l')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'l.site').onRef('p.user_id', '=', 'l.user_id'),
    )
    .where('l.site', '=', slots.site)
    .where('p.site', '=', slots.site)
    .whereRef('l.board', '=', 'k.pack_id')
    .where('k.has_leaderboard', '=', eb.lit(true))
    .where(viewerSeesMapList(eb))
    .where('l.environment', '=', 0);

/** The first user on the pack's leaderboard: one step in the index of the board. */
const leader = (eb: PacksEB) =>
  eb
    .selectFrom('leaderboard_row as f')
    .where('f.site', '=', slots.site)
    .whereRef('f.board', '=', 'k.pack_id')
    .where('f.environment', '=', 0)
    .orderBy('f.score', 'desc')
    .orderBy('f.records', 'desc')
    .orderBy('f.top10s', 'desc')
    .orderBy(sql`(-f.user_id)`, 'desc')
    .select('f.user_id')
    .limit(1);
const position = sql<number>`board_position(l.site, l.board, l.environment, l.score, l.records, l.top10s, l.user_id)`;

const approved = (eb: PacksEB) =>
  eb
    .selectFrom('pack_track as x')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'x.site').onRef('t.track_id', '=', 'x.track_id'),
    )
    .where('x.site', '=', slots.site)
    .where('t.site', '=', slots.site)
    .whereRef('x.pack_id', '=', 'k.pack_id')
    .where('x.status', '=', PackTrackStatus.approved)
    .where('t.is_public', '=', eb.lit(true))
    .where('t.is_listed', '=', eb.lit(true))
    .where(viewerSeesMapList(eb));

const firstTracks = (eb: PacksEB) =>
  sql<number[]>`array(${approved(eb).select('x.track_id').orderBy('x.position').limit(4)})`;

/** Looks up one replay for each track, so not for large packs. */
const driven = (eb: PacksEB) =>
  sql<number | null>`case when ${slots.viewer} > 0 and k.tracks <= 100 then ${approved(eb)
    .innerJoin('replay as r', (join) =>
      join.onRef('r.track_id', '=', 'x.track_id').onRef('r.site', '=', 'x.site'),
    )
    .where('r.site', '=', slots.site)
    .where('r.user_id', '=', slots.viewer)
    .where('r.is_best', '=', eb.lit(true))
    .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('n'))} end`;

/** All fields of a pack with their columns and relations. */
export const packFields: Fields<PacksDB, 'k', PackRow> = {
  PackId: whole((eb) => eb.ref('k.pack_id')),
  ...originFields<PacksDB, 'k'>('pack', (eb) => eb.ref('k.pack_id')),
  PackName: words((eb) => eb.ref('k.name')),
  Name: words((eb) => eb.ref('k.name')),
  Tracks: whole((eb) => eb.ref('k.tracks')),
  TrackCount: whole((eb) => eb.ref('k.tracks')),
  Environments: wholes((eb) => eb.ref('k.environments')),
  PackValue: whole((eb) => eb.ref('k.pack_value')),
  Downloads: whole((eb) => eb.ref('k.downloads')),
  AllowsTrackSubmissions: flag((eb) => eb.ref('k.allows_submissions')),
  IsLegacy: flag((eb) => eb.ref('k.is_legacy')),
  IsPublic: flag((eb) => eb.ref('k.is_public')),
  MapListReleased: flag((eb) => eb.ref('k.map_list_released')),
  HasLeaderboard: flag((eb) => eb.ref('k.has_leaderboard')),
  SubmissionsPerUser: whole((eb) => eb.ref('k.submissions_per_user')),
  Description: wordsOrNull((eb) => eb.ref('k.description')),
  Image: wordsOrNull(
    () =>
      sql<
        string | null
      >`case when k.image_sha256 is not null then ${sql.lit(beforeId)} || k.pack_id || ${sql.lit(`${afterId}/`)} end`,
  ),
  FirstTracks: wholes(firstTracks),
  Driven: wholeOrNull(driven),
  Creator: creator,
  Owner: creator,
  Managers: many(managers, {
    User: group(personFields()),
    Role: words((eb) => eb.ref('m.role')),
  }),
  CreatedAt: instant((eb) => eb.ref('k.created_at')),
  UpdatedAt: instant((eb) => eb.ref('k.updated_at')),
  ActivityAt: instant((eb) => eb.ref('k.activity_at')),
  TopLB: one((eb: PacksEB) => board(eb).where('l.user_id', '=', leader(eb)), {
    Position: whole(() => sql<number>`0`),
    Score: whole((eb) => eb.ref('l.score')),
    User: group(personFields()),
  }) satisfies Field<PacksDB, 'k', PackPlaceRow & { User: PersonRow }>,
  UserLB: one((eb: PacksEB) => board(eb).where('l.user_id', '=', slots.viewer), {
    Position: whole(() => position),
    Score: whole((eb) => eb.ref('l.score')),
  }) satisfies Field<PacksDB, 'k', PackPlaceRow>,
};
