import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { type TrackAudience, trackAudience } from '#features/tracks/list/server/list.ts';
import { packOrderCodes } from '#lib/codes/orders.ts';
import { defineList } from '#platform/lists/list.ts';
import { byRelevance, order, orderOfCreation } from '#platform/lists/orders.ts';
import { slots } from '#platform/lists/slots.ts';
import { defaultPackFields, type PackRow } from '../fields.ts';
import { packFilters } from './filters.ts';
import { packFields } from './select.ts';
import {
  fromPacks,
  mapListIsSeen,
  onceVisiblePacks,
  type PacksDB,
  type PacksEB,
  visiblePacks,
} from './source.ts';

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
