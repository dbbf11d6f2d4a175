-- Tracks: their versions, authors, pictures, downloads and lists.

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
  -- the record, stored with the track for lists and orders
  record_replay_id integer,
  record_time_ms integer,
  record_score integer,
  record_user_id integer,
  record_at timestamptz,
  replays integer not null default 0,
  author_time_beaten boolean not null default false,
  last_awarded_at timestamptz,
  -- awards of the last 7 and 30 days: updated by a job, because they change as time passes
  awards_week integer not null default 0,
  awards_month integer not null default 0,
  -- part of the link to an unlisted track: 122 random bits
  secret_key text not null default replace(gen_random_uuid()::text, '-', ''),
  released_at timestamptz,                  -- when it first became public
  release_at timestamptz,                   -- when a job makes it public
  deleted_at timestamptz,                   -- a deleted track is neither public nor listed; it is removed 30 days later
  deleted_by integer,
  deleted_reason text,
  was_public boolean,                       -- was_public, was_listed: restored with the track
  was_listed boolean,
  record_respawns integer not null default 0,
  hidden_with_account boolean not null default false,
  hold text check (hold in ('review', 'crew')), -- waiting for a moderator, or hidden by one
  held_at timestamptz,
  beta_changed_at timestamptz,              -- when an author last changed the beta other than by a new file
  beta_warned_at timestamptz,               -- when its author was notified that it will be hidden
  primary key (site, track_id),
  foreign key (site, uploader_id) references profile (site, user_id),
  foreign key (site, deleted_by) references profile (site, user_id),
  check (release_at is null or not is_public),
  check (deleted_at is null or not (is_public or is_listed)),
  check ((hold is null) = (held_at is null)),
  check (hold is null or not is_public)
) partition by list (site);
-- serves GET /api/tracks by upload date, and the front page
create index track_uploaded on track (site, uploaded_at, track_id);
-- serves a user's own tracks
create index track_uploader on track (site, uploader_id, uploaded_at, track_id);
-- serves `inlatestauthor` and antispam=1: whether the uploader has a newer public track
create index track_latest on track (site, uploader_id, uploaded_at, track_id) where is_public and is_listed;
-- serves `inlatestawardedauthor` and antispam=2
create index track_latest_awarded on track (site, uploader_id, last_awarded_at, track_id)
  where is_public and is_listed and last_awarded_at is not null;
-- serves the job that updates the awards of the last days
create index track_awarded_lately on track (site, track_id) where awards_month > 0;
-- serves the job that releases tracks at their date
create index track_release on track (release_at) where release_at is not null;
-- serves the job that removes tracks 30 days after their deletion
create index track_deleted on track (deleted_at) where deleted_at is not null;
-- serves the filter `secret` of tracks
create index track_secret on track (site, secret_key);
-- serves the parts of /sitemap.xml, which read ranges of ids from the index alone
create index track_sitemap on track (site, track_id) include (updated_at) where is_public and is_listed;
-- serves short tracks without replays on the front page, which are looked up at random ids
create index track_undriven on track (site, track_id) include (uploader_id)
  where replays = 0 and is_public and is_listed and not is_beta and replay_type in (0, 1, 2, 5)
    and author_time_ms between 1 and 60000;
-- serves the place of a track in the queue of reviews, and the queue itself
create index track_review on track (site, held_at, track_id) where hold = 'review' and deleted_at is null;
-- serves the job that hides betas without changes
create index track_idle_beta on track (updated_at) where is_beta and is_public;
-- serves the tracks of the last seven days on the front page
create index track_new on track (site, uploaded_at) where is_public and is_listed;
-- serves new records on the front page while the search index of tracks loads
create index track_new_record on track (site, record_at desc nulls last, track_id desc)
  where is_public and is_listed and record_replay_id is not null;
-- serves the latest awarded tracks on the front page, also while it loads
create index track_newly_awarded on track (site, last_awarded_at desc nulls last, track_id desc)
  where is_public and is_listed;
