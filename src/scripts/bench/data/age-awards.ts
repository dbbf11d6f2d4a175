import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';

/** Makes the awards of the last day a day older, so that no member has used up those allowed in a day. */
export async function ageAwards(db: Kysely<Database>, site: string, now: Date): Promise<void> {
  await sql`update comment set comment_at = comment_at - interval '1 day', updated_at = updated_at - interval '1 day'
    where site = ${site} and is_award and comment_at > ${now}::timestamptz - interval '1 day'`.execute(db);
}
