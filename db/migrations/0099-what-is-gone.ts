import { type Kysely, sql } from 'kysely';

/**
 * What is gone no longer acts. Its notices are withdrawn, and its file can be posted again: a file that its poster deleted, and replays
 * of a track that was deleted and uploaded again. Which file may be posted is decided under a lock on the file. An earlier version of a
 * track can become the current one again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // it needed a unique key of replays; the trigger below deletes measurements with the last replay of their file instead
  await sql`alter table replay_measurement drop constraint replay_measurement_site_sha256_fkey`.execute(db);
  await sql`alter table replay drop constraint replay_site_sha256_key`.execute(db);
  // serves the search for replays with the same file, deleted ones too
  await sql`create index replay_file on replay (site, sha256)`.execute(db);
  await sql`
    create function end_replay_measurement() returns trigger language plpgsql as $$
    begin
      delete from replay_measurement m where m.site = old.site and m.sha256 = old.sha256
        and not exists (select from replay r where r.site = old.site and r.sha256 = old.sha256);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger replay_end_measurement after delete on replay
      for each row execute function end_replay_measurement()`.execute(db);

  // an earlier version can be made current again, so the next version no longer says when one ended
  await sql`alter table track_version add column retired_at timestamptz`.execute(db);
  await sql`alter table track_version drop constraint track_version_site_sha256_key`.execute(db);
  // serves the search for a track that has this file already
  await sql`create index track_version_file on track_version (site, sha256)`.execute(db);

  // serves the withdrawal of notices that lead to a page, whatever its query (features/notices/server/actions.ts)
  await sql`create index notice_link on notice (site, link text_pattern_ops)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index notice_link`.execute(db);
  await sql`drop index track_version_file`.execute(db);
  await sql`alter table track_version drop column retired_at`.execute(db);
  await sql`alter table track_version add constraint track_version_site_sha256_key unique (site, sha256)`.execute(
    db,
  );
  await sql`drop trigger replay_end_measurement on replay`.execute(db);
  await sql`drop function end_replay_measurement`.execute(db);
  await sql`drop index replay_file`.execute(db);
  await sql`alter table replay add constraint replay_site_sha256_key unique (site, sha256)`.execute(db);
  await sql`
    alter table replay_measurement
      add constraint replay_measurement_site_sha256_fkey
      foreign key (site, sha256) references replay (site, sha256) on delete cascade`.execute(db);
}
