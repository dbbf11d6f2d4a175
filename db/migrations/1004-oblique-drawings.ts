import { type Kysely, sql } from 'kysely';

/** Drawings in an oblique view, as SVG: the hero at the top of a track's page and the tile of lists. */
const columns = ['drawing_hero_sha256', 'drawing_tile_sha256'];

/** Each index serves the check that a blob is still needed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of columns) {
    await sql`alter table track_version add column ${sql.ref(column)} text references blob`.execute(db);
    await sql`create index ${sql.ref(`track_version_${column}`)} on track_version (${sql.ref(column)})`.execute(
      db,
    );
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of columns)
    await sql`alter table track_version drop column ${sql.ref(column)}`.execute(db);
}
