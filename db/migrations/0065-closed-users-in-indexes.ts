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

const recreated = async (db: Kysely<unknown>, further: readonly string[]): Promise<void> => {
  for (const column of walked) {
    const others = [...ranges.filter((range) => range !== column), ...further].join();
    await sql`drop index ${sql.raw(`profile_${column}`)}`.execute(db);
    await sql`create index ${sql.raw(`profile_${column}`)} on profile (site, ${sql.raw(column)}, user_id)
      include (${sql.raw(others)})`.execute(db);
  }
};

/**
 * Serves users with a number of tracks or awards in a range, sorted by another number: whether the account is closed is in the same
 * indexes, so that a walk reads only the rows of its page.
 */
export const up = (db: Kysely<unknown>): Promise<void> => recreated(db, ['closed_at']);

export const down = (db: Kysely<unknown>): Promise<void> => recreated(db, []);
