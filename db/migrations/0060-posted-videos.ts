import { type Kysely, sql } from 'kysely';

/** Videos are posted by users, with a picture of our own, changed and removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table video
      add column version integer not null default 1,
      add column updated_at timestamptz,        -- null: never changed
      add column removed_at timestamptz,
      add column removed_by integer,            -- null: hidden with the account of its poster
      add column removed_reason text,
      add column hidden_with_account boolean not null default false,
      add foreign key (site, removed_by) references profile (site, user_id)`.execute(db);
  await sql`
    create table video_picture (
      site text not null references site,
      video_id integer not null,
      format text not null,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      sha256 text not null references blob,
      added_at timestamptz not null,
      primary key (site, video_id, format, width),
      foreign key (site, video_id) references video (site, video_id) on delete cascade
    ) partition by list (site)`.execute(db);
  // serves the check that a blob is still needed
  await sql`create index video_picture_file on video_picture (sha256)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table video_picture`.execute(db);
  await sql`
    alter table video drop column version, drop column updated_at, drop column removed_at, drop column removed_by,
      drop column removed_reason, drop column hidden_with_account`.execute(db);
}
