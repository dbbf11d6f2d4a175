import { type Kysely, sql } from 'kysely';

/** What the crew sets for an edition while it runs; processes keep it in memory and are notified of changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table edition_setting (
      site text not null references site,
      name text not null,
      value jsonb not null,
      changed_at timestamptz not null,
      primary key (site, name)
    ) partition by list (site)`.execute(db);
  await sql`
    create function edition_setting_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('edition_setting', '');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger edition_setting_changed after insert or update or delete on edition_setting
    for each statement execute function edition_setting_changed()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table edition_setting`.execute(db);
  await sql`drop function edition_setting_changed`.execute(db);
}
