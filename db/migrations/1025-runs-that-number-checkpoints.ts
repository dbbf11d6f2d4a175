import { type Kysely, sql } from 'kysely';

/** The replay whose run numbers the checkpoints of a drawing, and when it should be drawn again because another one may do so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  alter table track_version
    add column drawing_run text, -- hash of the replay's file; null: the order is that of a walk along the road
    add column drawing_again_at timestamptz; -- null: nothing is expected
  -- serves the job that draws again
  create index track_version_again on track_version (drawing_again_at) where drawing_again_at is not null;
  drop function log_track_version_for_pages() cascade;
  select log_for_pages('track_version', '{track_id}', '{drawing_run,drawing_again_at}');`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  alter table track_version drop column drawing_run, drop column drawing_again_at;
  drop function log_track_version_for_pages() cascade;
  select log_for_pages('track_version', '{track_id}');`)
    .execute(db);
}
