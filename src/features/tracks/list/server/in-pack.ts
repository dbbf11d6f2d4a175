import { sql } from 'kysely';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import type { TracksEB } from './source.ts';

/** The track's entry in the pack of `packid`; with that filter, rows are limited to those that this audience may see. */
export const packEntry = (eb: TracksEB) =>
  eb
    .selectFrom('pack_track as x')
    .where('x.site', '=', slots.site)
    .where('x.pack_id', '=', sql<number>`${filterSlot<number>('packid')}::integer`)
    .whereRef('x.track_id', '=', 't.track_id');
