-- Accounts, which are valid on all editions: names, sessions, second factors, tokens, closing and exports.

create table account (
  account_id integer generated always as identity primary key,
  name text not null,
  name_key text not null unique,            -- folded: names that differ in case, accents or look-alike letters are the same
  email text not null,
  email_key text not null unique,
  email_confirmed_at timestamptz,
  password_hash text not null,
  supporter_until timestamptz,
  created_at timestamptz not null,
  has_look_keys boolean not null default false
);
-- serves the filter `insupporters` of users
create index account_supporter on account (supporter_until) where supporter_until is not null;
-- serves the search for accounts without look-alike keys, which usually finds nothing
create index account_without_look_keys on account (account_id) where not has_look_keys;

-- The keys by which look-alike names are compared: the primary key refuses the second of two accounts that are created concurrently.
-- They need a table of letters that the database does not have, so the server adds missing ones before it creates an account.
create table account_look (
  look_key text primary key,
  account_id integer not null references account on delete cascade,
  free_at timestamptz,                      -- a key of a former name is free again then; null: in use
  of_address boolean not null default false -- of a custom address, which belongs to its user permanently
);
-- serves the keys of an account: renaming, closing and erasing it
create index account_look_account on account_look (account_id);
-- serves the removal of keys that are free again
create index account_look_free on account_look (free_at) where free_at is not null;

create table former_name (
  account_id integer not null references account on delete cascade,
  name text not null,
  changed_at timestamptz not null,
  primary key (account_id, changed_at)
);
-- serves the removal of former names that are free again
create index former_name_changed on former_name (changed_at);

create table email_token (
  token_hash text primary key,
  account_id integer not null references account on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset', 'change', 'reopen')),
  expires_at timestamptz not null,
  email text,                               -- change: the new address
  used_at timestamptz,                      -- a used link is stored until it expires: a second click gets the same response
  check ((purpose = 'change') = (email is not null))
);
-- serves the removal of older tokens when a new one is sent
create index email_token_account on email_token (account_id, purpose);

create table role_grant (
  account_id integer not null references account on delete cascade,
  site text references site,                -- null: on every site
  level smallint not null check (level between 4 and 6),
  granted_by integer references account,    -- null: granted on the command line
  granted_at timestamptz not null,
  unique nulls not distinct (account_id, site)
);

create table session (
  id_hash text primary key,                 -- SHA-256 of the id in the cookie
  account_id integer not null references account on delete cascade,
  site text not null references site,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  session_id integer generated always as identity, -- its public number
  last_seen_at timestamptz not null,
  browser text not null default '',         -- with which it was started
  factor_at timestamptz                     -- of its second factor; null: signed in without one
);
-- serves the list of an account's sessions, and signing out everywhere
create index session_account on session (account_id);
-- serves the removal of expired sessions
create index session_expires on session (expires_at);
-- serves signing out one session, and the update of its last visit
create unique index session_number on session (session_id);

-- One code app and any number of passkeys per account.
create table account_factor (
  factor_id integer generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  kind text not null check (kind in ('app', 'passkey')),
  name text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,                 -- null: an app that is being set up
  last_used_at timestamptz,
  sealed_secret text,                       -- app: encrypted with the key in DATA_DIR
  last_step bigint,                         -- app: the latest step whose code was used; no code works twice
  credential_id text unique,                -- passkey, base64url
  public_key text,                          -- base64url
  counter bigint,
  transports text,                          -- separated by commas
  domain text,                              -- passkey: the WebAuthn RP ID it is bound to
  check ((kind = 'app') = (sealed_secret is not null)),
  check ((kind = 'passkey') = (num_nonnulls(credential_id, public_key, counter, transports, domain) = 5)),
  check (kind = 'app' or confirmed_at is not null)
);
-- serves every sign-in and the list of factors
create index account_factor_account on account_factor (account_id);
-- at most one code app per account
create unique index account_factor_app on account_factor (account_id) where kind = 'app';

create table recovery_code (
  account_id integer not null references account on delete cascade,
  code_hash text not null,                  -- HMAC-SHA-256 with the key in DATA_DIR
  primary key (account_id, code_hash)
);

-- Sign-ins that wait for their second factor.
create table second_step (
  id_hash text primary key,                 -- SHA-256 of the id in the cookie
  account_id integer not null references account on delete cascade,
  site text not null references site,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
-- serves a change of the password, which ends waiting sign-ins
create index second_step_account on second_step (account_id);

create table passkey_challenge (
  challenge text primary key,
  holder text not null,                     -- the session or waiting sign-in that requested it
  account_id integer not null references account on delete cascade,
  site text not null references site,
  domain text not null,
  expires_at timestamptz not null
);

-- Tokens with which programs write on behalf of an account.
create table api_token (
  token_id integer generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  name text not null,
  token_hash text not null unique,          -- SHA-256, also serves every request with a token
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz check (expires_at > created_at), -- null: never
  last_used_at timestamptz
);
-- serves the list of an account's tokens and their maximum number
create index api_token_account on api_token (account_id, token_id);

-- Accounts that are used from the same network, as a hint for moderators. Addresses are hashed; rows are deleted after 30 days.
create table account_address (
  account_id integer not null references account on delete cascade,
  address_hash text not null,
  last_seen_at timestamptz not null,
  primary key (account_id, address_hash)
);
-- serves the accounts that share a network
create index account_address_hash on account_address (address_hash, account_id);
-- serves the job that deletes old rows
create index account_address_seen on account_address (last_seen_at);

-- Clients that used so much that they had to wait.
create table limited_client (
  client_hash text primary key,
  account_id integer references account on delete cascade,
  waiting integer not null,
  refused integer not null,
  since timestamptz not null,
  last_at timestamptz not null,
  lifted_until timestamptz
);
-- serves the erasure of an account
create index limited_client_account on limited_client (account_id) where account_id is not null;
-- serves the page about limits, and the removal of old rows
create index limited_client_last on limited_client (last_at);

create table account_closing (
  account_id integer primary key references account on delete cascade,
  state text not null check (state in ('closed', 'reopening', 'erasing', 'erased')),
  by_owner boolean not null,
  reason text not null,                     -- of the crew; empty if the owner closed it
  tracks text not null check (tracks in ('kept', 'removed')),
  origin text not null,                     -- of the edition on which it was closed, for links in mails
  closed_at timestamptz not null,
  erase_at timestamptz                      -- null: it stays closed until it is reopened
);
-- serves the jobs that complete closing and reopening, and that erase accounts
create index account_closing_state on account_closing (state, erase_at) where state <> 'erased';

-- Exports of everything that is stored about a person.
create table account_export (
  export_id integer generated always as identity primary key,
  account_id integer not null unique references account on delete cascade,
  site text not null references site,       -- where it was requested
  requested_at timestamptz not null,
  ready_at timestamptz,
  size_bytes bigint not null default 0
);

create table account_export_file (
  export_id integer not null references account_export on delete cascade,
  position integer not null,
  name text not null,
  sha256 text not null references blob,
  size_bytes bigint not null,
  modified_at timestamptz not null,
  primary key (export_id, position)
);
-- serves the check that a blob is still needed
create index account_export_file_blob on account_export_file (sha256);
