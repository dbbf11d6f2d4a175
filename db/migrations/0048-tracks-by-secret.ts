import { type Kysely, sql } from 'kysely';

/** Finds an unlisted track by the secret of its link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // serves the filter `secret` of tracks
  await sql`create index track_secret on track (site, secret_key)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index track_secret`.execute(db);
}
