import { type Kysely, sql } from 'kysely';

/**
 * The log of changes says which table changed: of what people did, readers then look again only at what it can have
 * touched, and for a new track at nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_change add column part text not null default 'track'`.execute(db);
  await sql`
    create or replace function log_track_changes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into track_change (site, track_id, part) select distinct site, track_id, tg_table_name from changed_from;
      else
        insert into track_change (site, track_id, part) select distinct site, track_id, tg_table_name from changed_to;
      end if;
      if found then perform pg_notify('track_change', ''); end if;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function log_known_downloads() returns trigger language plpgsql as $$
    begin
      insert into track_change (site, track_id, part)
      select distinct site, track_id, tg_table_name from changed where user_id is not null;
      if found then perform pg_notify('track_change', ''); end if;
      return null;
    end $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function log_track_changes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into track_change (site, track_id) select distinct site, track_id from changed_from;
      else
        insert into track_change (site, track_id) select distinct site, track_id from changed_to;
      end if;
      if found then perform pg_notify('track_change', ''); end if;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function log_known_downloads() returns trigger language plpgsql as $$
    begin
      insert into track_change (site, track_id)
      select distinct site, track_id from changed where user_id is not null;
      if found then perform pg_notify('track_change', ''); end if;
      return null;
    end $$`.execute(db);
  await sql`alter table track_change drop column part`.execute(db);
}
