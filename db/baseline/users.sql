-- Users: the profile of an account on one edition, and what users choose about others.

create table profile (
  site text not null references site,
  user_id integer not null check (user_id > 0),
  account_id integer not null references account,
  name text not null,
  registered_at timestamptz not null,
  ui_mode smallint not null default 0 check (ui_mode between 0 and 2),
  custom_title text,
  user_comments text,
  name_folded text not null,                -- the same key as name_key of the account
  -- counters, by which lists of users are sorted
  tracks integer not null default 0,
  packs integer not null default 0,
  awards_received integer not null default 0,
  awards_given integer not null default 0,
  comments_received integer not null default 0,
  comments_given integer not null default 0,
  forum_posts integer not null default 0,
  forum_threads integer not null default 0,
  videos_posted integer not null default 0,
  videos_created integer not null default 0,
  replays integer not null default 0,
  favorites integer not null default 0,
  achievements integer not null default 0,
  author_medals integer not null default 0,
  gold_medals integer not null default 0,
  silver_medals integer not null default 0,
  bronze_medals integer not null default 0,
  custom_url text,
  -- of the name: 0 none, 1 supporter, 2 crew of this edition or of all
  tint smallint not null default 0 check (tint between 0 and 2),
  -- the largest JPEG of the uploaded picture; null: the generated one, or none
  avatar_sha256 text,
  banner_sha256 text,
  custom_url_at timestamptz,                -- when custom_url was last chosen or given up
  closed_at timestamptz,                    -- in no list of users; its name is shown as "Deleted user"
  primary key (site, user_id),
  unique (site, account_id)
) partition by list (site);
-- serve GET /api/users, one index per order
create index profile_name_folded on profile (site, name_folded, user_id);
create index profile_packs on profile (site, packs, user_id);
create index profile_forum_posts on profile (site, forum_posts, user_id);
create index profile_forum_threads on profile (site, forum_threads, user_id);
create index profile_registered_at on profile (site, registered_at, user_id);
create index profile_videos_posted on profile (site, videos_posted, user_id);
create index profile_videos_created on profile (site, videos_created, user_id);
create index profile_favorites on profile (site, favorites, user_id);
create index profile_achievements on profile (site, achievements, user_id);
create index profile_author_medals on profile (site, author_medals, user_id);
create index profile_gold_medals on profile (site, gold_medals, user_id);
create index profile_silver_medals on profile (site, silver_medals, user_id);
create index profile_bronze_medals on profile (site, bronze_medals, user_id);
-- serves the search for a part of a name
create index profile_name on profile using gin (name_folded gin_trgm_ops);
-- serves /usershow/{address}
create unique index profile_custom_url on profile (site, custom_url) where custom_url is not null;
-- serves the parts of /sitemap.xml, which read ranges of ids from the index alone
create index profile_sitemap on profile (site, user_id) include (custom_url) where closed_at is null;
-- serve the orders that can be combined with a range of tracks or awards: a walk along one reads only the rows of its page
create index profile_tracks on profile (site, tracks, user_id) include (awards_received, awards_given, closed_at);
create index profile_awards_received on profile (site, awards_received, user_id)
  include (tracks, awards_given, closed_at);
create index profile_awards_given on profile (site, awards_given, user_id)
  include (tracks, awards_received, closed_at);
create index profile_comments_received on profile (site, comments_received, user_id)
  include (tracks, awards_received, awards_given, closed_at);
create index profile_comments_given on profile (site, comments_given, user_id)
  include (tracks, awards_received, awards_given, closed_at);
create index profile_replays on profile (site, replays, user_id)
  include (tracks, awards_received, awards_given, closed_at);

-- Updates site.profiles.
create function count_profiles() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update site s set profiles = profiles + c.n
        from (select site, count(*) as n from changed group by site) c where c.site = s.code;
      else
        update site s set profiles = profiles - c.n
        from (select site, count(*) as n from changed group by site) c where c.site = s.code;
      end if;
      return null;
    end $$;

