import { type Kysely, sql } from 'kysely';

/** What the owner of a pack decides about it, the files of its picture, and its deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table pack
      add column has_leaderboard boolean not null default true,
      add column submissions_per_user smallint not null default 5 check (submissions_per_user between 1 and 50),
      -- those of its approved tracks are added
      add column announced_environments smallint[] not null default '{}',
      -- counts saved settings, so that the second of two editors is told
      add column settings_version integer not null default 1,
      add column deleted_at timestamptz,
      add column deleted_by integer,
      -- null if the owner deleted it
      add column deleted_reason text,
      add column was_public boolean,
      add check (deleted_at is null or not is_public)`.execute(db);
  // serves the job that removes deleted packs
  await sql`create index pack_deleted on pack (deleted_at) where deleted_at is not null`.execute(db);
  await sql`
    create table pack_picture (
      site text not null references site,
      pack_id integer not null,
      format text not null,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      sha256 text not null references blob,
      added_at timestamptz not null,
      primary key (site, pack_id, format, width),
      foreign key (site, pack_id) references pack (site, pack_id) on delete cascade
    ) partition by list (site)`.execute(db);
  // serves the check that a blob is still needed
  await sql`create index pack_picture_file on pack_picture (sha256)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table pack_picture`.execute(db);
  await sql`
    alter table pack drop column has_leaderboard, drop column submissions_per_user,
      drop column announced_environments, drop column settings_version, drop column deleted_at, drop column deleted_by,
      drop column deleted_reason, drop column was_public`.execute(db);
}
