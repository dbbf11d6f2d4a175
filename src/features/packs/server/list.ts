import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type TrackAudience, trackAudience } from '#features/tracks/server/list.ts';
import { defineList } from '#platform/lists/list.ts';
import { byRelevance, order, orderOfArrival } from '#platform/lists/orders.ts';
import { slots } from '#platform/lists/slots.ts';
import { defaultPackFields, type PackRow } from '../fields.ts';
import { packFilters } from './filters.ts';
import { packFields } from './select.ts';
import { fromPacks, type PacksDB, type PacksEB, visiblePacks } from './source.ts';

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
    created: orderOfArrival([1, 2], 'created', (eb) => eb.ref('k.created_at')),
    updated: order([3, 4], 'updated', (eb) => eb.ref('k.updated_at')),
    tracks: order([5, 6], 'tracks', (eb) => eb.ref('k.tracks')),
    activity: order([7, 8], 'activity', (eb) => eb.ref('k.activity_at')),
    name: order([9, 10], 'name', (eb) => eb.ref('k.name_folded')),
    creatorName: order([11, 12], 'name of the creator', (eb) =>
      eb
        .selectFrom('profile as p')
        .where('p.site', '=', slots.site)
        .whereRef('p.user_id', '=', 'k.owner_id')
        .select('p.name_folded'),
    ),
    downloads: order([13, 14], 'downloads', (eb) => eb.ref('k.downloads')),
    value: order([15, 16], 'pack value', (eb) => eb.ref('k.pack_value')),
  },
  relevance: byRelevance((eb) => eb.ref('k.name_folded')),
  defaultOrder: { by: 'created', descending: true },
  pageSize: { usual: 40, most: 1000 },
  audience: (ctx) => trackAudience(ctx.viewer),
  visible: visiblePacks,
});

/** The visibility rule of this list, for other queries in which a pack is `k`. */
export function packIsSeen<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  audience: TrackAudience,
): Expression<SqlBool> {
  const packs = eb as unknown as PacksEB; // `k` is a pack there too
  return visiblePacks(packs, audience) ?? sql<boolean>`true`;
}
