import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { bigExtras } from './big-extras.ts';
import { bigRows } from './big-rows.ts';
import { bigTalk } from './big-talk.ts';
import { withoutIndexes } from './without-indexes.ts';

/**
 * How 1,050,000 tracks fall to the editions: the shares of April 2024, United's among those of Nations,
 * which has the same stadium.
 */
const shares: Readonly<Record<string, number>> = { tmnf: 604, tmn: 386, tms: 34, tmo: 26 };
const whole = 1050;

/** The edition with the most tracks. */
export const largest = 'tmnf';

const atFullSize = { tracks: 1_050_000, replays: 5_000_000, people: 300_000, comments: 2_000_000 };

/**
 * Fills an empty database with a community at `scale` of full size, made by PostgreSQL itself: few people build and
 * drive much, awards have a long tail, dates rise with the numbers. Rows to measure with: they have no files.
 */
export async function fillBig(
  db: Kysely<Database>,
  sites: readonly string[],
  scale: number,
  say: (line: string) => void,
): Promise<void> {
  const began = performance.now();
  const tell = (line: string) =>
    say(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  const all = acrossSites(db, 'each statement fills one site');
  await withoutIndexes(all, tell, async () => {
    // the largest in parallel with all others, which balances two cores
    const others = sites.filter((site) => site !== largest);
    const inTurn = async () => {
      for (const site of others) await fillSite(all, site, scale, tell);
    };
    await Promise.all([fillSite(all, largest, scale, tell), inTurn()]);
  });
  tell('vacuum analyze …');
  await sql`vacuum analyze`.execute(db);
  tell('filled');
}

async function fillSite(
  db: Kysely<Database>,
  site: string,
  scale: number,
  tell: (line: string) => void,
): Promise<void> {
  const part = (n: number) => Math.max(200, Math.round((n * scale * (shares[site] ?? 0)) / whole));
  const size = {
    tracks: part(atFullSize.tracks),
    replays: part(atFullSize.replays),
    people: part(atFullSize.people),
    comments: part(atFullSize.comments),
  };
  await db.transaction().execute(async (tx) => {
    // neither the log of changes nor the check of keys is wanted for rows that are right by making
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local synchronous_commit = off`.execute(tx);
    await sql`select setseed(0.42)`.execute(tx);
    const statements = [...bigRows(site, size), ...bigExtras(site, size), ...bigTalk(site, size)];
    for (const [at, statement] of statements.entries()) {
      await statement.execute(tx);
      tell(`${site}: ${at + 1} of ${statements.length}`);
    }
  });
  tell(
    `${site}: ${Object.entries(size)
      .map(([what, n]) => `${n} ${what}`)
      .join(', ')}`,
  );
}
