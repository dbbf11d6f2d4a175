import { type Kysely, sql } from 'kysely';

/**
 * Tracks, their files and what is on its way in. A blob row names a file that is already in place on disk:
 * the file comes first, so no committed row can ever lack its bytes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blob (
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
      size_bytes integer not null check (size_bytes > 0),
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table track (
      site text not null references site,
      track_id integer not null check (track_id > 0),
      uploader_id integer not null,
      name text not null,
      name_folded text not null,                -- search key: codes, case, accents and look-alikes folded
      author_comments text,
      primary_type smallint not null,
      environment smallint not null,            -- 1-based, as on the wire
      car smallint not null,
      mood smallint not null,
      difficulty smallint not null check (difficulty between 0 and 3),
      routes smallint not null check (routes between 0 and 2),
      tags smallint[] not null check (cardinality(tags) between 1 and 3),
      replay_type smallint not null default 0,
      track_value integer not null default 0,
      unlimiter_version smallint,
      author_time_ms integer not null check (author_time_ms > 0),
      author_score integer,
      gold_target integer,
      silver_target integer,
      bronze_target integer,
      is_public boolean not null default true,
      is_listed boolean not null default true,
      is_beta boolean not null default false,
      current_version smallint not null default 1,
      uploaded_at timestamptz not null,
      updated_at timestamptz not null,
      activity_at timestamptz not null,
      awards integer not null default 0,
      comments integer not null default 0,
      downloads integer not null default 0,
      primary key (site, track_id),
      foreign key (site, uploader_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves GET /api/tracks order 1 and 2 and the home page, within a site
  await sql`create index track_uploaded on track (site, uploaded_at, track_id)`.execute(db);
  // serves a person's own tracks
  await sql`create index track_uploader on track (site, uploader_id, uploaded_at, track_id)`.execute(db);

  await sql`
    create table track_version (
      site text not null references site,
      track_id integer not null,
      version smallint not null check (version > 0),
      uid text not null,
      sha256 text not null references blob,
      file_name text not null,
      file_size integer not null check (file_size > 0),
      game text not null,
      facts jsonb not null,
      thumbnail_sha256 text references blob,
      uploaded_by integer not null,
      uploaded_at timestamptz not null,
      primary key (site, track_id, version),
      unique (site, uid),
      unique (site, sha256),
      foreign key (site, track_id) references track (site, track_id),
      foreign key (site, uploaded_by) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serve the check that a blob is still needed
  await sql`create index track_version_blob on track_version (sha256)`.execute(db);
  await sql`create index track_version_thumbnail on track_version (thumbnail_sha256)`.execute(db);

  await sql`
    create table track_author (
      site text not null references site,
      track_id integer not null,
      user_id integer not null,
      position smallint not null default 0,     -- order of mention; the uploader is 0
      is_uploader boolean not null default false,
      is_pending boolean not null default true,
      role text not null default '' check (length(role) <= 100),
      primary key (site, track_id, user_id),
      foreign key (site, track_id) references track (site, track_id) on delete cascade,
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves "tracks of this person", co-authors included
  await sql`create index track_author_user on track_author (site, user_id, track_id)`.execute(db);

  await sql`
    create table upload (
      site text not null references site,
      upload_key text not null,
      user_id integer not null,
      sha256 text not null references blob,
      thumbnail_sha256 text references blob,
      file_name text not null,
      file_size integer not null,
      analysis jsonb not null,
      created_at timestamptz not null,
      track_id integer,                         -- set when published: a retry answers with the same track
      primary key (site, upload_key),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, track_id) references track (site, track_id)
    ) partition by list (site)`.execute(db);
  // serves the sweep of uploads never published
  await sql`create index upload_created on upload (created_at) where track_id is null`.execute(db);
  await sql`create index upload_blob on upload (sha256)`.execute(db);
  await sql`create index upload_thumbnail on upload (thumbnail_sha256)`.execute(db);

  await sql`
    create table track_download (
      site text not null references site,
      track_id integer not null,
      day date not null,
      person text not null,                     -- 'u:17' signed in, else a keyed hash of the address: one count a person and day
      user_id integer,
      downloaded_at timestamptz not null,
      primary key (site, track_id, day, person),
      foreign key (site, track_id) references track (site, track_id) on delete cascade,
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table track_download, upload, track_author, track_version, track, blob`.execute(db);
}
