import { type Kysely, sql } from 'kysely';

/** By how much the roads of a track lie higher than the shapes of its blocks say, as its run tells (lib/drawing/space/fitted.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'alter table track_version add column drawing_fit integer[]; -- null: not drawn since, or not in space',
    )
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table track_version drop column drawing_fit').execute(db);
}
