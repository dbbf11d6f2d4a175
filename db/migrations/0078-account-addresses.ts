import { type Kysely, sql } from 'kysely';

/** Accounts that are used from the same network, as a hint for moderators. Addresses are hashed, and rows are deleted after 30 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_address (
      account_id integer not null references account on delete cascade,
      address_hash text not null,
      last_seen_at timestamptz not null,
      primary key (account_id, address_hash)
    )`.execute(db);
  // serves the accounts that share a network
  await sql`create index account_address_hash on account_address (address_hash, account_id)`.execute(db);
  // serves the job that deletes old rows
  await sql`create index account_address_seen on account_address (last_seen_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table account_address`.execute(db);
}
