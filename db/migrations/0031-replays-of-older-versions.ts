import { type Kysely, sql } from 'kysely';

/** Replays of a track's older versions come after those of the current one, so the index starts with which they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replay add column is_outdated boolean not null default false`.execute(db);
  await sql`
    update replay r set is_outdated = true from track t
    where t.site = r.site and t.track_id = r.track_id and r.track_version <> t.current_version`.execute(db);
  await sql`drop index replay_track`.execute(db);
  // serves GET /api/replays of a track: the current version's first, the best result first, of equal ones the older
  await sql`
    create index replay_track on replay (site, track_id, is_outdated, result, replay_at, replay_id)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index replay_track`.execute(db);
  await sql`create index replay_track on replay (site, track_id, result, replay_at, replay_id)`.execute(db);
  await sql`alter table replay drop column is_outdated`.execute(db);
}
