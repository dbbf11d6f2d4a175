import { describe, expect, test } from 'vitest';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { Problem } from '#platform/http/problem.ts';
import { filter, nameFilter } from '#platform/lists/filters.ts';
import type { List } from '#platform/lists/list.ts';
import { folded, params } from '#platform/lists/params.ts';
import { randomRow } from '#platform/lists/random.ts';
import { readPage } from '#platform/lists/run.ts';
import { contains } from '#platform/lists/search-text.ts';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { bigDb } from '#testing/big-db.ts';
import { testCtx } from '#testing/ctx.ts';
import { costOf } from '#testing/rows-read.ts';
import { userList } from './list.ts';

/** Some thousand people, all of them called driver: more than are sorted on the spot. */
const { db } = await bigDb(20);
const world = await testCtx({ db, site: 'tmnf' });
const seen = rememberStatements();

/** The lists as they are with names compared row by row. */
const plainUsers: typeof userList = {
  ...userList,
  name: 'plain',
  filters: {
    ...userList.filters,
    name: nameFilter(
      '',
      (eb) => eb.ref('p.name_folded'),
      (eb) => eb.ref('p.user_id'),
    ),
  },
};
const plainBoards: typeof leaderboardList = {
  ...leaderboardList,
  name: 'plain boards',
  filters: {
    ...leaderboardList.filters,
    username: filter('', folded, (eb, part) => contains(eb.ref('p.name_folded'), part)),
  },
};

type Asked = Readonly<Record<string, string | number>>;
/** A page; a cursor without a place in the order is an empty one, because without any match it is not looked for. */
const rowsOf = (list: List, requested: Asked) =>
  readPage(world, list, params(requested)).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 410) return { rows: [], more: false };
    throw error;
  });

const words = ['driver', 'DRIVER 1', 'tmnf driver 77', 'r', 'zq', '7', '_'];
const userOrders: Asked[] = [{}, { order1: 'relevance' }, { order1: 3 }, { order1: 4 }, { order1: 20 }];
const boardOrders: Asked[] = [{}, { order1: 1 }, { order1: 4 }];
const filters: Asked[] = [{}, { tracksmin: 1 }, { id: '3,77,78,3000' }];
const pages: Asked[] = [
  {},
  ...['after', 'before', 'from'].flatMap((page) => [77, 3000, 999_999].map((cursor) => ({ [page]: cursor }))),
];

describe('people are found by a part of their names as the plain statement finds them', () => {
  test.each(words)('%s', { timeout: 60_000 }, async (name) => {
    for (const order of userOrders)
      for (const page of pages)
        for (const more of filters) {
          const requested: Asked = { name, ...order, ...page, ...more, count: 7, fields: 'UserId' };
          expect([requested, await rowsOf(userList, requested)]).toEqual([
            requested,
            await rowsOf(plainUsers, requested),
          ]);
        }
  });
});

describe('drivers on boards are, too', () => {
  test.each(words)('%s', { timeout: 60_000 }, async (username) => {
    for (const order of boardOrders)
      for (const page of pages) {
        const requested: Asked = { username, ...order, ...page, count: 7, fields: 'Position' };
        expect([requested, await rowsOf(leaderboardList, requested)]).toEqual([
          requested,
          await rowsOf(plainBoards, requested),
        ]);
      }
  });
});

test('a random user with a matching name, and null if there is none', async () => {
  expect(await randomRow(world, userList, params({ name: 'driver' }))).toBeGreaterThan(0);
  expect(await randomRow(world, userList, params({ name: 'zq' }))).toBeNull();
  expect(await randomRow(world, userList, params({ name: 'driver 3001' }))).toBe(3001);
});

const cost = (list: List, requested: Asked) =>
  costOf(db, seen, () => rowsOf(list, { count: 40, ...requested }));

/** The rows of a page and those joined to them. */
const aPage = 200;
/** Index entries that are read for a word in most names, and the rows of a page. */
const fewEntries = 2500;

describe('a word costs at most one pass over the index of names', () => {
  test.each(['driver', 'tmnf', 'zq', 'r'])('%s', async (word) => {
    const people = 3451;
    for (const order1 of ['relevance', '2', '3', '20', '41']) {
      const requested = { name: word, order1, fields: 'UserId' };
      const { rows, entries } = await cost(userList, requested);
      expect([requested, rows <= aPage, entries <= people + fewEntries]).toEqual([requested, true, true]);
    }
    for (const order1 of ['1', '2', '6']) {
      const requested = { username: word, order1, fields: 'Position' };
      const { rows, entries } = await cost(leaderboardList, requested);
      expect([requested, rows <= aPage, entries <= people + fewEntries]).toEqual([requested, true, true]);
    }
  });
});
