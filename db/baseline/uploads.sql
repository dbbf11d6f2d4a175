-- Files that were analysed and do not belong to a track or replay yet, and how many bytes each account has staged on each edition. One row
-- per edition, so that transactions on two editions never wait for each other's row. Counted by triggers, so that every way in which such a
-- file is posted or removed gives its bytes back.

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
  track_id integer,                         -- set when published: a retry returns the same track
  stored_bytes bigint not null default 0,   -- of its files, counted in staged_bytes while staged
  primary key (site, upload_key),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade
) partition by list (site);
-- serves the removal of uploads that were never published
create index upload_created on upload (created_at) where track_id is null;
-- serve the check that a blob is still needed
create index upload_blob on upload (sha256);
create index upload_thumbnail on upload (thumbnail_sha256);
-- serves the removal of a track
create index upload_track on upload (site, track_id) where track_id is not null;
-- serves what a user has staged
create index upload_user_staged on upload (site, user_id) where track_id is null;

create table replay_upload (
  site text not null references site,
  upload_key text not null,
  user_id integer not null,
  sha256 text not null references blob,
  file_name text not null,
  file_size integer not null check (file_size > 0),
  facts jsonb not null,
  created_at timestamptz not null,
  replay_id integer,                        -- set when posted: a retry returns the same replay
  stored_bytes bigint not null default 0,   -- of its files, counted in staged_bytes while staged
  primary key (site, upload_key),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, replay_id) references replay (site, replay_id)
) partition by list (site);
-- serves the removal of uploads after a day
create index replay_upload_created on replay_upload (created_at);
-- serves the check that a blob is still needed
create index replay_upload_blob on replay_upload (sha256);
-- serves what a user has staged
create index replay_upload_user_staged on replay_upload (site, user_id) where replay_id is null;

create table staged_bytes (
  account_id integer not null references account on delete cascade,
  site text not null,
  bytes bigint not null check (bytes >= 0),
  primary key (account_id, site)
);
-- serves the sum of all accounts, and the account that has staged most
create index staged_bytes_some on staged_bytes (account_id) include (bytes) where bytes > 0;

create function count_staged() returns trigger language plpgsql as $$
    begin
      insert into staged_bytes (account_id, site, bytes)
      select account_id, site, new.stored_bytes from profile where site = new.site and user_id = new.user_id
      on conflict (account_id, site) do update set bytes = staged_bytes.bytes + excluded.bytes;
      return null;
    end $$;

create function uncount_staged() returns trigger language plpgsql as $$
    begin
      update staged_bytes set bytes = bytes - old.stored_bytes
      where site = old.site
        and account_id = (select account_id from profile where site = old.site and user_id = old.user_id);
      return null;
    end $$;

create trigger upload_staged after insert on upload
  for each row when (new.track_id is null) execute function count_staged();
create trigger upload_posted after update of track_id on upload
  for each row when (old.track_id is null and new.track_id is not null) execute function uncount_staged();
create trigger upload_unstaged after delete on upload
  for each row when (old.track_id is null) execute function uncount_staged();

create trigger replay_upload_staged after insert on replay_upload
  for each row when (new.replay_id is null) execute function count_staged();
create trigger replay_upload_posted after update of replay_id on replay_upload
  for each row when (old.replay_id is null and new.replay_id is not null) execute function uncount_staged();
create trigger replay_upload_unstaged after delete on replay_upload
  for each row when (old.replay_id is null) execute function uncount_staged();

create trigger picture_staged after insert on picture
  for each row when (new.track_id is null) execute function count_staged();
create trigger picture_posted after update of track_id on picture
  for each row when (old.track_id is null and new.track_id is not null) execute function uncount_staged();
create trigger picture_unstaged after delete on picture
  for each row when (old.track_id is null) execute function uncount_staged();
