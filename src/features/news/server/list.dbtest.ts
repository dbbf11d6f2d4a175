import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeNews } from '#testing/make-community.ts';
import { asMember } from '#testing/tracks.ts';
import { newsRoutes } from './endpoints.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const mo = await asMember(world);
const list = listAt(newsRoutes, '/api/news');
const day = (n: number) => new Date(Date.UTC(2012, 0, n));
const userId = mo.viewer.userId;
const old = await makeNews(world, {
  userId,
  title: 'Contest: results',
  message: '[b]Ann[/b] wins.',
  at: day(1),
});
const fresh = await makeNews(world, {
  userId,
  title: 'Christmas calendar',
  message: 'Doors open.',
  at: day(2),
});
await db.insertInto('news_dismissal').values({ site: 'tmnf', news_id: old, user_id: userId }).execute();
const ids = async (query: string, ctx = world) =>
  (await ask(ctx, list, `fields=NewsId&${query}`)).Results.map((row) => row.NewsId);

test.each([
  ['', [fresh, old]],
  ['order1=1', [old, fresh]],
  ['name=CONTEST', [old]],
  [`id=${old}`, [old]],
  [`userid=${userId}`, [fresh, old]],
  ['postedafter=2012-01-02', [fresh]],
  ['postedbefore=2012-01-01', [old]],
  ['indismissed=1', []],
])('%s', async (query, expected) => {
  expect(await ids(query)).toEqual(expected);
});

test('dismissals are visible to the viewer who made them', async () => {
  expect(await ids('indismissed=0', mo)).toEqual([fresh]);
  const { Results } = await ask(mo, list, `id=${old}&fields=${Object.keys(list.fields).join(',')}`);
  expect(Results).toEqual([
    {
      NewsId: old,
      Title: 'Contest: results',
      Message: '[b]Ann[/b] wins.',
      PostedAt: '2012-01-01T00:00:00.000',
      UpdatedAt: '2012-01-01T00:00:00.000',
      User: { UserId: userId, Name: mo.viewer.name },
      IsDismissed: true,
      Comments: 0,
    },
  ]);
});
