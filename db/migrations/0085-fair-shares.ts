import { type Kysely, sql } from 'kysely';

/** A deleted track is neither. */
const isListed = (row: string) => sql.raw(`(${row}.is_public and ${row}.is_listed)`);

/**
 * A visit costs the same, however large the community is, and operators see which clients use so much that they have to wait. The
 * front page reads how many tracks there are instead of counting them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table site add column tracks integer not null default 0`.execute(db);
  await sql`
    update site s set tracks = (select count(*) from track t where t.site = s.code and ${isListed('t')})`.execute(
    db,
  );
  await sql`
    create function count_tracks() returns trigger language plpgsql as $$
    begin
      update site s set tracks = s.tracks + case tg_op when 'INSERT' then c.n else -c.n end
      from (select site, count(*) as n from changed t where ${isListed('t')} group by site) c
      where c.site = s.code;
      return null;
    end $$`.execute(db);
  await sql`create trigger track_count_insert after insert on track referencing new table as changed
    for each statement execute function count_tracks()`.execute(db);
  await sql`create trigger track_count_delete after delete on track referencing old table as changed
    for each statement execute function count_tracks()`.execute(db);
  await sql`
    create function count_listed_track() returns trigger language plpgsql as $$
    begin
      update site set tracks = tracks + case when ${isListed('new')} then 1 else -1 end where code = new.site;
      return null;
    end $$`.execute(db);
  // for each row, because nearly all updates of tracks change something else
  await sql`create trigger track_count_update after update of is_public, is_listed on track for each row
    when (${isListed('old')} <> ${isListed('new')}) execute function count_listed_track()`.execute(db);
  // the tracks of the last seven days on the front page
  await sql`create index track_new on track (site, uploaded_at)
    where is_public and is_listed`.execute(db);
  // lists of the front page that are read in SQL while the index of tracks loads: new records, …
  await sql`create index track_new_record on track (site, record_at desc nulls last, track_id desc)
    where is_public and is_listed and record_replay_id is not null`.execute(db);
  // … the latest awarded, one of each author, …
  await sql`create index track_newly_awarded on track (site, last_awarded_at desc nulls last, track_id desc)
    where is_public and is_listed`.execute(db);
  // … and tracks that are worth many points
  await sql`create index track_valued on track (site, track_value)
    where is_public and is_listed and replay_type = 0`.execute(db);

  await sql`
    create table limited_client (
      client_hash text primary key,
      account_id integer references account on delete cascade,
      waiting integer not null,
      refused integer not null,
      since timestamptz not null,
      last_at timestamptz not null,
      lifted_until timestamptz
    )`.execute(db);
  // the erasure of an account
  await sql`create index limited_client_account on limited_client (account_id) where account_id is not null`.execute(
    db,
  );
  // the page about limits, and the sweep
  await sql`create index limited_client_last on limited_client (last_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table limited_client`.execute(db);
  await sql`drop index track_new, track_new_record, track_newly_awarded, track_valued`.execute(db);
  await sql`drop trigger track_count_update on track`.execute(db);
  await sql`drop trigger track_count_delete on track`.execute(db);
  await sql`drop trigger track_count_insert on track`.execute(db);
  await sql`drop function count_listed_track(), count_tracks()`.execute(db);
  await sql`alter table site drop column tracks`.execute(db);
}
