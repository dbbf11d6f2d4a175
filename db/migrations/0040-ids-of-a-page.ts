import { type Kysely, sql } from 'kysely';

/** Orders of users that are walked for a range of these numbers. */
const walked = [
  'tracks',
  'awards_received',
  'awards_given',
  'comments_received',
  'comments_given',
  'replays',
];
const ranges = ['tracks', 'awards_received', 'awards_given'];

/** Indexes that contain what a walk along an order compares, so that it reads only the rows of its page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // serve comments and awards on the tracks of a user with many tracks
  await sql`drop index comment_newest, comment_awards, track_author_user`.execute(db);
  await sql`create index comment_newest on comment (site, comment_at, comment_id) include (track_id)
    where parent_id is null and not is_award`.execute(db);
  await sql`create index comment_awards on comment (site, comment_at, comment_id) include (track_id)
    where is_award and deleted_at is null`.execute(db);
  await sql`create index track_author_user on track_author (site, user_id, track_id) include (is_pending)`.execute(
    db,
  );
  // serve users with a number of tracks or awards in a range, sorted by another number
  for (const column of walked) {
    const others = ranges.filter((range) => range !== column).join();
    await sql`drop index ${sql.raw(`profile_${column}`)}`.execute(db);
    await sql`create index ${sql.raw(`profile_${column}`)} on profile (site, ${sql.raw(column)}, user_id)
      include (${sql.raw(others)})`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index comment_newest, comment_awards, track_author_user`.execute(db);
  await sql`create index comment_newest on comment (site, comment_at, comment_id)
    where parent_id is null and not is_award`.execute(db);
  await sql`create index comment_awards on comment (site, comment_at, comment_id)
    where is_award and deleted_at is null`.execute(db);
  await sql`create index track_author_user on track_author (site, user_id, track_id)`.execute(db);
  for (const column of walked) {
    await sql`drop index ${sql.raw(`profile_${column}`)}`.execute(db);
    await sql`create index ${sql.raw(`profile_${column}`)} on profile (site, ${sql.raw(column)}, user_id)`.execute(
      db,
    );
  }
}
