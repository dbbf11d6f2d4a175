import { type Kysely, sql } from 'kysely';

/** What the site tells a person, what persons tell the crew, and what the crew did about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notice (
      site text not null references site,
      notice_id integer not null check (notice_id > 0),
      user_id integer not null,
      kind text not null,
      text text not null,
      link text not null check (link ~ '^/([^/]|$)' and length(link) <= 500),
      times integer not null default 1,         -- how often it was renewed while unread
      noticed_at timestamptz not null,
      read_at timestamptz,
      primary key (site, notice_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // one unread notice per person, kind and link: the next one renews it; serves the count of unread ones, too
  await sql`create unique index notice_unread on notice (site, user_id, kind, link) where read_at is null`.execute(
    db,
  );
  // serves the page of notices: unread ones first, then the newest
  await sql`create index notice_user on notice (site, user_id, (read_at is null), noticed_at, notice_id)`.execute(
    db,
  );
  // serves the job that sweeps old ones
  await sql`create index notice_noticed on notice (noticed_at)`.execute(db);

  await sql`
    create table notice_mail (                  -- those who want notices as mails, too
      site text not null references site,
      user_id integer not null,
      origin text not null,                     -- where they asked for them: where the links in their mails lead
      asked_at timestamptz not null,
      primary key (site, user_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);

  await sql`
    create table report (
      site text not null references site,
      report_id integer not null check (report_id > 0),
      subject_kind text not null,
      subject_id integer not null check (subject_id >= 0), -- 0: something that has no number
      user_id integer not null,
      reason text not null,
      text text not null,
      state text not null default 'open' check (state in ('open', 'taken', 'solved', 'rejected')),
      reported_at timestamptz not null,
      handled_by integer,                       -- who took it, then who ended it
      handled_at timestamptz,
      answer text,                              -- what the reporter was told
      primary key (site, report_id),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, handled_by) references profile (site, user_id),
      check ((state = 'open') = (handled_by is null)),
      check ((state in ('solved', 'rejected')) = (answer is not null))
    ) partition by list (site)`.execute(db);
  // one open report per person and subject
  await sql`
    create unique index report_unended on report (site, user_id, subject_kind, subject_id)
    where state in ('open', 'taken')`.execute(db);
  // serves the queue of a state, oldest first
  await sql`create index report_state on report (site, state, reported_at, report_id)`.execute(db);
  // serves the count of what a person reported today
  await sql`create index report_user on report (site, user_id, reported_at)`.execute(db);

  await sql`
    create table moderation_act (
      site text not null references site,
      act_id integer not null check (act_id > 0),
      act text not null,
      subject_kind text not null,
      subject_id integer not null,
      reason text not null check (length(reason) between 1 and 2000),
      user_id integer,                          -- null: the server itself, by a job or a command
      acted_at timestamptz not null,
      primary key (site, act_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves the moderation log, newest first
  await sql`create index moderation_act_time on moderation_act (site, acted_at, act_id)`.execute(db);
  // serves what was done to one subject
  await sql`create index moderation_act_subject on moderation_act (site, subject_kind, subject_id, acted_at, act_id)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table moderation_act, report, notice_mail, notice`.execute(db);
}
