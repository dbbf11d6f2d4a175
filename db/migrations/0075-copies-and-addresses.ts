import { type Kysely, sql } from 'kysely';

/** Tracks that were merged or moved keep their address, and files with the same blocks are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table track_redirect (
      site text not null references site,
      track_id integer not null,                -- may have been removed since
      to_site text not null references site,
      to_track_id integer not null,
      redirected_at timestamptz not null,
      primary key (site, track_id)
    ) partition by list (site)`.execute(db);
  // hash of the blocks that the author placed; '' if there are too few to tell tracks apart; null: not read yet
  await sql`alter table track_version add column blocks_hash text`.execute(db);
  // serves the search for files with the same blocks
  await sql`create index track_version_blocks on track_version (blocks_hash) where blocks_hash <> ''`.execute(
    db,
  );
  // serves the job that reads files without a hash
  await sql`
    create index track_version_unread on track_version (uploaded_at desc) where blocks_hash is null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index track_version_unread, track_version_blocks`.execute(db);
  await sql`alter table track_version drop column blocks_hash`.execute(db);
  await sql`drop table track_redirect`.execute(db);
}
