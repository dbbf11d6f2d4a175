-- Moderation: the log of acts, cases with their reports and appeals, sanctions, and texts that wait for a moderator.

create table moderation_act (
  site text not null references site,
  act_id integer not null check (act_id > 0),
  act text not null,
  subject_kind text not null,
  subject_id integer not null,
  reason text not null check (length(reason) between 1 and 2000),
  user_id integer,                          -- null: the server itself, by a job or a command
  acted_at timestamptz not null,
  before jsonb,                             -- what it changed, before and after
  after jsonb,
  person_id integer,                        -- the user whose account or work it is about
  case_id integer,                          -- the case on whose page it was decided
  undoes integer,                           -- the act that it undoes
  primary key (site, act_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, person_id) references profile (site, user_id),
  foreign key (site, undoes) references moderation_act (site, act_id)
) partition by list (site);
-- serves the moderation log, the latest first
create index moderation_act_time on moderation_act (site, acted_at, act_id);
-- serves the acts on a subject
create index moderation_act_subject on moderation_act (site, subject_kind, subject_id, acted_at, act_id);
-- an act is undone at most once; serves whether it was undone
create unique index moderation_act_undoes on moderation_act (site, undoes) where undoes is not null;
-- serves the log of a moderator
create index moderation_act_moderator on moderation_act (site, user_id, acted_at, act_id);
-- serves the log of an act
create index moderation_act_name on moderation_act (site, act, acted_at, act_id);
-- serves the log of a kind of subject
create index moderation_act_kind on moderation_act (site, subject_kind, acted_at, act_id);
-- serves the log about a user, and the decisions that a user sees
create index moderation_act_person on moderation_act (site, person_id, acted_at, act_id) where person_id is not null;
-- serves the acts of a case
create index moderation_act_case on moderation_act (site, case_id, acted_at, act_id) where case_id is not null;

-- Rows are only added. Erasing an account removes that user's texts from `before` and `after`, which the trigger does not cover.
create function moderation_act_unchanged() returns trigger language plpgsql as $$
    begin
      raise exception 'The moderation log is only added to.';
    end $$;

create trigger moderation_act_unchanged
  before update of site, act_id, act, subject_kind, subject_id, reason, user_id, acted_at, person_id, case_id, undoes
    or delete on moderation_act
  for each row execute function moderation_act_unchanged();

-- Everything about one subject that moderators have to decide is one case, whatever raised it.
create table moderation_case (
  site text not null references site,
  case_id integer not null check (case_id > 0),
  subject_kind text not null,
  subject_id integer not null check (subject_id >= 0), -- 0: a subject without an id
  person_id integer,                        -- the user whose account or work it is
  state text not null default 'open' check (state in ('open', 'settled')),
  sources text[] not null default '{}',     -- the sources in case_source
  score integer not null default 0 check (score between 0 and 100),
  reports integer not null default 0,
  opened_at timestamptz not null,
  taken_by integer,
  taken_at timestamptz,
  settled_by integer,                       -- null: the server itself
  settled_at timestamptz,
  outcome text check (outcome in ('solved', 'rejected', 'void')),
  answer text,                              -- to the users who reported it
  primary key (site, case_id),
  foreign key (site, person_id) references profile (site, user_id),
  foreign key (site, taken_by) references profile (site, user_id),
  foreign key (site, settled_by) references profile (site, user_id),
  check ((taken_by is null) = (taken_at is null)),
  check ((state = 'settled') = (settled_at is not null and outcome is not null and answer is not null)),
  check (state = 'open' or taken_by is null)
) partition by list (site);
-- at most one open case per subject
create unique index moderation_case_unsettled on moderation_case (site, subject_kind, subject_id)
  where state = 'open';
-- serves the history of a subject
create index moderation_case_subject on moderation_case (site, subject_kind, subject_id, case_id);
-- serves the record of a user
create index moderation_case_person on moderation_case (site, person_id, case_id);
-- serve the queue by age: of all cases, of a kind of subject, of a source
create index moderation_case_all_age on moderation_case (site, opened_at, case_id) where state = 'open';
create index moderation_case_kind_age on moderation_case (site, subject_kind, opened_at, case_id)
  where state = 'open';
create index moderation_case_report_age on moderation_case (site, opened_at, case_id)
  where state = 'open' and 'report' = any(sources);
create index moderation_case_hint_age on moderation_case (site, opened_at, case_id)
  where state = 'open' and 'hint' = any(sources);
create index moderation_case_held_age on moderation_case (site, opened_at, case_id)
  where state = 'open' and 'held' = any(sources);
create index moderation_case_appeal_age on moderation_case (site, opened_at, case_id)
  where state = 'open' and 'appeal' = any(sources);
-- serves the cases that a moderator has taken
create index moderation_case_taken on moderation_case (site, taken_by, opened_at, case_id) where taken_by is not null;
-- serves the settled cases, the latest first
create index moderation_case_settled on moderation_case (site, settled_at, case_id) where state = 'settled';
-- serve the queue by score in the same way. `100 - score` ascends like the time, so that a page can begin anywhere in the index
create index moderation_case_all_score on moderation_case (site, (100 - score), opened_at, case_id)
  where state = 'open';
