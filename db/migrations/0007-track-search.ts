import { type Kysely, sql } from 'kysely';

/**
 * What finding tracks needs beyond the tracks themselves: their pictures, awards of the last days, and a log of
 * changes from which every process keeps its search index fresh.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table track_image (
      site text not null references site,
      track_id integer not null,
      position smallint not null check (position > 0),
      sha256 text not null references blob,
      small_sha256 text references blob,        -- null: the picture is small enough to be shown as it is
      file_name text not null,
      file_size integer not null check (file_size > 0),
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      added_at timestamptz not null,
      primary key (site, track_id, position),
      foreign key (site, track_id) references track (site, track_id) on delete cascade
    ) partition by list (site)`.execute(db);
  // serve the check that a blob is still needed
  await sql`create index track_image_blob on track_image (sha256)`.execute(db);
  await sql`create index track_image_small on track_image (small_sha256)`.execute(db);

  // awards of the last 7 and 30 days (orders 21 to 24): kept by a job, since they change as time passes
  await sql`
    alter table track
      add column awards_week integer not null default 0,
      add column awards_month integer not null default 0`.execute(db);
  // serves inlatestauthor, antispam=1: is there a newer public track of this uploader?
  await sql`create index track_latest on track (site, uploader_id, uploaded_at, track_id) where is_public and is_listed`.execute(
    db,
  );
  // serves inlatestawardedauthor, antispam=2
  await sql`create index track_latest_awarded on track (site, uploader_id, last_awarded_at, track_id)
    where is_public and is_listed and last_awarded_at is not null`.execute(db);
  // serves the job that keeps the awards of the last days
  await sql`create index track_awarded_lately on track (site, track_id) where awards_month > 0`.execute(db);

  // serve the lists of a person that the search index fetches: read from the index alone, thousands at once
  await sql`create index replay_user_track on replay (site, user_id, track_id, is_best)
    include (replay_at, position, replay_time_ms)`.execute(db);
  await sql`create index comment_user_track on comment (site, user_id, is_award, track_id) include (comment_at)
    where deleted_at is null`.execute(db);

  await makeChangeLog(db);
}

/**
 * Which tracks changed, written by triggers in the transaction that changes them: no writer can forget. `xid` lets a
 * reader ask for all that its last look could not see, whatever the order of commits. The notice only wakes readers;
 * the log is what they read.
 */
async function makeChangeLog(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table track_change (
      seq bigint generated always as identity primary key,
      site text not null references site,
      track_id integer not null,
      xid bigint not null default pg_current_xact_id()::text::bigint,
      changed_at timestamptz not null default now()
    )`.execute(db);
  // serves the readers: what is new since a look
  await sql`create index track_change_xid on track_change (site, xid)`.execute(db);
  // serves the sweep of what every reader has read
  await sql`create index track_change_at on track_change (changed_at)`.execute(db);

  await sql`
    create function log_track_changes() returns trigger language plpgsql as $$
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
    create function log_renamed_uploaders() returns trigger language plpgsql as $$
    begin
      insert into track_change (site, track_id)
      select t.site, t.track_id from changed_to n
      join changed_from o on o.site = n.site and o.user_id = n.user_id and o.name_folded <> n.name_folded
      join track t on t.site = n.site and t.uploader_id = n.user_id;
      if found then perform pg_notify('track_change', ''); end if;
      return null;
    end $$`.execute(db);
  for (const table of ['track', 'track_author', 'track_image']) {
    for (const [act, rows] of [
      ['insert', 'new table as changed_to'],
      ['update', 'new table as changed_to'],
      ['delete', 'old table as changed_from'],
    ] as const) {
      await sql`create trigger ${sql.id(`${table}_log_${act}`)} after ${sql.raw(act)} on ${sql.id(table)}
        referencing ${sql.raw(rows)} for each statement execute function log_track_changes()`.execute(db);
    }
  }
  await sql`create trigger profile_log_rename after update on profile
    referencing old table as changed_from new table as changed_to
    for each statement execute function log_renamed_uploaders()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger profile_log_rename on profile`.execute(db);
  for (const table of ['track', 'track_author', 'track_image'])
    for (const act of ['insert', 'update', 'delete'])
      await sql`drop trigger ${sql.id(`${table}_log_${act}`)} on ${sql.id(table)}`.execute(db);
  await sql`drop function log_track_changes(), log_renamed_uploaders()`.execute(db);
  await sql`drop table track_change, track_image`.execute(db);
  await sql`drop index replay_user_track, comment_user_track`.execute(db);
  await sql`drop index track_latest, track_latest_awarded, track_awarded_lately`.execute(db);
  await sql`alter table track drop column awards_week, drop column awards_month`.execute(db);
}
