import { sql } from 'kysely';
import { slots, viewerIsModerator } from '#platform/lists/slots.ts';

/** Whether the result of this replay is hidden from the viewer: all except the driver, the track's authors and moderators. */
export const secretAs = (replay: string) => {
  const column = (name: string) => sql.ref(`${replay}.${name}`);
  return sql<boolean>`(coalesce(${column('secret_until')} > ${slots.now}::timestamptz, false)
    and ${column('user_id')} <> ${slots.viewer} and not ${viewerIsModerator}
    and not exists (select from track_author own where own.site = ${slots.site}
      and own.track_id = ${column('track_id')} and own.user_id = ${slots.viewer} and not own.is_pending))`;
};
