import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';

/** Whether the viewer is an author of a track of this user, or invited to be one, that is not open to everyone. */
export async function hasHiddenTrackWith({ db, site, viewer }: Ctx, userId: number): Promise<boolean> {
  const here = sql.lit(site.code);
  const { rows } = await sql<{ one: number }>`
    select 1 as one from track_author own
      join track_author theirs on theirs.site = ${here} and theirs.track_id = own.track_id and theirs.user_id = ${userId}
      join track t on t.site = ${here} and t.track_id = own.track_id and not (t.is_public and t.is_listed)
    where own.site = ${here} and own.user_id = ${viewer.userId} limit 1`.execute(db);
  return rows.length > 0;
}
