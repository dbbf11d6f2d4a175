-- Track packs: their tracks, managers, pictures and downloads.

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
  tracks integer not null default 0,        -- approved tracks
  pack_value integer not null default 0,
  downloads integer not null default 0,
  image_sha256 text references blob,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  activity_at timestamptz not null,
  revision integer not null default 0,      -- counts changes of its tracks
  has_leaderboard boolean not null default true,
  submissions_per_user smallint not null default 5 check (submissions_per_user between 1 and 50),
  -- environments of approved tracks are shown in addition
  announced_environments smallint[] not null default '{}',
  settings_version integer not null default 1, -- counts saved settings, so that the second of two editors is warned
  deleted_at timestamptz,
  deleted_by integer,
  deleted_reason text,                      -- null: the owner deleted it
  was_public boolean,                       -- restored with the pack
  hidden_with_account boolean not null default false,
  hidden_at timestamptz,                    -- null: it is not hidden, or was before this was recorded
  primary key (site, pack_id),
  foreign key (site, owner_id) references profile (site, user_id),
  check (deleted_at is null or not is_public)
) partition by list (site);
-- serve GET /api/trackpacks, one index per order
create index pack_created_at on pack (site, created_at, pack_id);
create index pack_updated_at on pack (site, updated_at, pack_id);
create index pack_tracks on pack (site, tracks, pack_id);
create index pack_activity_at on pack (site, activity_at, pack_id);
create index pack_name_folded on pack (site, name_folded, pack_id);
create index pack_downloads on pack (site, downloads, pack_id);
create index pack_pack_value on pack (site, pack_value, pack_id);
-- serves the search for a part of a name
create index pack_name on pack using gin (name_folded gin_trgm_ops);
-- serves the check that a blob is still needed
create index pack_image on pack (image_sha256) where image_sha256 is not null;
-- serves a user's own packs
create index pack_owner on pack (site, owner_id, pack_id);
-- serves the job that removes deleted packs
create index pack_deleted on pack (deleted_at) where deleted_at is not null;

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
  foreign key (site, added_by) references profile (site, user_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade
) partition by list (site);
-- serves the tracks of a pack in their order
create index pack_track_position on pack_track (site, pack_id, status, position, track_id);
-- serves the packs that contain a track
create index pack_track_track on pack_track (site, track_id, pack_id);

create table pack_manager (
  site text not null references site,
  pack_id integer not null,
  user_id integer not null,
  role text not null default '' check (length(role) <= 100),
  primary key (site, pack_id, user_id),
  foreign key (site, pack_id) references pack (site, pack_id) on delete cascade,
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves `manageruserid` and `mytrackpacks`
create index pack_manager_user on pack_manager (site, user_id, pack_id);

create table pack_picture (
  site text not null references site,
  pack_id integer not null,
  format text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  sha256 text not null references blob,
  added_at timestamptz not null,
  primary key (site, pack_id, format, width),
  foreign key (site, pack_id) references pack (site, pack_id) on delete cascade
) partition by list (site);
-- serves the check that a blob is still needed
create index pack_picture_file on pack_picture (sha256);

-- The last change of a pack's tracks, if it can be undone.
create table pack_step (
  site text not null references site,
  pack_id integer not null,
  user_id integer not null,                 -- the user who made the change
  text text not null,                       -- what was changed
  reversal jsonb not null,                  -- what undoes it
  primary key (site, pack_id),
  foreign key (site, pack_id) references pack (site, pack_id) on delete cascade,
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);

create table pack_download (
  site text not null references site,
  pack_id integer not null,
  day date not null,                        -- UTC
  person text not null,                     -- a user, or a visitor within that day
  primary key (site, pack_id, day, person),
  foreign key (site, pack_id) references pack (site, pack_id) on delete cascade
) partition by list (site);
