import { type Kysely, sql } from 'kysely';

/** Drawings in an oblique view, as SVG: the hero at the top of a track's page and the tile of lists. */
const files = ['drawing_hero_sha256', 'drawing_tile_sha256'];
/** What they show, in words. */
const about = 'drawing_about';

/** Each index serves the check that a blob is still needed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of files) {
    const index = sql.ref(`track_version_${column}`);
    await sql`alter table track_version add column ${sql.ref(column)} text references blob`.execute(db);
    await sql`create index ${index} on track_version (${sql.ref(column)})`.execute(db);
  }
  await sql`alter table track_version add column ${sql.ref(about)} text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of [...files, about])
    await sql`alter table track_version drop column ${sql.ref(column)}`.execute(db);
}
