import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';

/** The subject of a conversation whose starter left. */
export const deletedSubject = 'Deleted subject';

/**
 * The subject of the conversation `c` as the viewer reads it: a text of the user who started it, so neither that of a user who left nor,
 * except from the crew, that of one whom the viewer blocked.
 */
export const shownSubject = ({ viewer }: Pick<Ctx, 'viewer'>) => sql<string>`case
  when c.user_id is null or exists(select from profile s
    where s.site = c.site and s.user_id = c.user_id and s.closed_at is not null) then ${sql.lit(deletedSubject)}
  when not c.is_official and exists(select from user_block k
    where k.site = c.site and k.user_id = ${viewer.userId} and k.blocked_id = c.user_id) then 'From a user you blocked'
  else c.subject end`;
