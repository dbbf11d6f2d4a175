import { type Kysely, sql } from 'kysely';

/** How each replay compares with the file of its track, and up to which replay a job has compared those posted before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table replay_check (
      site text not null references site,
      replay_id integer not null,
      version integer not null,                 -- of the rules
      outcome text not null check (outcome in ('fits', 'unjudged', 'contradicts', 'pending')),
      findings text not null default '',        -- for moderators
      checked_at timestamptz not null,
      held_at timestamptz,                      -- held because of the findings; remains after a moderator released it
      primary key (site, replay_id),
      foreign key (site, replay_id) references replay (site, replay_id) on delete cascade
    ) partition by list (site)`.execute(db);
  // files that could not be read at the time, for the job that tries them again
  await sql`create index replay_check_pending on replay_check (checked_at) where outcome = 'pending'`.execute(
    db,
  );
  await sql`
    create table replay_check_cursor (
      site text not null references site,
      version integer not null,                 -- of the rules
      after_id integer not null,                -- replays up to this one were compared
      primary key (site, version)
    ) partition by list (site)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table replay_check_cursor`.execute(db);
  await sql`drop table replay_check`.execute(db);
}
