import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { params } from '#platform/lists/params.ts';
import { sqlOf } from '#platform/lists/run.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeLeaderboardRow, makePack } from '#testing/make-lists.ts';
import { asMember, makeMember } from '#testing/tracks.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const list = listAt(app.routes, '/api/leaderboards');
const ann = await asMember(world);
const drivers = [ann.viewer];
for (let n = 1; n < 6; n++) drivers.push(await makeMember(world));
const positions = async (query: string, ctx = world) =>
  (await ask(ctx, list, `fields=Position&${query}`)).Results.map((row) => row.Position);

const boards = [
  { board: 0, environment: 0 },
  { board: 0, environment: 7 },
  { board: 2, environment: 0 },
];
const pack = await makePack(world, { ownerId: ann.viewer.userId, name: 'Cup', isPublic: false });
for (const board of [...boards, { board: pack, environment: 0 }]) {
  for (const [position, { userId }] of drivers.entries()) {
    const spec = { ...board, userId, score: 1000 - position + board.board, snapshot: position + 3 };
    await makeLeaderboardRow(world, { ...spec, replays: position % 3, records: 6 - position, top10s: 7 });
  }
}

test('the standard board of all environments, the leader first, 50 rows', async () => {
  const { Results, More } = await ask(
    world,
    list,
    'count=1&fields=User,Position,Delta,ReplayScore,ReplayWRs,Top10s,Replays',
  );
  expect(Results).toEqual([
    {
      User: { UserId: ann.viewer.userId, Name: ann.viewer.name },
      Position: 0,
      Delta: 3,
      ReplayScore: 1000,
      ReplayWRs: 6,
      Top10s: 7,
      Replays: 0,
    },
  ]);
  expect(More).toBe(true);
  expect(list.pageSize.usual).toBe(50);
});

test.each([
  ['order1=2', [0, 1, 2, 3, 4, 5]],
  ['order1=1', [5, 4, 3, 2, 1, 0]],
  ['order1=4', [2, 5, 1, 4, 0, 3]],
  ['order1=3', [3, 0, 4, 1, 5, 2]],
  ['order1=6', [0, 1, 2, 3, 4, 5]],
  ['order1=8', [0, 1, 2, 3, 4, 5]],
  // a second order is ignored
  ['order1=2&order2=4', [0, 1, 2, 3, 4, 5]],
  ['order1=4&order2=6', [2, 5, 1, 4, 0, 3]],
  ['order1=1&order2=4&after=3', [2, 1, 0]],
  ['count=2&after=0', [1, 2]],
  ['count=2&from=0', [0, 1]],
  ['count=2&before=0', []],
  ['count=2&after=3', [4, 5]],
  ['order1=4&after=1', [4, 0, 3]],
  [`userid=${ann.viewer.userId}`, [0]],
  ['lbenv=7&count=3', [0, 1, 2]],
  ['lbid=2', [0, 1, 2, 3, 4, 5]],
  ['lbid=1', []],
  ['lbid=4', []],
  [`lbid=${pack}`, []],
])('%s', async (query, expected) => {
  expect(await positions(query)).toEqual(expected);
});

test('the board of a hidden pack is visible to viewers who see the pack', async () => {
  expect(await positions(`lbid=${pack}&count=2`, ann)).toEqual([0, 1]);
  expect(await positions(`lbid=${pack}&count=2`, await asMember(world, Level.moderator))).toEqual([0, 1]);
  expect(await positions(`lbid=${pack}&count=2`, await asMember(world))).toEqual([]);
});

test('the board of a pack with an unreleased list, which would reveal its tracks, is visible to viewers who see the list', async () => {
  const blind = await makePack(world, { ownerId: ann.viewer.userId, name: 'Blind', mapListReleased: false });
  await makeLeaderboardRow(world, { board: blind, environment: 0, userId: ann.viewer.userId, score: 500 });
  for (const who of [ann, await asMember(world, Level.moderator)])
    expect(await positions(`lbid=${blind}`, who)).toEqual([0]);
  for (const who of [world, await asMember(world)]) expect(await positions(`lbid=${blind}`, who)).toEqual([]);
});

test('drivers are found by a part of the name', async () => {
  const name = drivers[3]?.name.slice(2).toUpperCase() ?? '';
  expect(await positions(`username=${encodeURIComponent(name)}`)).toEqual([3]);
});

test('an environment without a board is empty, an unknown name is refused', async () => {
  expect(await ask(world, list, 'lbenv=8')).toEqual({ Results: [], More: false });
  await expect(ask(world, list, 'lbenv=moon')).rejects.toThrow("Invalid value for 'lbenv'");
});

test('after an unused position the board is empty', async () => {
  expect(await ask(world, list, 'after=77')).toEqual({ Results: [], More: false });
});

test('the position of a row is counted once, though its change is computed from it, too', () => {
  const times = (fields: string) =>
    sqlOf(world, list, params({ fields })).text.split('board_position(').length - 1;
  expect(times('Position,Delta,ReplayScore')).toBe(1);
  expect(times('ReplayScore')).toBe(0);
});
