import type { Expression, ExpressionBuilder, Kysely, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Database } from '#db/database.ts';
import type { TrackAudience } from '#features/tracks/list/server/list.ts';
import { slots, viewerIsModerator } from '#platform/lists/slots.ts';

/** The source of all pack lists. */
export const fromPacks = (db: Kysely<Database>) =>
  db.selectFrom('pack as k').where('k.site', '=', slots.site);

export type PacksDB =
  ReturnType<typeof fromPacks> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
export type PacksEB = ExpressionBuilder<PacksDB, 'k'>;

/** Whether `person` owns or manages the pack. */
export const manages = (eb: PacksEB, person: Expression<number>) =>
  eb.or([
    eb('k.owner_id', '=', person),
    eb.exists(
      eb
        .selectFrom('pack_manager as m')
        .where('m.site', '=', slots.site)
        .whereRef('m.pack_id', '=', 'k.pack_id')
        .where('m.user_id', '=', person)
        .select((one) => one.lit(1).as('one')),
    ),
  ]);

/** Hidden packs are visible to their managers and to moderators, deleted ones to nobody. */
export function visiblePacks(eb: PacksEB, audience: TrackAudience): Expression<SqlBool> {
  const isThere = eb('k.deleted_at', 'is', null);
  if (audience === 'moderator') return isThere;
  // a deleted pack is not public
  const open = eb('k.is_public', '=', eb.lit(true));
  return audience === 'everyone' ? open : eb.or([open, eb.and([isThere, manages(eb, slots.viewer)])]);
}

/** The packs that this audience may see, and those that were public until they were deleted. */
export const onceVisiblePacks = (eb: PacksEB, audience: TrackAudience): Expression<SqlBool> =>
  eb.or([visiblePacks(eb, audience), eb('k.was_public', '=', eb.lit(true))]);

/** Whether this audience may see the list of tracks. */
export function mapListIsSeen(eb: PacksEB, audience: TrackAudience): Expression<SqlBool> {
  const released = eb('k.map_list_released', '=', eb.lit(true));
  if (audience === 'moderator') return eb.lit(true);
  return audience === 'everyone' ? released : eb.or([released, manages(eb, slots.viewer)]);
}

/** The same for the viewer of a field. */
export const viewerSeesMapList = (eb: PacksEB): Expression<SqlBool> =>
  eb.or([eb('k.map_list_released', '=', eb.lit(true)), viewerIsModerator, manages(eb, slots.viewer)]);
