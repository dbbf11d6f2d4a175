import { type Kysely, sql } from 'kysely';

/** People appeal against decisions about themselves, once per decision. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table appeal (
      site text not null references site,
      act_id integer not null,                  -- the decision
      user_id integer not null,
      text text not null check (length(text) between 1 and 2000),
      appealed_at timestamptz not null,
      state text not null default 'open' check (state in ('open', 'upheld', 'undone', 'regretted')),
      decided_by integer,                       -- null after the decision: the server itself
      decided_at timestamptz,
      answer text,                              -- to the person
      primary key (site, act_id),
      foreign key (site, act_id) references moderation_act (site, act_id),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, decided_by) references profile (site, user_id),
      check ((state = 'open') = (decided_at is null)),
      check ((state = 'open') = (answer is null))
    ) partition by list (site)`.execute(db);
  // serves the list of appeals of several editions, by age
  await sql`create index appeal_queue on appeal (state, appealed_at, act_id, site)`.execute(db);
  // serves the appeals of a person
  await sql`create index appeal_user on appeal (site, user_id, act_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table appeal`.execute(db);
}
