import { type RawBuilder, sql } from 'kysely';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import { userIds } from '../people.ts';

/** TrackId and key, for the tracks that have one. */
type Keys = RawBuilder<{ track_id: number; key: number }>;

const micros = (expression: RawBuilder<unknown>) =>
  sql`(extract(epoch from ${expression}) * 1000000)::bigint`;

const best = (key: RawBuilder<unknown>): Keys => sql`select r.track_id, ${key} as key from replay r
  where r.site = ${slots.site} and r.is_best and r.user_id = any(${userIds('replaysby')}) group by 1`;

const remarked = (name: 'awardedby' | 'commentedby'): Keys => sql`
  select c.track_id, ${micros(sql`max(c.comment_at)`)} as key from comment c
  where c.site = ${slots.site} and c.user_id = any(${userIds(name)}) and c.is_award = ${sql.lit(name === 'awardedby')}
  and c.deleted_at is null group by 1`;

/** The orders that depend on a person or a pack, by half of their code (orders.ts has them as expressions of a track). */
export const personKeys: Readonly<Record<number, Keys>> = {
  15: best(micros(sql`max(r.replay_at)`)),
  16: remarked('awardedby'),
  17: sql`select d.track_id, ${micros(sql`max(d.downloaded_at)`)} as key from track_download d
    where d.site = ${slots.site} and d.user_id = ${slots.viewer} group by 1`,
  18: remarked('commentedby'),
  19: best(sql`max(r.position)`),
  22: best(sql`max(r.replay_time_ms)`),
  23: sql`select x.track_id, x.position as key from pack_track x
    where x.site = ${slots.site} and x.pack_id = ${filterSlot<number>('packid')}::integer`,
};
