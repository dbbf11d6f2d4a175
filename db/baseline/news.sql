-- News of an edition.

create table news (
  site text not null references site,
  news_id integer not null check (news_id > 0),
  user_id integer not null,
  title text not null,
  message text not null,
  posted_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  published_at timestamptz,                 -- null: a draft, which only the crew sees
  release_at timestamptz,                   -- when a draft is published
  announced_at timestamptz,                 -- when users were notified, which happens once
  thread_id integer,                        -- of its comments
  deleted_at timestamptz,
  deleted_by integer,
  deleted_reason text,
  hidden_with_account boolean not null default false,
  line text,
  primary key (site, news_id),
  foreign key (site, user_id) references profile (site, user_id),
  check (published_at is null or release_at is null),
  foreign key (site, thread_id) references forum_thread (site, thread_id) on delete set null (thread_id),
  foreign key (site, deleted_by) references profile (site, user_id)
) partition by list (site);
-- serves GET /api/news and the front page
create index news_posted on news (site, posted_at, news_id);
-- serves the job that publishes news at its date, and the drafts of the crew
create index news_draft on news (site, release_at) where published_at is null;
-- serves the news of a user, when the account is closed or exported
create index news_user on news (site, user_id, news_id);
-- serves the job that makes missing lines
create index news_no_line on news (site, news_id) where line is null;

create table news_dismissal (
  site text not null references site,
  news_id integer not null,
  user_id integer not null,
  primary key (site, news_id, user_id),
  foreign key (site, news_id) references news (site, news_id) on delete cascade,
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves the news that a user dismissed
create index news_dismissal_user on news_dismissal (site, user_id);
