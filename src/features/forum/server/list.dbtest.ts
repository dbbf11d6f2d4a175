import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeBoard, makeThread } from '#testing/make-community.ts';
import { asMember } from '#testing/tracks.ts';
import { forumRoutes } from './endpoints.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const mo = await asMember(world, Level.moderator);
const list = listAt(forumRoutes, '/api/threads');
const day = (n: number) => new Date(Date.UTC(2012, 0, n));
const userId = ann.viewer.userId;
const posts = (n: number) => Array.from({ length: n }, (_, at) => ({ userId, text: `post ${at}` }));
const ids = async (query: string, ctx = world) =>
  (await ask(ctx, list, `fields=ThreadId&${query}`)).Results.map((row) => row.ThreadId);

const general = await makeBoard(world, { boardId: 2, title: 'General' });
const crew = await makeBoard(world, { boardId: 13, title: 'Crew', readLevel: Level.moderator });
const pinned = await makeThread(world, {
  boardId: general,
  userId,
  title: 'Rules',
  at: day(1),
  isPinned: true,
  posts: posts(1),
});
const long = await makeThread(world, {
  boardId: general,
  userId,
  title: 'Long talk',
  at: day(2),
  posts: posts(99),
});
const fresh = await makeThread(world, {
  boardId: general,
  userId,
  title: 'Hello',
  at: day(5),
  isLocked: true,
  posts: posts(2),
});
const inner = await makeThread(world, {
  boardId: crew,
  userId: mo.viewer.userId,
  title: 'Hush',
  at: day(9),
  posts: posts(1),
});

test.each([
  ['', [long, fresh, pinned]],
  ['order1=1', [pinned, fresh, long]],
  ['order1=4', [fresh, long, pinned]],
  ['order1=6', [long, fresh, pinned]],
  [`boardid=${general}`, [pinned, long, fresh]],
  [`boardid=${general}&order1=2`, [long, fresh, pinned]],
  ['order1=8', [long, fresh, pinned]],
  ['name=hel', [fresh]],
  [`id=${inner},${long}`, [long]],
  ['inlocked=1', [fresh]],
  [`userid=${mo.viewer.userId}`, []],
  [`boardid=${crew}`, []],
])('%s', async (query, expected) => {
  expect(await ids(query)).toEqual(expected);
});

test("the crew's board is for the crew", async () => {
  expect(await ids(`boardid=${crew}`, mo)).toEqual([inner]);
});

test('every field', async () => {
  const { Results } = await ask(world, list, `id=${fresh}&fields=${Object.keys(list.fields).join(',')}`);
  expect(Results).toEqual([
    {
      ThreadId: fresh,
      Title: 'Hello',
      Board: { BoardId: general, Title: 'General' },
      User: { UserId: userId, Name: ann.viewer.name },
      Posts: 2,
      IsLocked: true,
      IsPinned: false,
      CreatedAt: '2012-01-05T00:00:00.000',
      LastPostAt: '2012-01-05T01:00:00.000',
    },
  ]);
});
