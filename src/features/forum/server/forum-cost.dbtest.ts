import { expect, test } from 'vitest';
import { fillBig } from '#scripts/bench/data/big.ts';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { costOf } from '#testing/rows-read.ts';
import { shownBoards } from './boards.ts';
import { postsOf } from './thread.ts';

/** Some hundred threads on two of many boards; one of them has hundreds of posts. */
const { db } = await testDb({ statementTimeoutMs: 0 });
await fillBig(db, ['tmnf'], 0.02, () => {});
const world = await testCtx({ db, site: 'tmnf' });
const seen = rememberStatements();

test('the boards are counted in an index; only the thread with the last post of each is read', async () => {
  const boards = await shownBoards(world);
  expect(boards.filter(({ last }) => last !== null)).toHaveLength(2);
  const { rows, entries } = await costOf(db, seen, () => shownBoards(world));
  const threads = boards.reduce((sum, board) => sum + board.threads, 0);
  expect(threads).toBeGreaterThan(500);
  expect(entries).toBeLessThanOrEqual(threads + boards.length);
  expect(rows).toBeLessThan(3 * boards.length);
});

test('the last page of a long thread costs a step in the index for each post before it', async () => {
  const all = await postsOf(world, 1, { start: 0, count: 10_000 });
  expect(all.length).toBeGreaterThan(400);
  const start = all.length - 5;
  expect(await postsOf(world, 1, { start, count: 20 })).toEqual(all.slice(start));
  const { rows, entries } = await costOf(db, seen, () => postsOf(world, 1, { start, count: 20 }));
  expect(entries).toBeLessThanOrEqual(all.length + 5);
  expect(rows).toBeLessThan(40);
});
