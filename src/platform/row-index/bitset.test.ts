import { expect, test } from 'vitest';
import { Bitset } from './bitset.ts';
import { BitsetPool } from './bitset-pool.ts';

const of = (...rows: number[]) => {
  const bits = new Bitset(0);
  for (const row of rows) bits.add(row);
  return bits;
};

test('rows come in ascending order, and are found by position', () => {
  const rows = [0, 5, 31, 32, 63, 64, 700];
  const bits = of(...rows.toReversed());
  expect(bits.rows()).toEqual(rows);
  expect(rows.map((_, place) => bits.at(place))).toEqual(rows);
  expect(bits.at(rows.length)).toBeUndefined();
  expect(of().at(0)).toBeUndefined();
});

test('a set borrowed again is empty or a copy, regardless of its previous content', () => {
  const pool = new BitsetPool();
  const live = of(1, 2, 3, 200);
  const first = pool.during(() => {
    const copy = pool.copy(live);
    copy.remove(2);
    const empty = pool.empty(live);
    empty.add(7);
    expect([copy.rows(), empty.rows(), live.rows()]).toEqual([[1, 3, 200], [7], [1, 2, 3, 200]]);
    return [copy, empty];
  });
  pool.during(() => {
    const again = [pool.empty(live), pool.copy(live), pool.copy(of(4))];
    expect(again.map((set) => set.rows())).toEqual([[], [1, 2, 3, 200], [4]]);
    expect(first).toContain(again[0]);
    // a nested query does not borrow the sets of the outer one
    pool.during(() => expect(again).not.toContain(pool.empty(live)));
  });
  expect(pool.empty(live)).not.toBe(pool.empty(live));
});

test('a failed query returns its sets', () => {
  const pool = new BitsetPool();
  const one = pool.during(() => pool.empty(of(9)));
  expect(() =>
    pool.during(() => {
      pool.empty(of(9));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(pool.during(() => pool.empty(of(9)))).toBe(one);
});
