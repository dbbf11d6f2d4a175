import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { acrossSites } from '#db/for-site.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeMember } from '#testing/tracks.ts';
import { makeBoardBlocks } from './blocks.ts';

const { db } = await testDb({ editions: 'all' });
const site = 'tms';
const world = await testCtx({ db, site });
const driver = (await makeMember(world)).userId;

/** Positions are consecutive from 0, in the order of the rank, and lead back to their users. */
async function positionsAreRight(): Promise<void> {
  const { rows: wrong } = await sql`
    select * from (
      select l.*, board_position(site, board, environment, score, records, top10s, user_id) as position,
        row_number() over (partition by board, environment order by score desc, records desc, top10s desc, user_id) - 1 as place
      from leaderboard_row l where site = ${site}
    ) p where position <> place or board_user_at(site, board, environment, position) is distinct from user_id`.execute(
    db,
  );
  expect(wrong).toEqual([]);
}

test('boards around the size of a block, and blocks whose rows all leave: every position is counted right', async () => {
  const board = 1_000_000;
  const all = acrossSites(db, 'rows are generated');
  const insert = (from: number, to: number, score: number) =>
    all.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`
        insert into leaderboard_row (site, board, environment, user_id, score)
        select ${site}, ${board}, 0, 2000000 + n, ${score}::integer from generate_series(${from}::integer, ${to}::integer) n`.execute(
        tx,
      );
    });
  /** by a writer of boards, so that the change is noted */
  const write = (change: ReturnType<typeof sql>) => change.execute(db);
  const own = sql`(site, board, environment, user_id, score) values (${site}, ${board}, 0, ${driver}, 7)`;
  let made = 0;
  for (const [rows, blocks] of [
    [511, 0],
    [512, 0],
    [513, 1],
    [1025, 2],
  ] as const) {
    await insert(made + 1, rows - 1, 7);
    made = rows - 1;
    await write(sql`insert into leaderboard_row ${own}`); // equal scores: the lower UserId is first
    await positionsAreRight();
    await makeBoardBlocks(world, 1);
    const counted = await db
      .selectFrom('board_block')
      .where('site', '=', site)
      .where('board', '=', board)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    expect(Number(counted.n), `${rows} rows`).toBe(blocks);
    await positionsAreRight();
    await write(
      sql`delete from leaderboard_row where site = ${site} and board = ${board} and user_id = ${driver}`,
    );
    await positionsAreRight();
    await makeBoardBlocks(world, 1);
  }
  // the whole second block
  await write(sql`delete from leaderboard_row where site = ${site} and board = ${board}
    and user_id between 2000512 and 2001023`);
  await positionsAreRight();
  await write(sql`insert into leaderboard_row ${own}`);
  await positionsAreRight();
  await makeBoardBlocks(world, 1);
  await positionsAreRight();
});
