import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { awardList } from '#features/comments/server/list.ts';
import { pagesOf, partsOf } from '#features/discovery/server/endpoints.ts';
import { threadList } from '#features/forum/server/list.ts';
import { replayList } from '#features/replays/list/server/list.ts';
import { userList } from '#features/users/list/server/list.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { bigDb } from '#testing/big-db.ts';
import { testCtx } from '#testing/ctx.ts';
import { costOf } from '#testing/rows-read.ts';
import { params } from './params.ts';
import { randomRow } from './random.ts';
import { readPage } from './run.ts';

/** A thousand people, some thousand tracks, awards and replays. */
const { db } = await bigDb(6);
const world = await testCtx({ db, site: 'tmnf' });
const seen = rememberStatements();

test('a random user costs the ids drawn, not a scan of all users', async () => {
  const { rows } = await costOf(db, seen, () => randomRow(world, userList, params({})));
  expect(rows).toBeLessThan(250);
});

test('only beaten replays are read, and not all replays are searched', async () => {
  const requested = params({ best: 0, fields: 'ReplayId', count: 40 });
  const { rows } = await costOf(db, seen, () => readPage(world, replayList, requested));
  expect(rows).toBeLessThan(100);
});

test('awards of a user with some dozen tracks are read on these tracks', async () => {
  const requested = params({ authoruserid: 2, fields: 'CommentId', count: 40 });
  const { rows } = await costOf(db, seen, () => readPage(world, awardList, requested));
  const { awards } = await db
    .selectFrom('comment')
    .where('site', '=', 'tmnf')
    .where('is_award', '=', true)
    .select((eb) => eb.fn.countAll<number>().as('awards'))
    .executeTakeFirstOrThrow();
  expect(rows).toBeLessThan(Number(awards) / 6);
});

test('awards on the tracks of a user with many tracks are found in an index, and only those of the page are read', async () => {
  const { authoruserid } = awardList.filters;
  if (!authoruserid) throw new Error('awards have no filter authoruserid');
  const many = { ...awardList, filters: { ...awardList.filters, authoruserid: { ...authoruserid, few: 5 } } };
  for (const cursor of [{}, { before: 400 }, { after: 400 }]) {
    const requested = params({ authoruserid: 1, fields: 'CommentId', count: 2, ...cursor });
    const { rows } = await costOf(db, seen, () => readPage(world, many, requested));
    expect(rows).toBeLessThan(30);
    expect(await readPage(world, many, requested)).toEqual(await readPage(world, awardList, requested));
  }
});

test('users within a range, sorted by another number, are found in an index, and only those of the page are read', async () => {
  for (const query of [
    { tracksmax: 0, order1: 12 },
    { awardsmax: 0, order1: 26, before: 500 },
    { awardsgivenmin: 1, order1: 3, after: 500 },
    { tracksmin: 1, awardsmax: 2, order1: 8, from: 500 },
  ]) {
    const requested = params({ ...query, fields: 'UserId,Name', count: 10 });
    const { rows } = await costOf(db, seen, () => readPage(world, userList, requested));
    expect(rows).toBeLessThan(50);
    const plain = await readPage(world, { ...userList, idsFirst: [] }, requested);
    expect(plain.rows.length).toBeGreaterThan(0);
    expect(await readPage(world, userList, requested)).toEqual(plain);
  }
});

test('a page without a role reads the users of the page, whatever the roles', async () => {
  const requested = params({ inmoderators: 0, fields: 'UserId', count: 40 });
  const { rows } = await costOf(db, seen, () => readPage(world, userList, requested));
  expect(rows).toBeLessThan(60);
});

test('a word is looked up once in a request, and again in a transaction', async () => {
  const requested = params({ name: 'driver', fields: 'UserId', count: 5 });
  const lookups = async (ctx: Ctx) => {
    seen();
    await readPage(ctx, userList, requested);
    await readPage(ctx, userList, requested);
    const sent = seen().filter(({ text }) => text.includes('::text as "row"'));
    return sent.reduce((sum, { times }) => sum + times, 0);
  };
  expect(await lookups({ ...world })).toBe(1);
  expect(await inTransaction({ ...world }, lookups)).toBe(2);
});

test('a second order of users is ignored: the page is a walk along the first', async () => {
  const requested = { order1: 21, fields: 'UserId,Name', count: 40 };
  const page = await readPage(world, userList, params(requested));
  expect(await readPage(world, userList, params({ ...requested, order2: 3 }))).toEqual(page);
  const { rows } = await costOf(db, seen, () =>
    readPage(world, userList, params({ ...requested, order2: 3 })),
  );
  expect(rows).toBeLessThan(60);
});

test('users without a role are not sorted by their role', async () => {
  const requested = { inmoderators: 0, fields: 'UserId', count: 40 };
  const page = await readPage(world, userList, params({ ...requested, order1: 39 }));
  expect(page).toEqual(await readPage(world, userList, params(requested)));
});

test('rows become text when they are sorted and cut to a page', async () => {
  const requested = params({ order1: 5, order2: 1, fields: 'ThreadId,Title', count: 40 });
  const { rows, subselects } = await costOf(db, seen, () => readPage(world, threadList, requested));
  expect(rows).toBeGreaterThan(100);
  expect(subselects).toBeLessThan(100);
});

test('sitemaps of tracks and users are read from the index alone', async () => {
  expect(app.sitemap.map(({ name }) => name)).toEqual(expect.arrayContaining(['tracks', 'users']));
  for (const kind of app.sitemap.filter(({ name }) => name === 'tracks' || name === 'users')) {
    const index = await costOf(db, seen, () => partsOf(world, kind));
    expect(index.rows, kind.name).toBe(0);
    expect(index.entries, kind.name).toBeLessThan(10);
    const pages = await pagesOf(world, kind, 1);
    const part = await costOf(db, seen, () => pagesOf(world, kind, 1));
    expect(part.rows, kind.name).toBe(0);
    expect(part.entries, kind.name).toBe(pages.length);
  }
});
