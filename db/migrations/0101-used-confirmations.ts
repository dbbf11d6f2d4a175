import { type Kysely, sql } from 'kysely';

/** A link that confirmed an address is kept until it expires, so that a second press on it can be answered like the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_token add column used_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from email_token where used_at is not null`.execute(db);
  await sql`alter table email_token drop column used_at`.execute(db);
}
