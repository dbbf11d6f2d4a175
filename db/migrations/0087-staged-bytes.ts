import { type Kysely, sql } from 'kysely';

/**
 * How many bytes each account has staged on each edition: files that were analysed and belong to nothing yet. One row per edition, so
 * that transactions on two editions never wait for each other's row. Counted by triggers, so that every way in which such a file is posted or removed gives its bytes back. Also clears the verdicts about files that a time
 * limit made before processor time was measured: such files are read again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staged_bytes (
      account_id integer not null references account on delete cascade,
      site text not null,
      bytes bigint not null check (bytes >= 0),
      primary key (account_id, site)
    )`.execute(db);
  // serves the sum of all accounts and the search for the one that has staged most
  await sql`create index staged_bytes_some on staged_bytes (account_id) include (bytes) where bytes > 0`.execute(
    db,
  );

  await sql`alter table upload add column stored_bytes bigint not null default 0`.execute(db);
  await sql`alter table replay_upload add column stored_bytes bigint not null default 0`.execute(db);
  await sql`alter table picture add column stored_bytes bigint not null default 0`.execute(db);
  await sql`update upload set stored_bytes = file_size
    + coalesce((select size_bytes from blob where blob.sha256 = thumbnail_sha256), 0) where track_id is null`.execute(
    db,
  );
  await sql`update replay_upload set stored_bytes = file_size where replay_id is null`.execute(db);
  await sql`update picture set stored_bytes = coalesce((select sum(blob.size_bytes) from picture_file f
    join blob on blob.sha256 = f.sha256 where f.site = picture.site and f.reference = picture.reference), 0)
    where track_id is null`.execute(db);
  await sql`insert into staged_bytes (account_id, site, bytes)
    select account_id, site, sum(stored_bytes) from (
      select site, user_id, stored_bytes from upload where track_id is null
      union all select site, user_id, stored_bytes from replay_upload where replay_id is null
      union all select site, user_id, stored_bytes from picture where track_id is null) staged
    join profile using (site, user_id) group by account_id, site`.execute(db);
  // serve what one account has staged; pictures have such an index
  await sql`create index upload_user_staged on upload (site, user_id) where track_id is null`.execute(db);
  await sql`create index replay_upload_user_staged on replay_upload (site, user_id) where replay_id is null`.execute(
    db,
  );

  await sql`
    create function count_staged() returns trigger language plpgsql as $$
    begin
      insert into staged_bytes (account_id, site, bytes)
      select account_id, site, new.stored_bytes from profile where site = new.site and user_id = new.user_id
      on conflict (account_id, site) do update set bytes = staged_bytes.bytes + excluded.bytes;
      return null;
    end $$`.execute(db);
  await sql`
    create function uncount_staged() returns trigger language plpgsql as $$
    begin
      update staged_bytes set bytes = bytes - old.stored_bytes
      where site = old.site
        and account_id = (select account_id from profile where site = old.site and user_id = old.user_id);
      return null;
    end $$`.execute(db);
  for (const [table, owner] of staged) {
    const [name, posted] = [sql.raw(table), sql.raw(owner)];
    await sql`create trigger ${name}_staged after insert on ${name} for each row
      when (new.${posted} is null) execute function count_staged()`.execute(db);
    await sql`create trigger ${name}_posted after update of ${posted} on ${name} for each row
      when (old.${posted} is null and new.${posted} is not null) execute function uncount_staged()`.execute(
      db,
    );
    await sql`create trigger ${name}_unstaged after delete on ${name} for each row
      when (old.${posted} is null) execute function uncount_staged()`.execute(db);
  }

  await sql`delete from replay_measurement where refusal_code = 'too-slow'`.execute(db);
  await sql`update remote_picture set tries = 0, next_try_at = now() + random() * interval '1 day'
    where state = 'failed' and failure = 'damaged' and next_try_at is null`.execute(db);
}

/** Each table, and the column that is null while a row is staged. */
const staged = [
  ['upload', 'track_id'],
  ['replay_upload', 'replay_id'],
  ['picture', 'track_id'],
] as const;

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [table] of staged) {
    const name = sql.raw(table);
    for (const trigger of ['staged', 'posted', 'unstaged'])
      await sql`drop trigger ${name}_${sql.raw(trigger)} on ${name}`.execute(db);
    await sql`alter table ${name} drop column stored_bytes`.execute(db);
  }
  await sql`drop function count_staged, uncount_staged`.execute(db);
  await sql`drop index upload_user_staged, replay_upload_user_staged`.execute(db);
  await sql`drop table staged_bytes`.execute(db);
}
