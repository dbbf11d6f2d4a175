import { type Kysely, sql } from 'kysely';

/** What a track needs to live on after its upload: a secret link, a release, further files, an end that can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table track
      -- the way to an unlisted track: 122 random bits, part of its link
      add column secret_key text not null default replace(gen_random_uuid()::text, '-', ''),
      add column released_at timestamptz,       -- when it first became public; it happens once
      add column release_at timestamptz,        -- when it is to become public by itself
      add column deleted_at timestamptz,        -- a deleted track is neither public nor listed; 30 days later it goes
      add column deleted_by integer,
      add column deleted_reason text,
      add column was_public boolean,            -- what restoring brings back
      add column was_listed boolean,
      add foreign key (site, deleted_by) references profile (site, user_id),
      add check (release_at is null or not is_public),
      add check (deleted_at is null or not (is_public or is_listed))`.execute(db);
  await sql`update track set released_at = uploaded_at where is_public`.execute(db);
  // serves the job that releases tracks at their date
  await sql`create index track_release on track (release_at) where release_at is not null`.execute(db);
  // serves the job that ends what was deleted 30 days ago
  await sql`create index track_deleted on track (deleted_at) where deleted_at is not null`.execute(db);

  // a further version may keep the UId of the one before: it is unique among tracks, which a lock sees to, not among files
  await sql`alter table track_version drop constraint track_version_site_uid_key`.execute(db);
  // serves the search for a track that has this UId already
  await sql`create index track_version_uid on track_version (site, uid)`.execute(db);

  // an invitation nobody answers ends after 30 days
  await sql`alter table track_author add column invited_at timestamptz`.execute(db);
  await sql`update track_author set invited_at = now() where is_pending`.execute(db);
  // serves the job that ends invitations
  await sql`create index track_author_invited on track_author (invited_at) where is_pending`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index track_author_invited`.execute(db);
  await sql`alter table track_author drop column invited_at`.execute(db);
  await sql`drop index track_version_uid`.execute(db);
  await sql`alter table track_version add constraint track_version_site_uid_key unique (site, uid)`.execute(
    db,
  );
  await sql`
    alter table track
      drop column secret_key, drop column released_at, drop column release_at, drop column deleted_at,
      drop column deleted_by, drop column deleted_reason, drop column was_public, drop column was_listed`.execute(
    db,
  );
}
