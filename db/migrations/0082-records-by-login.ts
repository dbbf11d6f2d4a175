import { type Kysely, sql } from 'kysely';

/** Online records of a login, however it is written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // serves closing, reopening and erasing an account, which hide the records of its logins (features/replays/server/personal.ts)
  await sql`create index online_record_login_key on online_record (site, lower(login))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index online_record_login_key`.execute(db);
}
