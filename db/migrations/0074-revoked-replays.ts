import { type Kysely, sql } from 'kysely';

/** A revoked replay stays listed and has no place on the board of its track. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replay add column revoked_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replay drop column revoked_at`.execute(db);
}
