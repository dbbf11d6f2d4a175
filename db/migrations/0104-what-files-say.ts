import { type Kysely, sql } from 'kysely';

/**
 * What the medals of each version of a track follow from, and what in its file no editor of the games makes. The columns of the track
 * have the former for the current version; a job reads the files of all versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_version add column targets jsonb, add column oddities jsonb`.execute(db);
  await sql`
    update track_version v set targets = jsonb_build_object('primaryType', t.primary_type, 'authorTimeMs', t.author_time_ms,
      'authorScore', t.author_score, 'gold', t.gold_target, 'silver', t.silver_target, 'bronze', t.bronze_target)
    from track t where t.site = v.site and t.track_id = v.track_id and t.current_version = v.version`.execute(
    db,
  );
  // serves the job that reads the files, the newest first
  await sql`create index track_version_without_oddities on track_version (uploaded_at desc) where oddities is null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index track_version_without_oddities`.execute(db);
  await sql`alter table track_version drop column targets, drop column oddities`.execute(db);
}
