import { type Kysely, sql } from 'kysely';

/** Reports belong to cases: all undecided ones about a subject to one, each decided one to a case of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report add column case_id integer, add column title text not null default ''`.execute(
    db,
  );
  await casesOfReports(db);
  await sql`drop index report_unended, report_state, report_user`.execute(db);
  await sql`
    alter table report
      alter column case_id set not null,
      add foreign key (site, case_id) references moderation_case (site, case_id),
      drop column subject_kind, drop column subject_id, drop column state, drop column handled_by, drop column handled_at,
      drop column answer`.execute(db);
  // one report per user and case; serves the reports of a case
  await sql`create unique index report_case on report (site, case_id, user_id)`.execute(db);
  // serves a user's own reports, and how many of them are of today
  await sql`create index report_user on report (site, user_id, reported_at, report_id)`.execute(db);

  // serve the queue by score: `100 - score` ascends as the time does, so that a page can begin anywhere in the index
  for (const [name, columns, condition] of queues) {
    const index = sql.id(`moderation_case_${name}_score`);
    await sql`drop index ${index}`.execute(db);
    await sql`
      create index ${index} on moderation_case (site, ${sql.raw(columns)}(100 - score), opened_at, case_id)
      where state = 'open'${sql.raw(condition)}`.execute(db);
  }

  await sql`
    create table case_view (                    -- filters of the queue that a moderator saved; they apply on all editions
      account_id integer not null references account on delete cascade,
      name text not null check (length(name) between 1 and 40),
      query text not null check (length(query) <= 500),
      saved_at timestamptz not null,
      primary key (account_id, name)
    )`.execute(db);
}

const queues = [
  ['all', '', ''],
  ['kind', 'subject_kind, ', ''],
  ...['report', 'hint', 'held', 'appeal'].map((source) => [source, '', ` and '${source}' = any(sources)`]),
] as const;

async function casesOfReports(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ site: string }>`select distinct site from report order by site`.execute(db);
  for (const { site } of rows) {
    // the partitions and sequences of new tables are created after all migrations
    for (const table of ['moderation_case', 'case_source'])
      await sql`create table if not exists ${sql.id(`${table}_${site}`)} partition of ${sql.id(table)} for values in (${sql.lit(site)})`.execute(
        db,
      );
    const sequence = sql.id(`moderation_case_id_${site}`);
    await sql`create sequence if not exists ${sequence} as integer`.execute(db);
    await sql`
      with keyed as (
        select report_id, case when state in ('open', 'taken') then subject_kind || ' ' || subject_id else report_id::text end as key
        from report where site = ${site}
      ), numbered as (
        select key, nextval(${`moderation_case_id_${site}`}::regclass) as case_id
        from (select key from keyed group by key order by min(report_id)) k
      )
      update report r set case_id = n.case_id from keyed k join numbered n on n.key = k.key
      where r.site = ${site} and r.report_id = k.report_id`.execute(db);
  }
  await sql`
    insert into moderation_case (site, case_id, subject_kind, subject_id, state, sources, score, reports, opened_at, taken_by, taken_at,
      settled_by, settled_at, outcome, answer)
    select site, case_id, min(subject_kind), min(subject_id),
      case when bool_or(state in ('open', 'taken')) then 'open' else 'settled' end, array['report'], least(80, 20 * count(*)), count(*),
      min(reported_at),
      (array_agg(handled_by order by handled_at desc) filter (where state = 'taken'))[1],
      max(handled_at) filter (where state = 'taken'),
      min(handled_by) filter (where state in ('solved', 'rejected')),
      min(handled_at) filter (where state in ('solved', 'rejected')),
      min(state) filter (where state in ('solved', 'rejected')), min(answer)
    from report group by site, case_id`.execute(db);
  await sql`
    insert into case_source (site, case_id, source, hint, text, score, added_at)
    select site, case_id, 'report', '', '', score, opened_at from moderation_case where sources = array['report']`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table case_view`.execute(db);
  for (const [name, columns, condition] of queues) {
    const index = sql.id(`moderation_case_${name}_score`);
    await sql`drop index ${index}`.execute(db);
    await sql`
      create index ${index} on moderation_case (site, ${sql.raw(columns)}score desc, opened_at, case_id)
      where state = 'open'${sql.raw(condition)}`.execute(db);
  }
  await sql`drop index report_case, report_user`.execute(db);
  await sql`
    alter table report add column subject_kind text, add column subject_id integer, add column state text not null default 'open',
      add column handled_by integer, add column handled_at timestamptz, add column answer text`.execute(db);
  await sql`
    update report r set subject_kind = c.subject_kind, subject_id = c.subject_id,
      state = case when c.outcome is null then case when c.taken_by is null then 'open' else 'taken' end
        when c.outcome = 'solved' then 'solved' else 'rejected' end,
      handled_by = coalesce(c.settled_by, c.taken_by, case when c.state = 'settled' then r.user_id end),
      handled_at = coalesce(c.settled_at, c.taken_at), answer = c.answer
    from moderation_case c where c.site = r.site and c.case_id = r.case_id`.execute(db);
  await sql`
    alter table report alter column subject_kind set not null, alter column subject_id set not null, drop column case_id, drop column title,
      add foreign key (site, handled_by) references profile (site, user_id),
      add check (state in ('open', 'taken', 'solved', 'rejected')), add check (subject_id >= 0),
      add check ((state = 'open') = (handled_by is null)),
      add check ((state in ('solved', 'rejected')) = (answer is not null))`.execute(db);
  await sql`
    create unique index report_unended on report (site, user_id, subject_kind, subject_id)
    where state in ('open', 'taken')`.execute(db);
  await sql`create index report_state on report (site, state, reported_at, report_id)`.execute(db);
  await sql`create index report_user on report (site, user_id, reported_at)`.execute(db);
}
