import { type Kysely, sql } from 'kysely';

/** Packs count their changes, and the last change to their tracks can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table pack add column revision integer not null default 0`.execute(db);
  // the last change of a pack's tracks, if it can be undone
  await sql`
    create table pack_step (
      site text not null references site,
      pack_id integer not null,
      user_id integer not null,                 -- who made the change
      text text not null,                       -- what was changed
      reversal jsonb not null,                  -- what restores the state before
      primary key (site, pack_id),
      foreign key (site, pack_id) references pack (site, pack_id) on delete cascade,
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // only approved tracks count on the board of a pack: moving them changes no points
  await sql`drop trigger pack_track_note_stale_update on pack_track`.execute(db);
  await sql`
    create function note_stale_approvals() returns trigger language plpgsql as $$
    begin
      insert into board_stale (site, track_id, everyone, noted_at)
      select n.site, n.track_id, true, clock_timestamp() from changed_to n
      join changed_from o on o.site = n.site and o.pack_id = n.pack_id and o.track_id = n.track_id
      where (o.status = 1) <> (n.status = 1)
        and exists (select from replay r where r.site = n.site and r.track_id = n.track_id)
      group by 1, 2
      on conflict (site, track_id) do update set everyone = true, noted_at = excluded.noted_at;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger pack_track_note_stale_update after update on pack_track
      referencing old table as changed_from new table as changed_to
      for each statement execute function note_stale_approvals()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger pack_track_note_stale_update on pack_track`.execute(db);
  await sql`drop function note_stale_approvals()`.execute(db);
  await sql`
    create trigger pack_track_note_stale_update after update on pack_track
      referencing new table as changed for each statement execute function note_stale_packs()`.execute(db);
  await sql`drop table pack_step`.execute(db);
  await sql`alter table pack drop column revision`.execute(db);
}
