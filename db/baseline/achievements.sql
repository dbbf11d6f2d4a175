-- Achievements and their holders.

create table achievement (
  site text not null references site,
  achievement_id integer not null check (achievement_id > 0),
  key text not null,
  tier smallint not null check (tier > 0),
  display_name text not null,
  description text not null,                -- {0} is replaced by the custom text
  primary_color text not null,
  text_color text not null,
  icon text not null,
  succeeding_id integer,
  holders integer not null default 0,       -- a counter: counting 100,000 rows for the catalogue would take too long
  primary key (site, achievement_id),
  unique (site, key, tier),
  foreign key (site, succeeding_id) references achievement (site, achievement_id)
) partition by list (site);
-- serves the order of GET /api/achievements by holders
create index achievement_holders on achievement (site, holders, achievement_id);

create table achievement_earned (
  site text not null references site,
  achievement_id integer not null,
  user_id integer not null,
  track_id integer not null default 0,      -- 0: earned by the user, not by a track
  custom_text text not null default '',     -- part of the key: the winner of two contests has the same achievement twice
  earned_at timestamptz not null,
  primary key (site, achievement_id, user_id, track_id, custom_text),
  foreign key (site, achievement_id) references achievement (site, achievement_id),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves the badges of a user, the latest first
create index achievement_earned_user on achievement_earned (site, user_id, earned_at);
-- serves tracksearch/achievement/{id}
create index achievement_earned_track on achievement_earned (site, achievement_id, track_id);
-- serves the badges of a track
create index achievement_earned_of_track on achievement_earned (site, track_id, achievement_id) where track_id > 0;

-- Revoked by a moderator: not granted again by a check.
create table achievement_withheld (
  site text not null references site,
  achievement_id integer not null,
  user_id integer not null,                 -- 0: revoked from a track, regardless of its uploader
  track_id integer not null default 0,
  primary key (site, achievement_id, user_id, track_id),
  foreign key (site, achievement_id) references achievement (site, achievement_id)
) partition by list (site);
