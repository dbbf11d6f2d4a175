-- The editions, and what the whole installation stores: files, settings, secrets and limits.

-- finds parts of names of users, packs and videos by their trigrams
create extension if not exists pg_trgm;

create table site (
  code text primary key check (code ~ '^[a-z][a-z0-9]{1,9}$'),
  profiles integer not null default 0,      -- counted by triggers, for the front page
  tracks integer not null default 0         -- listed tracks, counted by triggers
);

-- Ids count separately on each edition, as on TMX: db/partitions.ts creates one sequence per kind and edition.
create function next_id(kind text, site text) returns integer language sql volatile
    return nextval(format('%I', kind || '_id_' || site)::regclass)::integer;

-- A row names a file that is in place on disk: the file comes first, so that no committed row lacks its bytes.
create table blob (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes integer not null check (size_bytes > 0),
  created_at timestamptz not null
);

-- What the crew sets for an edition while it runs. Processes cache it and are notified of changes.
create table edition_setting (
  site text not null references site,
  name text not null,
  value jsonb not null,
  changed_at timestamptz not null,
  primary key (site, name)
) partition by list (site);

create function edition_setting_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('edition_setting', '');
      return null;
    end $$;

create trigger edition_setting_changed after insert or update or delete on edition_setting
  for each statement execute function edition_setting_changed();

create table server_secret (
  name text primary key,
  value text not null
);

-- Unlogged: losing these counts in a crash is acceptable, and no write waits for the disk.
create unlogged table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
-- serves the removal of expired limits
create index rate_limit_expire on rate_limit (expire);
