import { type Kysely, sql } from 'kysely';

/** Replays that users post: when each was beaten, and who deleted it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table replay
      add column beaten_at timestamptz,         -- replaced by the driver's better replay or a new version; null: not yet
      add column deleted_at timestamptz,        -- deleted replays are in no list and can be restored
      add column deleted_by integer,
      add column deletion_reason text`.execute(db);
  await sql`
    update replay r set beaten_at = greatest(r.replay_at, n.at)
    from (
      select b.site, b.replay_id, least(
        (select min(s.replay_at) from replay s
          where s.site = b.site and s.track_id = b.track_id and s.user_id = b.user_id and s.track_version = b.track_version
            and (s.result, s.replay_at, s.replay_id) < (b.result, b.replay_at, b.replay_id)),
        (select v.uploaded_at from track_version v
          where v.site = b.site and v.track_id = b.track_id and v.version = b.track_version + 1)) as at
      from replay b where not b.is_best
    ) n
    where r.site = n.site and r.replay_id = n.replay_id and n.at is not null`.execute(db);
  await sql`
    alter table replay add constraint replay_best_counts
      check (not is_best or (beaten_at is null and deleted_at is null))`.execute(db);

  // serves a track's board: the position of a replay is the number of entries before it
  await sql`create index replay_ranked on replay (site, track_id, result, replay_at, replay_id) where is_best`.execute(
    db,
  );
  // serves the board as of a date: replays driven by then and not beaten yet, the best first
  await sql`create index replay_history on replay (site, track_id, result, replay_at, replay_id)
    include (beaten_at) where deleted_at is null`.execute(db);
  // serves the first boards of a track with many replays, and the dates on which a board changed
  await sql`create index replay_driven on replay (site, track_id, replay_at, replay_id)
    include (result, beaten_at) where deleted_at is null`.execute(db);
  // serves the replays of a driver on a track, and which of them was better
  await sql`create index replay_driver on replay (site, track_id, user_id, track_version, result, replay_at, replay_id)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index replay_ranked, replay_history, replay_driven, replay_driver`.execute(db);
  await sql`
    alter table replay
      drop constraint replay_best_counts,
      drop column beaten_at, drop column deleted_at, drop column deleted_by, drop column deletion_reason`.execute(
    db,
  );
}
