import { type Kysely, sql } from 'kysely';

/** Tokens with which programs write in the name of an account, and who sent an online record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_token (
      token_id integer generated always as identity primary key,
      account_id integer not null references account on delete cascade,
      name text not null,
      token_hash text not null unique,          -- SHA-256, also serves every request with a token
      scopes text[] not null check (cardinality(scopes) > 0),
      created_at timestamptz not null,
      expires_at timestamptz check (expires_at > created_at), -- null: never
      last_used_at timestamptz
    )`.execute(db);
  // serves the list of an account's tokens, and their limit
  await sql`create index api_token_account on api_token (account_id, token_id)`.execute(db);

  // null: records that were not sent with a token
  await sql`alter table online_record add column sent_by integer, add column sent_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table online_record drop column sent_by, drop column sent_at`.execute(db);
  await sql`drop table api_token`.execute(db);
}
