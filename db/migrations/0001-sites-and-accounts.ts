import { type Kysely, sql } from 'kysely';

/**
 * Sites, people and their sessions. Tables owned by a site are partitioned by its code; what belongs to a
 * person (account, session, grants) is shared by all editions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table site (code text primary key check (code ~ '^[a-z][a-z0-9]{1,9}$'))`.execute(db);

  // Ids count separately per site, as on TMX, and stay below 2^31: one sequence per kind and site, made with the partitions.
  await sql`
    create function next_id(kind text, site text) returns integer language sql volatile
    return nextval(format('%I', kind || '_id_' || site)::regclass)::integer`.execute(db);

  await sql`
    create table account (
      account_id integer generated always as identity primary key,
      name text not null,
      name_key text not null unique,            -- folded: case, accents and look-alike letters do not make a second name
      email text not null,
      email_key text not null unique,
      email_confirmed_at timestamptz,
      password_hash text not null,
      supporter_until timestamptz,
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table session (
      id_hash text primary key,                 -- SHA-256 of the id in the cookie
      account_id integer not null references account on delete cascade,
      site text not null references site,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  // serves "sign this account out everywhere"
  await sql`create index session_account on session (account_id)`.execute(db);
  // serves the sweep of sessions that have ended
  await sql`create index session_expires on session (expires_at)`.execute(db);

  await sql`
    create table email_token (
      token_hash text primary key,
      account_id integer not null references account on delete cascade,
      purpose text not null check (purpose in ('confirm', 'reset')),
      expires_at timestamptz not null
    )`.execute(db);
  // serves "a new reset ends the older ones"
  await sql`create index email_token_account on email_token (account_id, purpose)`.execute(db);

  await sql`
    create table role_grant (
      account_id integer not null references account on delete cascade,
      site text references site,                -- null: on every site
      level smallint not null check (level between 4 and 6),
      granted_by integer references account,    -- null: by the command line
      granted_at timestamptz not null,
      unique nulls not distinct (account_id, site)
    )`.execute(db);

  await sql`
    create table profile (
      site text not null references site,
      user_id integer not null check (user_id > 0),
      account_id integer not null references account,
      name text not null,
      registered_at timestamptz not null,
      ui_mode smallint not null default 0 check (ui_mode between 0 and 2),
      custom_title text,
      user_comments text,
      primary key (site, user_id),
      unique (site, account_id)
    ) partition by list (site)`.execute(db);

  await sql`create table server_secret (name text primary key, value text not null)`.execute(db);

  await sql`create table rate_limit (key text primary key, points integer not null default 0, expire bigint)`.execute(
    db,
  );
  // serves the clearing of limits that have run out
  await sql`create index rate_limit_expire on rate_limit (expire)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table rate_limit, server_secret, profile, role_grant, email_token, session, account, site`.execute(
    db,
  );
  await sql`drop function next_id(text, text)`.execute(db);
}
