import { type Kysely, sql } from 'kysely';

/** Former names, accounts that are closed and later erased, and exports of a user's own data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_name (
      account_id integer not null references account on delete cascade,
      name text not null,
      changed_at timestamptz not null,
      primary key (account_id, changed_at)
    )`.execute(db);
  // serves the sweep of former names that are free again
  await sql`create index former_name_changed on former_name (changed_at)`.execute(db);
  // keys of a former name stay with the account until then
  await sql`alter table account_look add column free_at timestamptz`.execute(db);
  // serves the sweep of keys that are free again
  await sql`create index account_look_free on account_look (free_at) where free_at is not null`.execute(db);

  await sql`
    create table account_closing (
      account_id integer primary key references account on delete cascade,
      state text not null check (state in ('closed', 'reopening', 'erasing', 'erased')),
      by_owner boolean not null,
      reason text not null,                     -- of the crew; empty if the owner closed it
      tracks text not null check (tracks in ('kept', 'removed')),
      origin text not null,                     -- of the edition on which it was closed, for links in mails
      closed_at timestamptz not null,
      erase_at timestamptz                      -- null: it stays closed until it is reopened
    )`.execute(db);
  // serves the jobs that complete closing and reopening, and that erase accounts
  await sql`create index account_closing_state on account_closing (state, erase_at) where state <> 'erased'`.execute(
    db,
  );
  await sql`alter table email_token drop constraint email_token_purpose_check`.execute(db);
  await sql`
    alter table email_token
      add constraint email_token_purpose_check check (purpose in ('confirm', 'reset', 'change', 'reopen'))`.execute(
    db,
  );

  await sql`
    create table account_export (
      export_id integer generated always as identity primary key,
      account_id integer not null unique references account on delete cascade,
      site text not null references site,       -- where it was requested
      requested_at timestamptz not null,
      ready_at timestamptz,
      size_bytes bigint not null default 0
    )`.execute(db);
  await sql`
    create table account_export_file (
      export_id integer not null references account_export on delete cascade,
      position integer not null,
      name text not null,
      sha256 text not null references blob,
      size_bytes bigint not null,
      modified_at timestamptz not null,
      primary key (export_id, position)
    )`.execute(db);
  // serves the check that a blob is still needed
  await sql`create index account_export_file_blob on account_export_file (sha256)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table account_export_file, account_export, account_closing, former_name`.execute(db);
  await sql`delete from email_token where purpose = 'reopen'`.execute(db);
  await sql`alter table email_token drop constraint email_token_purpose_check`.execute(db);
  await sql`
    alter table email_token
      add constraint email_token_purpose_check check (purpose in ('confirm', 'reset', 'change'))`.execute(db);
  await sql`alter table account_look drop column free_at`.execute(db);
}
