import { expect, test } from 'vitest';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { bigDb } from '#testing/big-db.ts';
import { testCtx } from '#testing/ctx.ts';
import { costOf } from '#testing/rows-read.ts';
import { pageOfPost, postsOnPage } from '../model.ts';
import { shownBoards } from './boards.ts';
import { postsOnPageOf, readableThread } from './repo.ts';

/** Some hundred threads on two of many boards; one of them has hundreds of posts. */
const { db } = await bigDb(20);
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

test('any page of a long thread costs its own posts', async () => {
  const { lastNumber } = (await readableThread(world, 1)) ?? { lastNumber: 0 };
  const last = pageOfPost(lastNumber);
  expect(last).toBeGreaterThan(20);
  for (const page of [1, Math.ceil(last / 2), last]) {
    expect((await postsOnPageOf(world, 1, page)).length).toBeGreaterThan(0);
    const { rows, entries } = await costOf(db, seen, () => postsOnPageOf(world, 1, page));
    expect(entries).toBeLessThanOrEqual(2 * postsOnPage);
    expect(rows).toBeLessThanOrEqual(2 * postsOnPage + 1);
  }
});
