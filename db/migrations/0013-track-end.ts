import { type Kysely, sql } from 'kysely';

/** What is about a track ends with it. Deleting one is its own delay of 30 days away: nothing here is lost by accident. */
const about = ['track_version', 'upload', 'replay', 'comment', 'pack_track'] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of about) await refer(db, table, 'on delete cascade');
  // serve the end of a track
  await sql`create index upload_track on upload (site, track_id) where track_id is not null`.execute(db);
  await sql`create index play_later_track on play_later (site, track_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index upload_track, play_later_track`.execute(db);
  for (const table of about) await refer(db, table, '');
}

async function refer(db: Kysely<unknown>, table: string, ending: string): Promise<void> {
  await sql`alter table ${sql.id(table)} drop constraint ${sql.id(`${table}_site_track_id_fkey`)},
    add foreign key (site, track_id) references track (site, track_id) ${sql.raw(ending)}`.execute(db);
}
