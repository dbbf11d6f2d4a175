import { sql } from 'kysely';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import type { TracksEB } from './source.ts';

/** A filter whose value is a user's complete folded name or UserId. */
export type PersonFilterName = 'author' | 'awardedby' | 'commentedby' | 'replaysby';

/** The UserIds of a user filter; the viewer's if it was not given. Evaluated once per statement. */
export function userIds(name: PersonFilterName) {
  const who = sql<string>`${filterSlot<string>(name)}::text`;
  // digits may be a name or an id: tm-exchange clients send either
  return sql<number[]>`(case when ${who} is null then array[${slots.viewer}::integer] else array(
    select p.user_id from profile p where p.site = ${slots.site} and (p.name_folded = ${who}
      or p.user_id = case when ${who} ~ '^[0-9]{1,9}$' then ${who}::integer end)) end)`;
}

/** Their undeleted comments on the track; an award is a comment with a trophy. */
export const comments = (eb: TracksEB, name: 'awardedby' | 'commentedby') =>
  eb
    .selectFrom('comment as c')
    .where('c.site', '=', slots.site)
    .whereRef('c.track_id', '=', 't.track_id')
    .where('c.is_award', '=', eb.lit(name === 'awardedby'))
    .where('c.deleted_at', 'is', null)
    .where(sql<boolean>`c.user_id = any(${userIds(name)})`);

/** Their best replays on the track's current version. */
export const bestReplays = (eb: TracksEB) =>
  eb
    .selectFrom('replay as r')
    .where('r.site', '=', slots.site)
    .whereRef('r.track_id', '=', 't.track_id')
    .where('r.is_best', '=', eb.lit(true))
    .where(sql<boolean>`r.user_id = any(${userIds('replaysby')})`);

/** The viewer's downloads of the track. */
export const ownDownloads = (eb: TracksEB) =>
  eb
    .selectFrom('track_download as d')
    .where('d.site', '=', slots.site)
    .whereRef('d.track_id', '=', 't.track_id')
    .where('d.user_id', '=', slots.viewer);
