import { type Kysely, sql } from 'kysely';

/**
 * Second factors (one code app and any number of passkeys per account), recovery codes, sign-ins that wait for their
 * second step, WebAuthn challenges, and the change of a mail address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_factor (
      factor_id integer generated always as identity primary key,
      account_id integer not null references account on delete cascade,
      kind text not null check (kind in ('app', 'passkey')),
      name text not null,
      created_at timestamptz not null,
      confirmed_at timestamptz,                 -- null: an app that is being set up
      last_used_at timestamptz,
      sealed_secret text,                       -- app: encrypted with the key in DATA_DIR
      last_step bigint,                         -- app: the newest step whose code was used; no code works twice
      credential_id text unique,                -- passkey, base64url
      public_key text,                          -- base64url
      counter bigint,
      transports text,                          -- separated by commas
      domain text,                              -- passkey: the WebAuthn RP ID it is bound to
      check ((kind = 'app') = (sealed_secret is not null)),
      check ((kind = 'passkey') = (num_nonnulls(credential_id, public_key, counter, transports, domain) = 5)),
      check (kind = 'app' or confirmed_at is not null)
    )`.execute(db);
  // serves every sign-in and the list of factors
  await sql`create index account_factor_account on account_factor (account_id)`.execute(db);
  // serves "an account has one code app"
  await sql`create unique index account_factor_app on account_factor (account_id) where kind = 'app'`.execute(
    db,
  );

  await sql`
    create table recovery_code (
      account_id integer not null references account on delete cascade,
      code_hash text not null,                  -- HMAC-SHA-256 with the key in DATA_DIR
      primary key (account_id, code_hash)
    )`.execute(db);

  await sql`
    create table second_step (
      id_hash text primary key,                 -- SHA-256 of the id in the cookie
      account_id integer not null references account on delete cascade,
      site text not null references site,
      tries smallint not null default 0,
      expires_at timestamptz not null
    )`.execute(db);
  // serves "a new password ends the sign-ins that wait"
  await sql`create index second_step_account on second_step (account_id)`.execute(db);

  await sql`
    create table passkey_challenge (
      challenge text primary key,
      holder text not null,                     -- the session or the waiting sign-in it was made for
      account_id integer not null references account on delete cascade,
      site text not null references site,
      domain text not null,
      expires_at timestamptz not null
    )`.execute(db);

  await sql`alter table email_token drop constraint email_token_purpose_check`.execute(db);
  await sql`
    alter table email_token
      add column email text,                    -- change: the new address
      add constraint email_token_purpose_check check (purpose in ('confirm', 'reset', 'change')),
      add check ((purpose = 'change') = (email is not null))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from email_token where purpose = 'change'`.execute(db);
  await sql`alter table email_token drop column email, drop constraint email_token_purpose_check`.execute(db);
  await sql`
    alter table email_token
      add constraint email_token_purpose_check check (purpose in ('confirm', 'reset'))`.execute(db);
  await sql`drop table passkey_challenge, second_step, recovery_code, account_factor`.execute(db);
}
