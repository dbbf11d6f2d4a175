import { type Kysely, sql } from 'kysely';

/** Programs and sites of others that users register, and that get API tokens of users who allow it (OAuth 2.1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  create table oauth_application (
    application_id integer generated always as identity primary key,
    client_id text not null unique,          -- by which its requests name it; no secret
    account_id integer not null references account on delete cascade,
    name text not null,
    website text not null,
    redirect_addresses text[] not null check (cardinality(redirect_addresses) > 0),
    created_at timestamptz not null
  );
  -- serves the list of an account's applications and their maximum number
  create index oauth_application_account on oauth_application (account_id, application_id);

  -- null: its owner created it
  alter table api_token add column application_id integer references oauth_application on delete cascade;
  -- serves the removal of an application, and the maximum number of its tokens of one account
  create index api_token_application on api_token (application_id, account_id, token_id)
    where application_id is not null;

  -- exchanged once for an API token
  create table oauth_code (
    code_hash text primary key,              -- SHA-256
    application_id integer not null references oauth_application on delete cascade,
    account_id integer not null references account on delete cascade,
    site text not null references site,      -- the edition that issued it
    redirect_address text not null,
    challenge text not null,                 -- the SHA-256 of the verifier, as base64url
    scopes text[] not null check (cardinality(scopes) > 0),
    expires_at timestamptz not null,
    used_at timestamptz,
    token_id integer references api_token on delete set null -- what it was exchanged for
  );
  -- serves the removal of an application
  create index oauth_code_application on oauth_code (application_id);
  -- serves the closing of an account
  create index oauth_code_account on oauth_code (account_id);
  -- serves the removal of a token
  create index oauth_code_token on oauth_code (token_id) where token_id is not null;
  -- serves the job that deletes old rows
  create index oauth_code_expires on oauth_code (expires_at);`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  drop table oauth_code;
  delete from api_token where application_id is not null;
  alter table api_token drop column application_id;
  drop table oauth_application;`)
    .execute(db);
}
