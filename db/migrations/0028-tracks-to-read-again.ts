import { type Kysely, sql } from 'kysely';

/**
 * Tracks whose stored file is read again by a job, because the reader has learned more since: the author score of races, and
 * puzzles of the first games, which passed for races. Neither had a score before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table track_reread (
      site text not null references site,
      track_id integer not null,
      primary key (site, track_id)
    )`.execute(db);
  await sql`insert into track_reread (site, track_id) select site, track_id from track where author_score is null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table track_reread`.execute(db);
}
