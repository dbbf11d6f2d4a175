import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeLeaderboardRow } from '#testing/make-lists.ts';
import { makeMember } from '#testing/tracks.ts';
import { loadFrontBoard } from './load-front-board.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const { userId } = await makeMember(ctx);

async function chosen() {
  const url = new URL('http://tmnf.localhost/');
  const board = await loadFrontBoard({ url, request: new Request(url), locals: { ctx } });
  return [board?.lbid, board?.view.rows.length];
}

test('the front page shows Classics, otherwise Nadeo tracks, otherwise the standard board', async () => {
  expect(await chosen()).toEqual(['0', 0]);
  await makeLeaderboardRow(ctx, { board: 0, userId, score: 10 });
  expect(await chosen()).toEqual(['0', 1]);
  await makeLeaderboardRow(ctx, { board: 2, userId, score: 10 });
  expect(await chosen()).toEqual(['2', 1]);
  await makeLeaderboardRow(ctx, { board: 1, userId, score: 10 });
  expect(await chosen()).toEqual(['1', 1]);
});
