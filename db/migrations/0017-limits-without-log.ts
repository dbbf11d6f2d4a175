import { type Kysely, sql } from 'kysely';

/**
 * Every write is counted before it is done, and a count that a crash of the database forgets is no loss: without the
 * log it waits for no disk.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rate_limit set unlogged`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rate_limit set logged`.execute(db);
}
