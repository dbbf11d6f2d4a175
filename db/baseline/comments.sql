-- Comments on tracks. An award is a comment with a trophy.

create table comment (
  site text not null references site,
  comment_id integer not null check (comment_id > 0),
  track_id integer not null,
  user_id integer not null,
  parent_id integer,
  text text not null,
  is_award boolean not null default false,
  comment_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,                   -- the row stays because of its replies; the text is not shown
  hidden_with_account boolean not null default false,
  line text,
  primary key (site, comment_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, parent_id) references comment (site, comment_id),
  check (parent_id is null or not is_award),
  foreign key (site, track_id) references track (site, track_id) on delete cascade
) partition by list (site);
-- serves GET /api/tracks/comments and the track page
create index comment_track on comment (site, track_id, comment_at, comment_id);
-- serves replies
create index comment_parent on comment (site, parent_id, comment_at, comment_id) where parent_id is not null;
-- serves `awardedby`, `commentedby`, and a user's own comments
create index comment_user on comment (site, user_id, is_award, comment_at, comment_id);
-- at most one award per user and track
create unique index comment_one_award on comment (site, track_id, user_id) where is_award and deleted_at is null;
-- serves the lists of a user that the search index loads: thousands of rows, read from the index alone
create index comment_user_track on comment (site, user_id, is_award, track_id) include (comment_at)
  where deleted_at is null;
-- serves GET /api/tracks/comments without a track: the latest of an edition, also those on the tracks of a user with many tracks
create index comment_newest on comment (site, comment_at, comment_id) include (track_id)
  where parent_id is null and not is_award;
-- serves GET /api/tracks/awards in the same way
create index comment_awards on comment (site, comment_at, comment_id) include (track_id)
  where is_award and deleted_at is null;
-- serves the job that makes missing lines
create index comment_no_line on comment (site, comment_id) where line is null;
