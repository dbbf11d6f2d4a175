import { type Kysely, sql } from 'kysely';

/** Positions and scores week by week, for the page of a user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  create table board_history (
    site text not null references site,
    board integer not null,
    user_id integer not null,
    week timestamptz not null, -- Monday, 00:00 UTC
    position integer not null check (position >= 0),
    score integer not null,
    -- serves the chart of a user
    primary key (site, user_id, board, week),
    foreign key (site, user_id) references profile (site, user_id)
  ) partition by list (site);
  select log_for_pages('board_history', '{user_id}');`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table board_history; drop function log_board_history_for_pages()').execute(db);
}
