import { type RawBuilder, sql } from 'kysely';
import { filterSlot, slots } from '#platform/lists/slots.ts';

/** TrackId and key, for the tracks that have one. */
type Keys = RawBuilder<{ track_id: number; key: number }>;

/** Orders of a pack (orders.ts has them as expressions of a track). */
export const askedKeys: Readonly<Partial<Record<string, Keys>>> = {
  packPosition: sql`select x.track_id, x.position as key from pack_track x
    where x.site = ${slots.site} and x.pack_id = ${filterSlot<number>('packid')}::integer`,
};
