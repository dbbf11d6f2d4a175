import { type Kysely, sql } from 'kysely';

/** What search engines and other sites find: indexes of everything public by id, and the drawn pictures of shared links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // serves the parts of /sitemap.xml, which read ranges of ids from the index alone
  await sql`create index track_sitemap on track (site, track_id) include (updated_at) where is_public and is_listed`.execute(
    db,
  );
  // serves the same for users
  await sql`create index profile_sitemap on profile (site, user_id) include (custom_url) where closed_at is null`.execute(
    db,
  );
  await sql`
    create table card (
      site text not null references site,
      kind text not null check (kind in ('track', 'pack', 'user', 'edition')),
      -- the id of the track, pack or user; 0 for the edition
      subject_id integer not null,
      -- changes with everything that the picture shows
      version text not null,
      sha256 text not null references blob,
      drawn_at timestamptz not null,
      primary key (site, kind, subject_id)
    ) partition by list (site)`.execute(db);
  // serves the check that a blob is still needed
  await sql`create index card_file on card (sha256)`.execute(db);
  // serves the removal of old pictures
  await sql`create index card_drawn on card (drawn_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table card`.execute(db);
  await sql`drop index profile_sitemap`.execute(db);
  await sql`drop index track_sitemap`.execute(db);
}
