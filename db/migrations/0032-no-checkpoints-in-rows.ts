import { type Kysely, sql } from 'kysely';

/** Removes a column that nothing reads: checkpoint times come from the replay file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replay drop column checkpoints_ms`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replay add column checkpoints_ms integer[] not null default '{}'`.execute(db);
}
