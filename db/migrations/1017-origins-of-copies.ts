import { type Kysely, sql } from 'kysely';

/** Where a copy began, if the source is itself a copy: two sites that copy each other recognise their own rows by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  alter table mirrored add column origin_site text, add column origin_id integer,
    add check ((origin_site is null) = (origin_id is null))`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table mirrored drop column origin_site, drop column origin_id').execute(db);
}
