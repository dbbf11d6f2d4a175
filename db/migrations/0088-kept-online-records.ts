import { type Kysely, sql } from 'kysely';

/**
 * Every sender of online records has rows of its own, so that none replaces those of another. What is on a board is a mark on the
 * row, and so is what waits for a moderator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table online_record
      add column is_trusted boolean not null default false, -- sent by an approved server, or imported by the operator
      add column is_shown boolean not null default false,   -- on the board of its track and mode
      add column waits_for text check (waits_for in ('server', 'time')), -- the decision without which it is not shown
      add column removal_batch uuid                         -- removed together with others, and restored with them
  `.execute(db);
  await sql`update online_record set is_trusted = sent_by is null, is_shown = removed_at is null`.execute(db);
  await sql`alter table online_record drop constraint online_record_site_uid_mode_login_key`.execute(db);
  // serves a board being ranked again, and the removed logins on it
  await sql`create index online_record_board on online_record (site, uid, mode, login, online_record_id)`.execute(
    db,
  );
  // serves GET /api/tracks/dedimania: a track has a few dozen
  await sql`create index online_record_shown on online_record (site, uid, time_ms, login, online_record_id)
    where is_shown`.execute(db);
  // serves what an account has sent: its rows on a board, its page for moderators, and acts on all of it
  await sql`create index online_record_sender on online_record (site, sent_by, uid, online_record_id)
    where sent_by is not null`.execute(db);
  // serves the limit of what an account has stored without anyone's approval
  await sql`create index online_record_unverified on online_record (site, sent_by)
    where not is_trusted or waits_for is not null`.execute(db);
  // serves the records of an account that wait for a moderator
  await sql`create index online_record_waiting on online_record (site, sent_by, online_record_id)
    where waits_for is not null and removed_at is null`.execute(db);
  // serves the undoing of an act on many records
  await sql`create index online_record_batch on online_record (site, removal_batch, uid) where removal_batch is not null`.execute(
    db,
  );

  await sql`
    create table record_server (
      site text not null references site,
      user_id integer not null,
      state text not null check (state in ('approved', 'held')), -- held: what it sends waits for a moderator
      decided_at timestamptz not null,
      primary key (site, user_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);

  await sql`alter table unsettled_track drop constraint unsettled_track_part_check`.execute(db);
  await sql`alter table unsettled_track add constraint unsettled_track_part_check
    check (part in ('comments', 'replays', 'people', 'online'))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from unsettled_track where part = 'online'`.execute(db);
  await sql`alter table unsettled_track drop constraint unsettled_track_part_check`.execute(db);
  await sql`alter table unsettled_track add constraint unsettled_track_part_check
    check (part in ('comments', 'replays', 'people'))`.execute(db);
  await sql`drop table record_server`.execute(db);
  await sql`drop index online_record_batch, online_record_waiting, online_record_unverified, online_record_sender, online_record_shown,
    online_record_board`.execute(db);
  await sql`delete from online_record where not is_shown and removed_at is null`.execute(db);
  await sql`delete from online_record o using online_record other
    where other.site = o.site and other.uid = o.uid and other.mode = o.mode and other.login = o.login
      and (other.time_ms, other.online_record_id) < (o.time_ms, o.online_record_id)`.execute(db);
  await sql`alter table online_record add constraint online_record_site_uid_mode_login_key
    unique (site, uid, mode, login)`.execute(db);
  await sql`alter table online_record drop column removal_batch, drop column waits_for, drop column is_shown,
    drop column is_trusted`.execute(db);
}
