import { sql } from 'kysely';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import type { TracksEB } from './source.ts';

const key = sql<string>`${filterSlot<string>('sharedlist')}::text`;

/**
 * The owner of the requested Play Later list: that of the link in `sharedlist`, otherwise the viewer. An unknown link has no
 * user.
 */
export const queueOwner = sql<number>`(case when ${key} is null then ${slots.viewer}::integer else (
  select s.user_id from play_later_share s where s.site = ${slots.site} and s.secret_key = ${key}
    and not exists (select from profile o where o.site = s.site and o.user_id = s.user_id and o.closed_at is not null)) end)`;

/** The track's entry on that list. */
export const queueEntry = (eb: TracksEB) =>
  eb
    .selectFrom('play_later as l')
    .where('l.site', '=', slots.site)
    .where('l.user_id', '=', queueOwner)
    .whereRef('l.track_id', '=', 't.track_id');
