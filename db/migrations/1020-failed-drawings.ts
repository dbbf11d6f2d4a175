import { type Kysely, sql } from 'kysely';

/** When drawing a file last failed: the job that draws tries it again later, so that it does not keep others waiting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table track_version add column drawing_failed_at timestamptz; -- null: it never failed')
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table track_version drop column drawing_failed_at').execute(db);
}
