import { type RawBuilder, sql } from 'kysely';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import { queueOwner } from '../../list/server/in-queue.ts';

/** TrackId and key, for the tracks that have one. */
type Keys = RawBuilder<{ track_id: number; key: number }>;

/** Orders of a pack and of a Play Later list (orders.ts has them as expressions of a track). */
export const orderKeys: Readonly<Partial<Record<string, Keys>>> = {
  packPosition: sql`select x.track_id, x.position as key from pack_track x
    where x.site = ${slots.site} and x.pack_id = ${filterSlot<number>('packid')}::integer`,
  queuePosition: sql`select l.track_id, l.position as key from play_later l
    where l.site = ${slots.site} and l.user_id = ${queueOwner}`,
};
