-- Notices to users, and mails about them.

-- Notices to many users, written in chunks.
create table announcement (
  site text not null references site,
  announcement_id integer not null check (announcement_id > 0),
  kind text not null,
  text text not null,
  link text not null check (link ~ '^/([^/]|$)' and length(link) <= 500),
  by_user_id integer,                       -- null: no user caused it
  fans_of integer[],                        -- null: for everyone on the edition
  track_id integer,                         -- not written unless this track is public
  announced_at timestamptz not null,
  after_user_id integer not null default 0, -- users up to this one have been notified
  notices integer not null default 0,       -- how many were written
  ended_at timestamptz,
  primary key (site, announcement_id),
  foreign key (site, by_user_id) references profile (site, user_id)
) partition by list (site);
-- serves the job that continues announcements
create index announcement_open on announcement (site, announcement_id) where ended_at is null;
-- serves the withdrawal of an announcement
create index announcement_link on announcement (site, link, kind);
-- serves the closing and erasure of an account
create index announcement_by on announcement (site, by_user_id) where by_user_id is not null;

create table notice (
  site text not null references site,
  notice_id integer not null check (notice_id > 0),
  user_id integer not null,
  kind text not null,
  text text not null,
  link text not null check (link ~ '^/([^/]|$)' and length(link) <= 500),
  times integer not null default 1,         -- one more each time it was renewed while unread
  noticed_at timestamptz not null,
  read_at timestamptz,
  by_user_id integer,                       -- the user who caused it; null: none, or a decision of the crew
  hidden_at timestamptz,                    -- set while the account of by_user_id is closed
  mail_id integer,                          -- the mail that contains it
  announcement_id integer,
  primary key (site, notice_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, by_user_id) references profile (site, user_id)
) partition by list (site);
-- at most one unread notice per user, kind and link, which the next one renews; serves the number of unread notices
create unique index notice_unread on notice (site, user_id, kind, link) where read_at is null;
-- serves the page of notices: unread ones first, then the latest
create index notice_user on notice (site, user_id, (read_at is null), noticed_at, notice_id);
-- serves the job that removes old notices
create index notice_noticed on notice (noticed_at);
-- serves the closing and erasure of an account, and combining notices about the same user
create index notice_by on notice (site, by_user_id, user_id) where by_user_id is not null;
-- serves the contents of a mail
create index notice_mailed on notice (site, mail_id) where mail_id is not null;
-- serves the withdrawal of an announcement
create index notice_announced on notice (site, announcement_id) where announcement_id is not null;
-- serves the withdrawal of notices that lead to a page, whatever its query
create index notice_link on notice (site, link text_pattern_ops);

-- A group without a row is delivered in its default way.
create table notice_setting (
  site text not null references site,
  user_id integer not null,
  notice_group text not null,
  delivery text not null check (delivery in ('off', 'site', 'mail', 'daily', 'weekly')),
  chosen_at timestamptz not null,
  primary key (site, user_id, notice_group),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves the digests: users who have groups with this delivery
create index notice_setting_digest on notice_setting (site, delivery, user_id) where delivery in ('daily', 'weekly');

-- Users who also get notices as mails.
create table notice_mail (
  site text not null references site,
  user_id integer not null,
  origin text not null,                     -- of the edition on which they chose it, for the links in their mails
  asked_at timestamptz not null,
  primary key (site, user_id),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);

-- Mails about notices.
create table notice_outbox (
  site text not null references site,
  mail_id integer not null check (mail_id > 0),
  user_id integer not null,
  delivery text not null check (delivery in ('mail', 'daily', 'weekly')),
  state text not null default 'due' check (state in ('due', 'handed', 'sent', 'refused', 'withheld', 'dropped')),
  due_at timestamptz not null,
  tries integer not null default 0,
  changed_at timestamptz not null,
  primary key (site, mail_id),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves the job that sends mails, the oldest first
create index notice_outbox_due on notice_outbox (site, due_at, mail_id) where state = 'due';
-- serves the report of mails that may or may not have been sent
create index notice_outbox_handed on notice_outbox (site, changed_at) where state = 'handed';
-- serves the closing and erasure of an account
create index notice_outbox_user on notice_outbox (site, user_id);
