import { type Kysely, sql } from 'kysely';

/** Short tracks that nobody has driven yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // serves the shelf of the front page, which looks up a few tracks at chance ids (features/home/server/undriven-tracks.ts)
  await sql`
    create index track_undriven on track (site, track_id) include (uploader_id)
      where replays = 0 and is_public and is_listed and not is_beta and replay_type in (0, 1, 2, 5)
        and author_time_ms between 1 and 60000`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index track_undriven`.execute(db);
}
