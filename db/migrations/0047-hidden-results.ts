import { type Kysely, sql } from 'kysely';

/** Results that others must not see: secret ones, and online records that a moderator removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // serves orders and filters of tracks, which ignore secret results, and the job that ends secrets
  await sql`create index replay_secret on replay (site, replay_id) include (user_id, secret_until)
    where secret_until is not null`.execute(db);
  // a removed record keeps its row, so that sending it again does not bring it back
  await sql`alter table online_record add column removed_at timestamptz, add column removed_by integer,
    add column removal_reason text`.execute(db);
  // serves the deleted replays of a driver
  await sql`create index replay_deleted on replay (site, user_id, deleted_at, replay_id) where deleted_at is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index replay_secret, replay_deleted`.execute(db);
  await sql`alter table online_record drop column removed_at, drop column removed_by, drop column removal_reason`.execute(
    db,
  );
}