create trigger profile_count_insert after insert on profile referencing new table as changed
  for each statement execute function count_profiles();
create trigger profile_count_delete after delete on profile referencing old table as changed
  for each statement execute function count_profiles();

-- The tint is stored with the profile, so that lists read it with the name. Triggers update it after every write that decides it; a job
-- checks each night whether the time of a supporter is over.
create function profile_tint(of_account integer, on_site text, at timestamptz) returns smallint
    language sql stable as $$
      select (case
        when exists (select from role_grant g where g.account_id = of_account and (g.site is null or g.site = on_site))
          then 2
        when exists (select from account a where a.account_id = of_account and a.supporter_until > at) then 1
        else 0 end)::smallint
    $$;

create function tint_new_profile() returns trigger language plpgsql as $$
    begin
      new.tint := profile_tint(new.account_id, new.site, now());
      return new;
    end $$;

create function tint_profiles() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update profile p set tint = profile_tint(p.account_id, p.site, now())
        where p.account_id = old.account_id and p.tint <> profile_tint(p.account_id, p.site, now());
      end if;
      if tg_op <> 'DELETE' then
        update profile p set tint = profile_tint(p.account_id, p.site, now())
        where p.account_id = new.account_id and p.tint <> profile_tint(p.account_id, p.site, now());
      end if;
      return null;
    end $$;

create trigger profile_tint before insert on profile for each row execute function tint_new_profile();

create trigger role_grant_tint after insert or update or delete on role_grant
  for each row execute function tint_profiles();

create trigger account_tint after update of supporter_until on account
  for each row when (old.supporter_until is distinct from new.supporter_until) execute function tint_profiles();

create table profile_picture (
  site text not null references site,
  user_id integer not null,
  kind text not null check (kind in ('avatar', 'banner')),
  format text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  sha256 text not null references blob,
  added_at timestamptz not null,
  primary key (site, user_id, kind, format, width),
  foreign key (site, user_id) references profile (site, user_id) on delete cascade
) partition by list (site);
-- serves the check that a blob is still needed
create index profile_picture_file on profile_picture (sha256);

-- Every custom address that a user has or had: no other user gets it, and former ones lead to the user's page.
create table profile_address (
  site text not null references site,
  address text not null,
  look text not null,                       -- equal for addresses that look alike
  user_id integer not null,
  taken_at timestamptz not null,
  has_look_keys boolean not null default false, -- account_look has its keys
  primary key (site, address),
  foreign key (site, user_id) references profile (site, user_id) on delete cascade
) partition by list (site);
-- serves the search for a similar address of another user
create index profile_address_look on profile_address (site, look, user_id);
-- serves the removal of a user's addresses
create index profile_address_user on profile_address (site, user_id);
-- serves the search for addresses without keys, which usually finds nothing
create index profile_address_without_look_keys on profile_address (taken_at) where not has_look_keys;

create table favorite_user (
  site text not null references site,
  user_id integer not null,
  favorite_id integer not null,
  added_at timestamptz not null,
  primary key (site, user_id, favorite_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, favorite_id) references profile (site, user_id),
  check (user_id <> favorite_id)
) partition by list (site);
-- serves the number of users who have a user as a favourite
create index favorite_user_of on favorite_user (site, favorite_id);

-- What a blocked user writes is hidden from those who blocked them.
create table user_block (
  site text not null references site,
  user_id integer not null,                 -- who blocks
  blocked_id integer not null,
  blocked_at timestamptz not null,
  primary key (site, user_id, blocked_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, blocked_id) references profile (site, user_id),
  check (user_id <> blocked_id)
) partition by list (site);
-- serves the page of blocked users, the latest first
create index user_block_time on user_block (site, user_id, blocked_at, blocked_id);
-- serves which of some users have blocked a user, and the erasure of a user
create index user_block_blocked on user_block (site, blocked_id, user_id);

create table former_crew (
  site text not null references site,
  user_id integer not null,
  title text not null,
  from_year smallint not null,
  to_year smallint not null check (to_year >= from_year),
  primary key (site, user_id, from_year),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
