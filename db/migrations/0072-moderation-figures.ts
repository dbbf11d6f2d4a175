import { type Kysely, sql } from 'kysely';

/** What moderators did in a month, which is never counted again: erasing accounts changes nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table moderation_figure (
      site text not null references site,
      month date not null check (extract(day from month) = 1),
      figure text not null,
      value integer not null check (value >= 0),
      primary key (site, month, figure)
    ) partition by list (site)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table moderation_figure`.execute(db);
}
