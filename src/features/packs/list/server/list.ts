import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type TrackAudience, trackAudience, trackIsSeen } from '#features/tracks/list/server/list.ts';
import { packOrderCodes } from '#lib/codes/orders.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import {
  filter,
  flagFilter,
  idsFilter,
  nameFilter,
  personFilter,
  since,
  until,
} from '#platform/lists/filters.ts';
import { defineList, type Filter } from '#platform/lists/list.ts';
import { byRelevance, order, orderOfCreation } from '#platform/lists/orders.ts';
import { id } from '#platform/lists/params.ts';
import { slots } from '#platform/lists/slots.ts';
import { defaultPackFields, type PackRow } from '../fields.ts';
import { packFields } from './select.ts';
import {
  fromPacks,
  manages,
  mapListIsSeen,
  onceVisiblePacks,
  type PacksDB,
  type PacksEB,
  visiblePacks,
} from './source.ts';

/** The track is approved in the pack, and this audience may know it. */
const holds = (eb: PacksEB, trackId: Expression<number>, audience: TrackAudience): Expression<SqlBool> =>
  eb.and([
    mapListIsSeen(eb, audience),
    eb.exists(
      eb
        .selectFrom('pack_track as x')
        .innerJoin('track as t', (join) =>
          join.onRef('t.site', '=', 'x.site').onRef('t.track_id', '=', 'x.track_id'),
        )
        .where('x.site', '=', slots.site)
        .where('t.site', '=', slots.site)
        .whereRef('x.pack_id', '=', 'k.pack_id')
        .where('x.track_id', '=', trackId)
        .where('x.status', '=', PackTrackStatus.approved)
        .where((of) => trackIsSeen(of, audience))
        .select((one) => one.lit(1).as('one')),
    ),
  ]);

/** The filters of packs. */
const packFilters: Readonly<Record<string, Filter<PacksDB, 'k', TrackAudience>>> = {
  id: idsFilter('PackIds', (eb) => eb.ref('k.pack_id')),
  name: nameFilter(
    'a part of the name, or a PackId',
    (eb) => eb.ref('k.name_folded'),
    (eb) => eb.ref('k.pack_id'),
  ),
  creator: personFilter('the name or UserId of the creator', (eb, isPerson) =>
    eb.exists(
      eb
        .selectFrom('profile as p')
        .where('p.site', '=', slots.site)
        .whereRef('p.user_id', '=', 'k.owner_id')
        .where(isPerson)
        .select((one) => one.lit(1).as('one')),
    ),
  ),
  trackid: filter('packs with this track', id, (eb, trackId, audience) => holds(eb, trackId, audience)),
  manageruserid: filter('packs this user created or manages', id, (eb, person) =>
    manages(eb, sql<number>`${person}`),
  ),
  updatedafter: since('updated at this time or later', (eb) => eb.ref('k.updated_at')),
  updatedbefore: until('updated at this time or earlier', (eb) => eb.ref('k.updated_at')),
  inlegacy: flagFilter('legacy packs', (eb) => eb('k.is_legacy', '=', eb.lit(true))),
  insubmissions: flagFilter('packs that accept submissions', (eb) =>
    eb('k.allows_submissions', '=', eb.lit(true)),
  ),
};

/** Packs: GET /api/trackpacks, /trackpacksearch and its variants. */
export const packList = defineList<PacksDB, 'k', PackRow, TrackAudience>({
  name: 'trackpacks',
  about: 'Trackpacks, each with its own leaderboard.',
  from: fromPacks,
  id: (eb) => eb.ref('k.pack_id'),
  fields: packFields,
  defaultFields: defaultPackFields,
  filters: packFilters,
  orders: {
    created: orderOfCreation(packOrderCodes.created, 'created', (eb) => eb.ref('k.created_at')),
    updated: order(packOrderCodes.updated, 'updated', (eb) => eb.ref('k.updated_at')),
    tracks: order(packOrderCodes.tracks, 'tracks', (eb) => eb.ref('k.tracks')),
    activity: order(packOrderCodes.activity, 'activity', (eb) => eb.ref('k.activity_at')),
    name: order(packOrderCodes.name, 'name', (eb) => eb.ref('k.name_folded')),
    creatorName: order(packOrderCodes.creatorName, 'name of the creator', (eb) =>
      eb
        .selectFrom('profile as p')
        .where('p.site', '=', slots.site)
        .whereRef('p.user_id', '=', 'k.owner_id')
        .select('p.name_folded'),
    ),
    downloads: order(packOrderCodes.downloads, 'downloads', (eb) => eb.ref('k.downloads')),
    value: order(packOrderCodes.value, 'pack value', (eb) => eb.ref('k.pack_value')),
  },
  relevance: byRelevance((eb) => eb.ref('k.name_folded')),
  defaultOrder: { by: 'created', descending: true },
  pageSize: { usual: 40, most: 1000 },
  audience: trackAudience,
  visible: visiblePacks,
  cursors: { from: fromPacks, visible: onceVisiblePacks },
});

/** Whether this audience sees the board of pack `k`, which reveals its tracks: where it sees the list of tracks. */
export function packBoardIsSeen<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  audience: TrackAudience,
): Expression<SqlBool> {
  const packs = eb as unknown as PacksEB; // `k` is a pack there too
  return packs.and([visiblePacks(packs, audience), mapListIsSeen(packs, audience)]);
}
