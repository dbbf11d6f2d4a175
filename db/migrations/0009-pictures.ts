import { type Kysely, sql } from 'kysely';

/**
 * Pictures of tracks: each drawn anew in several formats and widths, staged by its uploader until a track names it.
 * And the drawing of a track's map, one per file of the track.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table picture (
      site text not null references site,
      reference text not null,                  -- random; known to its uploader alone
      user_id integer not null,
      track_id integer,                         -- null while staged
      file_name text not null,
      file_size integer not null check (file_size > 0),   -- of the file that arrived
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      staged_at timestamptz not null,
      primary key (site, reference),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, track_id) references track (site, track_id) on delete cascade
    ) partition by list (site)`.execute(db);
  // serves the sweep of pictures never used
  await sql`create index picture_staged on picture (staged_at) where track_id is null`.execute(db);
  // serves the count of what one person has staged
  await sql`create index picture_user_staged on picture (site, user_id) where track_id is null`.execute(db);
  // serves the end of a track
  await sql`create index picture_track on picture (site, track_id)`.execute(db);

  await sql`
    create table picture_file (
      site text not null references site,
      reference text not null,
      format text not null check (format in ('avif', 'webp', 'jpeg')),
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      sha256 text not null references blob,
      primary key (site, reference, format, width),
      foreign key (site, reference) references picture (site, reference) on delete cascade
    ) partition by list (site)`.execute(db);
  // serves the check that a blob is still needed
  await sql`create index picture_file_blob on picture_file (sha256)`.execute(db);

  // null: a picture of before, its one file is sha256
  await sql`alter table track_image add column reference text,
    add foreign key (site, reference) references picture (site, reference) on delete cascade`.execute(db);
  // serves the end of a picture
  await sql`create index track_image_reference on track_image (site, reference)`.execute(db);

  await sql`
    alter table track_version
      add column drawing_sha256 text references blob,         -- image/svg+xml
      add column drawing_raster_sha256 text references blob,  -- the same as image/png
      -- by which revision of the drawing code; 0: not tried yet. Tried and without a file: it cannot be drawn
      add column drawing_revision smallint not null default 0`.execute(db);
  // serve the check that a blob is still needed
  await sql`create index track_version_drawing on track_version (drawing_sha256)`.execute(db);
  await sql`create index track_version_raster on track_version (drawing_raster_sha256)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_version
    drop column drawing_sha256, drop column drawing_raster_sha256, drop column drawing_revision`.execute(db);
  await sql`alter table track_image drop column reference`.execute(db);
  await sql`drop table picture_file, picture`.execute(db);
}
