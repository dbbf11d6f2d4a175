import { type Kysely, sql } from 'kysely';

/** A result that becomes secret or is shown changes the points on its track's boards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_secret_result() returns trigger language plpgsql as $$
    begin
      insert into board_stale (site, track_id, everyone, noted_at)
      values (new.site, new.track_id, false, clock_timestamp())
      on conflict (site, track_id) do update set noted_at = excluded.noted_at;
      return null;
    end $$`.execute(db);
  await sql`create trigger replay_note_secret after update of secret_until on replay for each row
    when (new.is_best and (old.secret_until is null) <> (new.secret_until is null))
    execute function note_secret_result()`.execute(db);
  await sql`
    insert into board_stale (site, track_id, everyone, noted_at)
    select distinct site, track_id, false, clock_timestamp() from replay where secret_until is not null and is_best
    on conflict (site, track_id) do nothing`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger replay_note_secret on replay`.execute(db);
  await sql`drop function note_secret_result()`.execute(db);
}