-- serves tracks worth many points on the front page, also while it loads
create index track_valued on track (site, track_value) where is_public and is_listed and replay_type = 0;

-- Updates site.tracks.
create function count_tracks() returns trigger language plpgsql as $$
    begin
      update site s set tracks = s.tracks + case tg_op when 'INSERT' then c.n else -c.n end
      from (select site, count(*) as n from changed t where (t.is_public and t.is_listed) group by site) c
      where c.site = s.code;
      return null;
    end $$;

create function count_listed_track() returns trigger language plpgsql as $$
    begin
      update site set tracks = tracks + case when (new.is_public and new.is_listed) then 1 else -1 end where code = new.site;
      return null;
    end $$;

create trigger track_count_insert after insert on track referencing new table as changed
  for each statement execute function count_tracks();
create trigger track_count_delete after delete on track referencing old table as changed
  for each statement execute function count_tracks();
-- for each row, because nearly all updates of tracks change something else
create trigger track_count_update after update of is_public, is_listed on track
  for each row when ((old.is_public and old.is_listed) <> (new.is_public and new.is_listed))
  execute function count_listed_track();

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
  drawing_sha256 text references blob,      -- image/svg+xml
  drawing_raster_sha256 text references blob, -- the same as image/png
  -- revision of the drawing code that was applied; 0: none yet. Without a file, the map cannot be drawn
  drawing_revision smallint not null default 0,
  -- hash of the blocks that the author placed; empty: too few to tell tracks apart; null: not read yet
  blocks_hash text,
  retired_at timestamptz,                   -- when another version became the current one
  targets jsonb,                            -- what medals follow from; the columns of the track have those of the current version
  oddities jsonb,                           -- what no editor of the games makes; null: not read yet
  primary key (site, track_id, version),
  foreign key (site, uploaded_by) references profile (site, user_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade
) partition by list (site);
-- serve the check that a blob is still needed
create index track_version_blob on track_version (sha256);
create index track_version_thumbnail on track_version (thumbnail_sha256);
-- serves the search for a track with the same UId. Versions may share it: a lock keeps it unique among tracks
create index track_version_uid on track_version (site, uid);
-- serve the check that a blob is still needed
create index track_version_drawing on track_version (drawing_sha256);
create index track_version_raster on track_version (drawing_raster_sha256);
-- serves the search for files with the same blocks
create index track_version_blocks on track_version (blocks_hash) where blocks_hash <> '';
-- serves the job that reads files without a hash, the latest first
create index track_version_unread on track_version (uploaded_at desc) where blocks_hash is null;
-- serves the search for a track with the same file
create index track_version_file on track_version (site, sha256);
-- serves the job that reads files without oddities, the latest first
create index track_version_without_oddities on track_version (uploaded_at desc) where oddities is null;

