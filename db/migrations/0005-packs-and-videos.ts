import { type Kysely, sql } from 'kysely';

/** Track packs and videos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pack (
      site text not null references site,
      pack_id integer not null check (pack_id > 5), -- lower numbers are boards of the site (lbid)
      owner_id integer not null,
      name text not null,
      name_folded text not null,
      description text,
      is_public boolean not null default true,
      map_list_released boolean not null default true,
      allows_submissions boolean not null default false,
      is_legacy boolean not null default false,
      environments smallint[] not null default '{}',
      tracks integer not null default 0,        -- approved ones
      pack_value integer not null default 0,
      downloads integer not null default 0,
      image_sha256 text references blob,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      activity_at timestamptz not null,
      primary key (site, pack_id),
      foreign key (site, owner_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serve GET /api/trackpacks, an index per order
  for (const column of [
    'created_at',
    'updated_at',
    'tracks',
    'activity_at',
    'name_folded',
    'downloads',
    'pack_value',
  ]) {
    await sql`create index ${sql.raw(`pack_${column}`)} on pack (site, ${sql.raw(column)}, pack_id)`.execute(
      db,
    );
  }
  // serves a part of the name
  await sql`create index pack_name on pack using gin (name_folded gin_trgm_ops)`.execute(db);
  // serves the check that a blob is still needed
  await sql`create index pack_image on pack (image_sha256) where image_sha256 is not null`.execute(db);
  // serves a person's own packs
  await sql`create index pack_owner on pack (site, owner_id, pack_id)`.execute(db);

  await sql`
    create table pack_track (
      site text not null references site,
      pack_id integer not null,
      track_id integer not null,
      status smallint not null default 0 check (status between 0 and 4),
      position integer check (position > 0),
      added_by integer not null,
      added_at timestamptz not null,
      primary key (site, pack_id, track_id),
      check ((status = 1) = (position is not null)),
      foreign key (site, pack_id) references pack (site, pack_id) on delete cascade,
      foreign key (site, track_id) references track (site, track_id),
      foreign key (site, added_by) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves the tracks of a pack in their order
  await sql`create index pack_track_position on pack_track (site, pack_id, status, position, track_id)`.execute(
    db,
  );
  // serves "packs this track is in"
  await sql`create index pack_track_track on pack_track (site, track_id, pack_id)`.execute(db);

  await sql`
    create table pack_manager (
      site text not null references site,
      pack_id integer not null,
      user_id integer not null,
      role text not null default '' check (length(role) <= 100),
      primary key (site, pack_id, user_id),
      foreign key (site, pack_id) references pack (site, pack_id) on delete cascade,
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves manageruserid and mytrackpacks
  await sql`create index pack_manager_user on pack_manager (site, user_id, pack_id)`.execute(db);

  await sql`
    create table video (
      site text not null references site,
      video_id integer not null check (video_id > 0),
      poster_id integer not null,
      creator_id integer,
      title text not null,
      title_folded text not null,
      author text not null,
      link_id text not null,
      thumbnail text not null,
      length_s integer not null check (length_s >= 0),
      posted_at timestamptz not null,
      published_at timestamptz not null,
      primary key (site, video_id),
      unique (site, link_id),
      foreign key (site, poster_id) references profile (site, user_id),
      foreign key (site, creator_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serve GET /api/videos, an index per order
  for (const column of ['posted_at', 'published_at', 'title_folded', 'length_s']) {
    await sql`create index ${sql.raw(`video_${column}`)} on video (site, ${sql.raw(column)}, video_id)`.execute(
      db,
    );
  }
  // serves a part of the title
  await sql`create index video_title on video using gin (title_folded gin_trgm_ops)`.execute(db);
  await sql`create index video_poster on video (site, poster_id, video_id)`.execute(db);
  await sql`create index video_creator on video (site, creator_id, video_id)`.execute(db);

  await sql`
    create table track_video (
      site text not null references site,
      track_id integer not null,
      video_id integer not null,
      is_featured boolean not null default false,
      timestamp_s integer check (timestamp_s >= 0),
      primary key (site, track_id, video_id),
      foreign key (site, track_id) references track (site, track_id) on delete cascade,
      foreign key (site, video_id) references video (site, video_id) on delete cascade
    ) partition by list (site)`.execute(db);
  // serves videoid: the tracks in a video
  await sql`create index track_video_video on track_video (site, video_id, track_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table track_video, video, pack_manager, pack_track, pack`.execute(db);
}
