import { sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';

/** Rows of a block. A position is the number of rows before its block, corrected by later changes, plus a count within it. */
const rowsPerBlock = 512;

/** A board gets new blocks after this many changes: each position adds up the changes before its block. */
const maxChanges = 400;

/**
 * Makes the blocks of boards that changed often since the last time. Changes and rows are read in one snapshot, so that a change
 * committed meanwhile is neither lost nor counted twice.
 */
export async function makeBoardBlocks(scope: SiteScope, least = maxChanges): Promise<void> {
  const { rows } = await sql<{ board: number; environment: number }>`
    select board, environment from board_change where site = ${scope.site.code}
    group by board, environment having count(*) >= ${least}::integer order by 1, 2`.execute(scope.db);
  for (const { board, environment } of rows) await makeBlocksOf(scope, board, environment);
}

const makeBlocksOf = (scope: SiteScope, board: number, environment: number): Promise<void> =>
  scope.db.transaction().execute(async (db) => {
    const { site } = scope;
    const here = sql`site = ${site.code} and board = ${board} and environment = ${environment}`;
    // one process at a time; must be the first statement, because the snapshot begins with the next
    await sql`select pg_advisory_xact_lock(hashtext(${`blocks of ${site.code}`}), ${board})`.execute(db);
    await sql`
      with gone as (delete from board_change where ${here}),
      former as (delete from board_block where ${here})
      insert into board_block (site, board, environment, score, records, top10s, user_id, before)
      select site, board, environment, score, records, top10s, user_id, before from (
        select *, row_number() over (order by score desc, records desc, top10s desc, user_id) - 1 as before
        from leaderboard_row where ${here}
      ) e where before > 0 and before % ${rowsPerBlock}::integer = 0`.execute(db);
  });