create table track_author (
  site text not null references site,
  track_id integer not null,
  user_id integer not null,
  position smallint not null default 0,     -- in the list of authors; the uploader is 0
  is_uploader boolean not null default false,
  is_pending boolean not null default true,
  role text not null default '' check (length(role) <= 100),
  invited_at timestamptz,                   -- an invitation without a reply ends after 30 days
  primary key (site, track_id, user_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade,
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves the job that ends invitations
create index track_author_invited on track_author (invited_at) where is_pending;
-- serves the tracks of an author, and comments and awards on them
create index track_author_user on track_author (site, user_id, track_id) include (is_pending);

-- Pictures are re-encoded in several formats and widths, and staged by their uploader until a track uses them.
create table picture (
  site text not null references site,
  reference text not null,                  -- random; only its uploader knows it
  user_id integer not null,
  track_id integer,                         -- null while staged
  file_name text not null,
  file_size integer not null check (file_size > 0), -- of the uploaded file
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  staged_at timestamptz not null,
  stored_bytes bigint not null default 0,   -- of all its files, counted in staged_bytes while staged
  primary key (site, reference),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade
) partition by list (site);
-- serves the removal of pictures that were never used
create index picture_staged on picture (staged_at) where track_id is null;
-- serves what a user has staged
create index picture_user_staged on picture (site, user_id) where track_id is null;
-- serves the removal of a track
create index picture_track on picture (site, track_id);

create table picture_file (
  site text not null references site,
  reference text not null,
  format text not null check (format in ('avif', 'webp', 'jpeg')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  sha256 text not null references blob,
  primary key (site, reference, format, width),
  foreign key (site, reference) references picture (site, reference) on delete cascade
) partition by list (site);
-- serves the check that a blob is still needed
create index picture_file_blob on picture_file (sha256);

create table track_image (
  site text not null references site,
  track_id integer not null,
  position smallint not null check (position > 0),
  sha256 text not null references blob,
  small_sha256 text references blob,        -- null: the picture is small enough to be shown unchanged
  file_name text not null,
  file_size integer not null check (file_size > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  added_at timestamptz not null,
  reference text,                           -- null: an older picture whose only file is sha256
  primary key (site, track_id, position),
  foreign key (site, track_id) references track (site, track_id) on delete cascade,
  foreign key (site, reference) references picture (site, reference) on delete cascade
) partition by list (site);
-- serve the check that a blob is still needed
create index track_image_blob on track_image (sha256);
create index track_image_small on track_image (small_sha256);
-- serves the removal of a picture
create index track_image_reference on track_image (site, reference);

create table track_feature (
  site text not null references site,
  track_id integer not null,
  comment text not null check (length(comment) <= 200),
  featured_by integer not null,
  featured_at timestamptz not null,
  primary key (site, track_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade,
  foreign key (site, featured_by) references profile (site, user_id)
) partition by list (site);

-- Tracks that were merged or moved keep their address.
create table track_redirect (
  site text not null references site,
  track_id integer not null,                -- may have been removed since
  to_site text not null references site,
  to_track_id integer not null,
  redirected_at timestamptz not null,
  primary key (site, track_id)
) partition by list (site);

create table track_download (
  site text not null references site,
  track_id integer not null,
  day date not null,
  person text not null,                     -- u:17 for a user, else a keyed hash of the address: one download per person and day
  user_id integer,
  downloaded_at timestamptz not null,
  primary key (site, track_id, day, person),
  foreign key (site, track_id) references track (site, track_id) on delete cascade,
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves `indownloads` and `mydownloads`
create index track_download_user on track_download (site, user_id, downloaded_at, track_id) where user_id is not null;

create table play_later (
  site text not null references site,
  user_id integer not null,
  track_id integer not null,
  added_at timestamptz not null,
  position integer not null,                -- ascending; removed tracks leave gaps
  primary key (site, user_id, track_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade
) partition by list (site);
-- serves the removal of a track
create index play_later_track on play_later (site, track_id);

create table play_later_share (
  site text not null references site,
  user_id integer not null,
  secret_key text not null,                 -- of the link; a new one replaces it, deleting the row revokes it
  created_at timestamptz not null,
  primary key (site, user_id),
  foreign key (site, user_id) references profile (site, user_id) on delete cascade
) partition by list (site);
-- serves a shared list: finds its owner by the secret in the link
create unique index play_later_share_key on play_later_share (site, secret_key);

-- Tracks whose stored file is read again by a job, because the reader has learned more since.
create table track_reread (
  site text not null references site,
  track_id integer not null,
  primary key (site, track_id)
);

-- Tracks to be counted again after their comments, replays, authors or online records were hidden or shown.
create table unsettled_track (
  site text not null references site,
  part text not null check (part in ('comments', 'replays', 'people', 'online')),
  track_id integer not null,
  primary key (site, part, track_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade
) partition by list (site);
