import { type Kysely, sql } from 'kysely';

/** Everything about one subject that moderators have to decide is one case, whatever brought it up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table moderation_case (
      site text not null references site,
      case_id integer not null check (case_id > 0),
      subject_kind text not null,
      subject_id integer not null check (subject_id >= 0), -- 0: something that has no number
      person_id integer,                        -- whose account or work it is
      state text not null default 'open' check (state in ('open', 'settled')),
      sources text[] not null default '{}',     -- those of case_source
      score integer not null default 0 check (score between 0 and 100),
      reports integer not null default 0,
      opened_at timestamptz not null,
      taken_by integer,
      taken_at timestamptz,
      settled_by integer,                       -- null: the server itself
      settled_at timestamptz,
      outcome text check (outcome in ('solved', 'rejected', 'void')),
      answer text,                              -- to those who reported it
      primary key (site, case_id),
      foreign key (site, person_id) references profile (site, user_id),
      foreign key (site, taken_by) references profile (site, user_id),
      foreign key (site, settled_by) references profile (site, user_id),
      check ((taken_by is null) = (taken_at is null)),
      check ((state = 'settled') = (settled_at is not null and outcome is not null and answer is not null)),
      check (state = 'open' or taken_by is null)
    ) partition by list (site)`.execute(db);
  // at most one open case per subject
  await sql`
    create unique index moderation_case_unsettled on moderation_case (site, subject_kind, subject_id)
    where state = 'open'`.execute(db);
  // serves the history of a subject
  await sql`create index moderation_case_subject on moderation_case (site, subject_kind, subject_id, case_id)`.execute(
    db,
  );
  // serves the record of a person
  await sql`create index moderation_case_person on moderation_case (site, person_id, case_id)`.execute(db);
  // serve the queue: of all cases, of a kind of subject and of a source, by age and by score
  for (const [name, columns, condition] of queues) {
    await sql`
      create index ${sql.id(`moderation_case_${name}_age`)} on moderation_case (site, ${sql.raw(columns)}opened_at, case_id)
      where state = 'open'${sql.raw(condition)}`.execute(db);
    await sql`
      create index ${sql.id(`moderation_case_${name}_score`)} on moderation_case
        (site, ${sql.raw(columns)}score desc, opened_at, case_id)
      where state = 'open'${sql.raw(condition)}`.execute(db);
  }
  // serves what a moderator has taken
  await sql`
    create index moderation_case_taken on moderation_case (site, taken_by, opened_at, case_id)
    where taken_by is not null`.execute(db);
  // serves the settled cases, the newest first
  await sql`
    create index moderation_case_settled on moderation_case (site, settled_at, case_id)
    where state = 'settled'`.execute(db);

  await sql`
    create table case_source (
      site text not null references site,
      case_id integer not null,
      source text not null check (source in ('report', 'hint', 'held', 'appeal')),
      hint text not null,                       -- which hint; empty for others
      text text not null,
      score integer not null check (score between 0 and 100),
      added_at timestamptz not null,
      primary key (site, case_id, source, hint),
      foreign key (site, case_id) references moderation_case (site, case_id) on delete cascade
    ) partition by list (site)`.execute(db);
}

const queues = [
  ['all', '', ''],
  ['kind', 'subject_kind, ', ''],
  ...['report', 'hint', 'held', 'appeal'].map((source) => [source, '', ` and '${source}' = any(sources)`]),
] as const;

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table case_source, moderation_case`.execute(db);
}
