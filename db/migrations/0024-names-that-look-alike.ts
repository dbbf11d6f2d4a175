import { type Kysely, sql } from 'kysely';

/**
 * What names are compared by, so that none looks like another's: the primary key refuses the second of two accounts
 * that are made at once. The keys need a table of letters that the database does not have, so the server adds those of
 * older accounts before the next account is made; where two of them look alike, the older one keeps the key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_look (
      look_key text primary key,
      account_id integer not null references account on delete cascade
    )`.execute(db);
  await sql`create index account_look_account on account_look (account_id)`.execute(db);
  await sql`alter table account add column has_look_keys boolean not null default false`.execute(db);
  // serves the search for accounts without keys, which finds nothing nearly always
  await sql`create index account_without_look_keys on account (account_id) where not has_look_keys`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index account_without_look_keys`.execute(db);
  await sql`alter table account drop column has_look_keys`.execute(db);
  await sql`drop table account_look`.execute(db);
}
