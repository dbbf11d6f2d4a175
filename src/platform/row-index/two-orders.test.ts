import { expect, test } from 'vitest';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { runSeed } from '#testing/run-seed.ts';
import { compareKeys } from './key-column.ts';
import { type IndexedRow, RowIndex } from './row-index.ts';
import { SparseOrder } from './sparse-order.ts';
import { rowsByTwo } from './two-orders.ts';

const random = seededRandom(runSeed());
const below = (n: number) => Math.floor(random() * n);

/** Groups too large to sort, groups of one, and rows without a key. */
const rows: IndexedRow[] = Array.from({ length: 9000 }, (_, at) => ({
  id: at + 1,
  keys: [[0, 0, 0, null, below(4), below(9000)][below(6)] ?? null, below(5) === 0 ? null : below(400)],
  facets: [below(3) === 0 ? 1 : 0],
  text: '',
}));
const index = new RowIndex(['number', 'number']);
index.load(rows);

const compareBy = (order: number, descending: boolean) => (a: IndexedRow, b: IndexedRow) => {
  const [x, y] = [a.keys[order] ?? null, b.keys[order] ?? null];
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  return compareKeys(x, y) * (descending ? -1 : 1);
};

const sort = (order: number, descending: boolean) => ({ keys: index.order(order), order, descending });

test.each([
  [0, 1, false, false],
  [0, 1, true, true],
  [1, 0, false, false],
  [1, 0, true, true],
  [0, 1, true, false],
  [0, 1, false, true],
  [1, 0, true, false],
  [1, 0, false, true],
])('order %i, then %i, descending: %s, %s', (first, second, descending, thenDescending) => {
  const major = compareBy(first, descending);
  const minor = compareBy(second, thenDescending);
  for (const wanted of [null, 0]) {
    const expected = rows
      .filter((row) => wanted === null || row.facets.includes(wanted))
      .sort((a, b) => major(a, b) || minor(a, b) || (a.id - b.id) * (descending ? -1 : 1))
      .map(({ id }) => id);
    const matching = () =>
      index.match([{ any: wanted === null ? [{ facet: 0 }, { facet: 1 }] : [{ facet: wanted }] }]) ??
      index.all();
    const page = (cursor: { id: number; back: boolean; inclusive: boolean } | null, most: number) =>
      rowsByTwo(index, {
        matching: matching(),
        first: sort(first, descending),
        second: sort(second, thenDescending),
        cursor: cursor && {
          row: index.rowOf(cursor.id) ?? -1,
          back: cursor.back,
          inclusive: cursor.inclusive,
        },
        most,
      }).map((row) => index.idOf(row));
    expect(page(null, 1001)).toEqual(expected.slice(0, 1001));
    for (let n = 0; n < 40; n++) {
      const place = below(expected.length);
      const id = expected[place] ?? 0;
      const most = 1 + below(n % 4 === 0 ? 1001 : 60);
      expect(page({ id, back: false, inclusive: false }, most)).toEqual(
        expected.slice(place + 1, place + 1 + most),
      );
      expect(page({ id, back: false, inclusive: true }, most)).toEqual(expected.slice(place, place + most));
      expect(page({ id, back: true, inclusive: false }, most)).toEqual(
        expected.slice(Math.max(0, place - most), place).reverse(),
      );
    }
  }
});

test('a sparse order as the first of two', () => {
  const ids = Int32Array.from({ length: 3000 }, (_, at) => 1 + at * 3);
  const keys = Float64Array.from(ids, (id) => (id % 2 === 0 ? id % 7 : Number.NaN));
  const sparse = new SparseOrder(index, ids, keys);
  const keyOf = (id: number) => (id % 3 === 1 && id % 2 === 0 ? id % 7 : null);
  const expected = rows
    .toSorted((a, b) => {
      const [x, y] = [keyOf(a.id), keyOf(b.id)];
      const bySparse = x === null || y === null ? Number(x === null) - Number(y === null) : compareKeys(y, x);
      return bySparse || compareBy(1, false)(a, b) || b.id - a.id;
    })
    .map(({ id }) => id);
  const page = (row: number | null, most: number) =>
    rowsByTwo(index, {
      matching: index.all(),
      first: { keys: sparse, order: null, descending: true },
      second: sort(1, false),
      cursor: row === null ? null : { row, inclusive: false, back: false },
      most,
    }).map((one) => index.idOf(one));
  expect(page(null, 1001)).toEqual(expected.slice(0, 1001));
  expect(page(index.rowOf(expected[4000] ?? 0) ?? null, 50)).toEqual(expected.slice(4001, 4051));
});
