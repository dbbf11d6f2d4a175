import { type Kysely, sql } from 'kysely';

/** Site leaders order the boards of the forum. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table forum_board add column position smallint not null default 50`.execute(db);
  await sql`update forum_board set position = board_id where board_id < 50`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table forum_board drop column position`.execute(db);
}
