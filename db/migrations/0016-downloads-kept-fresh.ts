import { type Kysely, sql } from 'kysely';

/**
 * What a person downloaded is kept in memory like what one drove (decision 40), so a download of somebody known is
 * logged as a change of its track. Those of visitors change no list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function log_known_downloads() returns trigger language plpgsql as $$
    begin
      insert into track_change (site, track_id)
      select distinct site, track_id from changed where user_id is not null;
      if found then perform pg_notify('track_change', ''); end if;
      return null;
    end $$`.execute(db);
  for (const [act, rows] of [
    ['insert', 'new table as changed'],
    ['update', 'new table as changed'],
    ['delete', 'old table as changed'],
  ] as const) {
    await sql`create trigger track_download_log_${sql.raw(act)} after ${sql.raw(act)} on track_download
      referencing ${sql.raw(rows)} for each statement execute function log_known_downloads()`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const act of ['insert', 'update', 'delete'])
    await sql`drop trigger track_download_log_${sql.raw(act)} on track_download`.execute(db);
  await sql`drop function log_known_downloads()`.execute(db);
}
