import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../database.ts';

/** The name under which the baseline is recorded. */
export const baselineName = '1000-baseline';

/** The last migration before 1.0: a database that has run it has the schema of the baseline. */
const lastBefore = '0106-when-packs-were-hidden';

/** One file per subject, in an order in which each references only tables of earlier files. */
export const subjects = [
  'editions',
  'accounts',
  'users',
  'tracks',
  'replays',
  'uploads',
  'online-records',
  'comments',
  'track-changes',
  'packs',
  'boards',
  'videos',
  'forum',
  'news',
  'messages',
  'lines',
  'notices',
  'achievements',
  'moderation',
  'pictures',
] as const;

/**
 * The schema of version 1.0, in which every installation begins. There is no way down: it would delete everything. Partitions and
 * sequences of editions are created afterwards (db/partitions.ts).
 */
export const baseline: Migration = {
  async up(tx) {
    for (const subject of subjects)
      await sql.raw(readFileSync(new URL(`./${subject}.sql`, import.meta.url), 'utf8')).execute(tx);
  },
};

/**
 * Lets a database of the last version before 1.0 continue from the baseline: its list of migrations is replaced. Refuses one of an
 * older version. Does nothing to a database that is empty or has the baseline. Concurrent processes wait for each other.
 */
export async function continueFromBaseline(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (rows.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(tx);
    const ran = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx);
    const last = ran.rows.at(-1)?.name;
    if (last === undefined || last >= baselineName) return;
    if (last !== lastBefore)
      throw new Error(
        `This database is from a version before 1.0 and its last migration is ${last}. It has to be upgraded in two steps: check out ` +
          `the last commit that contains db/migrations/${lastBefore}.ts, start that version once, then start this one.`,
      );
    await sql`update kysely_migration set name = ${baselineName} where name = ${lastBefore}`.execute(tx);
    await sql`delete from kysely_migration where name <> ${baselineName}`.execute(tx);
  });
}
