-- Videos of tracks.

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
  version integer not null default 1,
  updated_at timestamptz,                   -- null: never changed
  removed_at timestamptz,
  removed_by integer,                       -- null: hidden with the account of its poster
  removed_reason text,
  hidden_with_account boolean not null default false,
  primary key (site, video_id),
  unique (site, link_id),
  foreign key (site, poster_id) references profile (site, user_id),
  foreign key (site, creator_id) references profile (site, user_id),
  foreign key (site, removed_by) references profile (site, user_id)
) partition by list (site);
-- serve GET /api/videos, one index per order
create index video_posted_at on video (site, posted_at, video_id);
create index video_published_at on video (site, published_at, video_id);
create index video_title_folded on video (site, title_folded, video_id);
create index video_length_s on video (site, length_s, video_id);
-- serves the search for a part of a title
create index video_title on video using gin (title_folded gin_trgm_ops);
-- serves the videos that a user posted
create index video_poster on video (site, poster_id, video_id);
-- serves the videos that a user made
create index video_creator on video (site, creator_id, video_id);

create table video_picture (
  site text not null references site,
  video_id integer not null,
  format text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  sha256 text not null references blob,
  added_at timestamptz not null,
  primary key (site, video_id, format, width),
  foreign key (site, video_id) references video (site, video_id) on delete cascade
) partition by list (site);
-- serves the check that a blob is still needed
create index video_picture_file on video_picture (sha256);

create table track_video (
  site text not null references site,
  track_id integer not null,
  video_id integer not null,
  is_featured boolean not null default false,
  timestamp_s integer check (timestamp_s >= 0),
  primary key (site, track_id, video_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade,
  foreign key (site, video_id) references video (site, video_id) on delete cascade
) partition by list (site);
-- serves the filter `videoid`: the tracks in a video
create index track_video_video on track_video (site, video_id, track_id);
