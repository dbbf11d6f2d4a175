-- Times driven on game servers. Every sender has rows of its own, so that none replaces those of another; which of them is on a board is a
-- mark on the row.

create table online_record (
  site text not null references site,
  online_record_id integer not null check (online_record_id > 0),
  uid text not null,
  mode smallint not null,                   -- 0 rounds, otherwise time attack
  login text not null,
  time_ms integer not null check (time_ms > 0),
  server text not null default '',
  sent_by integer,                          -- the user who owns the token; null: sent without one
  sent_at timestamptz,
  removed_at timestamptz,                   -- a removed record keeps its row, so that sending it again does not restore it
  removed_by integer,
  removal_reason text,
  hidden_with_account boolean not null default false,
  is_trusted boolean not null default false, -- sent by an approved server, or imported by the operator
  is_shown boolean not null default false,  -- on the board of its track and mode
  waits_for text check (waits_for in ('server', 'time')), -- the decision without which it is not shown
  removal_batch uuid,                       -- removed together with others, and restored with them
  primary key (site, online_record_id)
) partition by list (site);
-- serves the records of a login
create index online_record_login on online_record (site, login, online_record_id);
-- serves closing, reopening and erasing an account, which hide or show the records of its logins
create index online_record_login_key on online_record (site, lower(login));
-- serves the ranking of a board, and the removed logins on it
create index online_record_board on online_record (site, uid, mode, login, online_record_id);
-- serves GET /api/tracks/dedimania
create index online_record_shown on online_record (site, uid, time_ms, login, online_record_id) where is_shown;
-- serves what a sender has sent: its rows on a board, its page for moderators, and acts on all of it
create index online_record_sender on online_record (site, sent_by, uid, online_record_id) where sent_by is not null;
-- serves the limit of unapproved records per sender
create index online_record_unverified on online_record (site, sent_by) where not is_trusted or waits_for is not null;
-- serves the records of a sender that wait for a moderator
create index online_record_waiting on online_record (site, sent_by, online_record_id)
  where waits_for is not null and removed_at is null;
-- serves undoing an act on many records
create index online_record_batch on online_record (site, removal_batch, uid) where removal_batch is not null;

-- Users whose records moderators approved or hold back. A user without a row is neither.
create table record_server (
  site text not null references site,
  user_id integer not null,
  state text not null check (state in ('approved', 'held')), -- held: what it sends waits for a moderator
  decided_at timestamptz not null,
  primary key (site, user_id),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
