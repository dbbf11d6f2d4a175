import { type Kysely, sql } from 'kysely';

/** Cards are stored in every width in which they are requested. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table card add column width smallint not null default 1200 check (width > 0)`.execute(db);
  await sql`alter table card alter column width drop default`.execute(db);
  await sql`alter table card drop constraint card_pkey`.execute(db);
  // serves the lookup of a card
  await sql`alter table card add primary key (site, kind, subject_id, width)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from card where width <> 1200`.execute(db);
  await sql`alter table card drop constraint card_pkey`.execute(db);
  await sql`alter table card drop column width`.execute(db);
  await sql`alter table card add primary key (site, kind, subject_id)`.execute(db);
}
