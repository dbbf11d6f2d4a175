import { type Kysely, sql } from 'kysely';

/**
 * Custom addresses are compared with names by the same keys, because readers take one for the other. The keys need a table of letters
 * that the database does not have, so a job adds those of older addresses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // an address belongs to its user permanently, so its keys never become free like those of a former name
  await sql`alter table account_look add column of_address boolean not null default false`.execute(db);
  await sql`alter table profile_address add column has_look_keys boolean not null default false`.execute(db);
  // serves the search for addresses without keys, which usually finds nothing
  await sql`create index profile_address_without_look_keys on profile_address (taken_at) where not has_look_keys`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index profile_address_without_look_keys`.execute(db);
  await sql`alter table profile_address drop column has_look_keys`.execute(db);
  await sql`alter table account_look drop column of_address`.execute(db);
}
