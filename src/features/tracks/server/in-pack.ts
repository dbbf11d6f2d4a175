import { sql } from 'kysely';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import type { TracksEB } from './source.ts';

/** The track's entry in the pack that `packid` names; with that filter, rows are those this audience may know of. */
export const packEntry = (eb: TracksEB) =>
  eb
    .selectFrom('pack_track as x')
    .where('x.site', '=', slots.site)
    .where('x.pack_id', '=', sql<number>`${filterSlot<number>('packid')}::integer`)
    .whereRef('x.track_id', '=', 't.track_id');
