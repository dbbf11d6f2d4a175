import { type Kysely, sql } from 'kysely';

/**
 * Sessions can be listed and ended one by one: each has a public number, the browser it was begun with, its last visit,
 * and whether the sign-in included a second factor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session
      add column session_id integer generated always as identity,
      add column last_seen_at timestamptz,
      add column browser text not null default '',
      add column factor_at timestamptz`.execute(db);
  await sql`update session set last_seen_at = created_at`.execute(db);
  await sql`alter table session alter column last_seen_at set not null`.execute(db);
  // serves "sign this session out" and the record of the last visit
  await sql`create unique index session_number on session (session_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session
      drop column session_id, drop column last_seen_at, drop column browser, drop column factor_at`.execute(
    db,
  );
}
