-- Generated pictures of shared links, and copies of pictures that messages show from other hosts.

-- The picture that other sites show with a link to a page.
create table card (
  site text not null references site,
  kind text not null check (kind in ('track', 'pack', 'user', 'edition')),
  subject_id integer not null,              -- the id of the track, pack or user; 0 for the edition
  version text not null,                    -- changes with everything that the picture shows
  sha256 text not null references blob,
  drawn_at timestamptz not null,
  width smallint not null check (width > 0),
  primary key (site, kind, subject_id, width)
) partition by list (site);
-- serves the check that a blob is still needed
create index card_file on card (sha256);
-- serves the removal of old pictures
create index card_drawn on card (drawn_at);

-- Fetched once, re-encoded and stored.
create table remote_picture (
  site text not null references site,
  picture_id integer not null,
  key text not null,                        -- random; part of the address of our copy
  address text not null,
  address_sha256 text not null,             -- the address itself is too long for an index
  state text not null check (state in ('waiting', 'shown', 'failed', 'blocked')),
  failure text,                             -- why it is not shown
  tries smallint not null default 0,
  next_try_at timestamptz,                  -- null: it is not fetched again
  received_sha256 text,                     -- of the received file: a blocked picture is recognised at other addresses
  sha256 text references blob,
  width integer check (width > 0),
  height integer check (height > 0),
  named_at timestamptz not null,            -- the last time a text with this address was saved
  primary key (site, picture_id),
  check ((state = 'shown') = (sha256 is not null and width is not null and height is not null)),
  check ((state = 'failed') = (failure is not null))
) partition by list (site);
-- serves texts, which contain the addresses of pictures
create unique index remote_picture_address on remote_picture (site, address_sha256);
-- serves /remotepicture/{key}
create unique index remote_picture_key on remote_picture (site, key);
-- serves the job that fetches pictures that are due
create index remote_picture_due on remote_picture (next_try_at) where next_try_at is not null;
-- serves the comparison of a received file with blocked ones
create index remote_picture_blocked on remote_picture (site, received_sha256) where state = 'blocked';
-- serves the check that a blob is still needed
create index remote_picture_file on remote_picture (sha256);
