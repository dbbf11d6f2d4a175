import { type Kysely, sql } from 'kysely';

/** Users block others: what a blocked user writes is hidden from those who blocked them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_block (
      site text not null references site,
      user_id integer not null,                 -- who blocks
      blocked_id integer not null,
      blocked_at timestamptz not null,
      primary key (site, user_id, blocked_id),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, blocked_id) references profile (site, user_id),
      check (user_id <> blocked_id)
    ) partition by list (site)`.execute(db);
  // serves the page of blocked users, newest first
  await sql`create index user_block_time on user_block (site, user_id, blocked_at, blocked_id)`.execute(db);
  // serves the question who of some users blocked one, and the erasure of a user
  await sql`create index user_block_blocked on user_block (site, blocked_id, user_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table user_block`.execute(db);
}