create index moderation_case_kind_score on moderation_case (site, subject_kind, (100 - score), opened_at, case_id)
  where state = 'open';
create index moderation_case_report_score on moderation_case (site, (100 - score), opened_at, case_id)
  where state = 'open' and 'report' = any(sources);
create index moderation_case_hint_score on moderation_case (site, (100 - score), opened_at, case_id)
  where state = 'open' and 'hint' = any(sources);
create index moderation_case_held_score on moderation_case (site, (100 - score), opened_at, case_id)
  where state = 'open' and 'held' = any(sources);
create index moderation_case_appeal_score on moderation_case (site, (100 - score), opened_at, case_id)
  where state = 'open' and 'appeal' = any(sources);

-- What raised a case, each with its part of the score.
create table case_source (
  site text not null references site,
  case_id integer not null,
  source text not null check (source in ('report', 'hint', 'held', 'appeal')),
  hint text not null,                       -- its name; empty for other sources
  text text not null,
  score integer not null check (score between 0 and 100),
  added_at timestamptz not null,
  primary key (site, case_id, source, hint),
  foreign key (site, case_id) references moderation_case (site, case_id) on delete cascade
) partition by list (site);

-- Filters of the queue that a moderator saved; they apply on all editions.
create table case_view (
  account_id integer not null references account on delete cascade,
  name text not null check (length(name) between 1 and 40),
  query text not null check (length(query) <= 500),
  saved_at timestamptz not null,
  primary key (account_id, name)
);

create table report (
  site text not null references site,
  report_id integer not null check (report_id > 0),
  user_id integer not null,
  reason text not null,
  text text not null,
  reported_at timestamptz not null,
  case_id integer not null,
  title text not null default '',
  primary key (site, report_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, case_id) references moderation_case (site, case_id)
) partition by list (site);
-- at most one report per user and case; serves the reports of a case
create unique index report_case on report (site, case_id, user_id);
-- serves a user's own reports, and how many of them were made today
create index report_user on report (site, user_id, reported_at, report_id);

-- Users appeal against decisions about themselves, once per decision.
create table appeal (
  site text not null references site,
  act_id integer not null,                  -- the decision
  user_id integer not null,
  text text not null check (length(text) between 1 and 2000),
  appealed_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'upheld', 'undone', 'regretted')),
  decided_by integer,                       -- null after the decision: the server itself
  decided_at timestamptz,
  answer text,                              -- to the user
  primary key (site, act_id),
  foreign key (site, act_id) references moderation_act (site, act_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, decided_by) references profile (site, user_id),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'open') = (answer is null))
) partition by list (site);
-- serves the list of appeals of several editions, by age
create index appeal_queue on appeal (state, appealed_at, act_id, site);
-- serves the appeals of a user
create index appeal_user on appeal (site, user_id, act_id);

-- What moderators did in a month. Never counted again: erasing accounts changes nothing.
create table moderation_figure (
  site text not null references site,
  month date not null check (extract(day from month) = 1),
  figure text not null,
  value integer not null check (value >= 0),
  primary key (site, month, figure)
) partition by list (site);

-- Warnings, mutes and suspensions of accounts, on one edition or on all.
create table sanction (
  sanction_id integer generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  site text references site,                -- null: on every site
  kind text not null check (kind in ('warning', 'mute', 'suspension')),
  reason text not null,
  imposed_by integer references account,
  imposed_at timestamptz not null,
  ends_at timestamptz,                      -- null: permanent
  lifted_by integer references account,
  lifted_at timestamptz,                    -- null: not lifted
  check (ends_at is not null or kind = 'suspension'),
  check (ends_at > imposed_at)
);
-- serves the sanctions in force, which are read with every session, and the record of a user
create index sanction_account on sanction (account_id, sanction_id);

-- Texts of new writers with links or pictures wait for a moderator, outside all tables that other users read.
create table held_text (
  site text not null references site,
  held_id integer not null check (held_id > 0),
  user_id integer not null,
  kind text not null
    check (kind in ('comment', 'award', 'commentchange', 'thread', 'post', 'postchange', 'newscomment')),
  place_id integer not null,                -- the id of a track, thread, board or news post, according to the kind
  title text,                               -- of a thread
  text text not null,                       -- as typed; emptied some time after it ended
  payload jsonb not null,                   -- further fields of the form
  parts text[] not null,                    -- links and pictures that lead to other hosts
  state text not null default 'waiting' check (state in ('waiting', 'released', 'refused', 'withdrawn', 'expired')),
  held_at timestamptz not null,
  ended_at timestamptz,
  result_id integer,                        -- the id of the comment or post that it became
  replaced text,                            -- the text that a change replaced
  primary key (site, held_id),
  foreign key (site, user_id) references profile (site, user_id),
  check ((state = 'waiting') = (ended_at is null))
) partition by list (site);
-- serves the texts of a user, also those that wait in one place, and how many were released
create index held_text_user on held_text (site, user_id, held_at, held_id);
-- serves positions in the queue, and texts that expire
create index held_text_waiting on held_text (site, held_at, held_id) where state = 'waiting';
-- serves the job that erases texts that ended long ago
create index held_text_ended on held_text (site, ended_at) where ended_at is not null and text <> '';
