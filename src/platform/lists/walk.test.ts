import { expect, test } from 'vitest';
import { numberKey, type WalkedPage, walkPage } from './walk.ts';

const numbers = Array.from({ length: 7 }, (_, index) => index + 1);

/** A list of numbers, ascending, as a database would return it. */
const pageOf = (query: string, size = 3): Promise<WalkedPage<number>> =>
  walkPage(
    { pageSize: size, direction: 'asc', keys: [numberKey<number>('n', (row) => row)] },
    new URLSearchParams(query),
    { state: 'open' },
    async (requested) => {
      const from = requested.keys?.[0];
      const order = requested.reversed ? numbers.toReversed() : numbers;
      const isBehind = (row: number) => from === undefined || (requested.reversed ? row < from : row > from);
      return order.filter(isBehind).slice(0, requested.limit);
    },
  );

test('walking forwards and backwards shows every row once and stops at both ends', async () => {
  const there: number[][] = [];
  let page = await pageOf('');
  expect(page.previous).toBeNull();
  for (;;) {
    there.push([...page.rows]);
    if (page.next === null) break;
    page = await pageOf(page.next);
  }
  expect(there).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  const back: number[][] = [];
  for (;;) {
    back.push([...page.rows]);
    if (page.previous === null) break;
    page = await pageOf(page.previous);
  }
  expect(back).toEqual([[7], [4, 5, 6], [1, 2, 3]]);
});

test('links keep the filter', async () => {
  expect((await pageOf('')).next).toBe('?state=open&after=3');
});

test.each(['after=', 'after=x', 'after=1.2', 'after=-1', 'after=1e5', 'before=9999999999999999', 'from=3'])(
  'the address %j is the first page',
  async (query) => {
    expect(await pageOf(query)).toEqual(await pageOf(''));
  },
);
