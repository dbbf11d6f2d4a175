import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // serves the number of conversations on a track, and the ids of a page of them, read from the index alone
  await sql`
    create index comment_conversations on comment (site, track_id, comment_at, comment_id)
      include (is_award, deleted_at) where parent_id is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index comment_conversations`.execute(db);
}
