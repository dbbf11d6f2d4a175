import { type Kysely, sql } from 'kysely';

/** Pictures that users upload for their page, and the addresses that they chose for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profile
      -- the largest JPEG of the current picture; null: the drawn one, or none
      add column avatar_sha256 text,
      add column banner_sha256 text,
      -- when custom_url was last chosen or given up
      add column custom_url_at timestamptz`.execute(db);
  await sql`
    create table profile_picture (
      site text not null references site,
      user_id integer not null,
      kind text not null check (kind in ('avatar', 'banner')),
      format text not null,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      sha256 text not null references blob,
      added_at timestamptz not null,
      primary key (site, user_id, kind, format, width),
      foreign key (site, user_id) references profile (site, user_id) on delete cascade
    ) partition by list (site)`.execute(db);
  // serves the check that a blob is still needed
  await sql`create index profile_picture_file on profile_picture (sha256)`.execute(db);

  // every address that a user has or had: nobody else gets it, and the former ones lead to the user's page
  await sql`
    create table profile_address (
      site text not null references site,
      address text not null,
      -- equal for addresses that look alike
      look text not null,
      user_id integer not null,
      taken_at timestamptz not null,
      primary key (site, address),
      foreign key (site, user_id) references profile (site, user_id) on delete cascade
    ) partition by list (site)`.execute(db);
  // serves the search for a similar address of another user
  await sql`create index profile_address_look on profile_address (site, look, user_id)`.execute(db);
  // serves the removal of a user's addresses
  await sql`create index profile_address_user on profile_address (site, user_id)`.execute(db);
  // serves /usershow/{address}
  await sql`create unique index profile_custom_url on profile (site, custom_url) where custom_url is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index profile_custom_url`.execute(db);
  await sql`drop table profile_address, profile_picture`.execute(db);
  await sql`alter table profile drop column avatar_sha256, drop column banner_sha256, drop column custom_url_at`.execute(
    db,
  );
}
