import { expect, test } from 'vitest';
import { Bits } from './bits.ts';
import { ScratchSets } from './scratch-sets.ts';

const of = (...rows: number[]) => {
  const bits = new Bits(0);
  for (const row of rows) bits.add(row);
  return bits;
};

test('rows are met in their order, one by one or by their place', () => {
  const rows = [0, 5, 31, 32, 63, 64, 700];
  const bits = of(...rows.toReversed());
  expect(bits.rows()).toEqual(rows);
  expect(rows.map((_, place) => bits.at(place))).toEqual(rows);
  expect(bits.at(rows.length)).toBeUndefined();
  expect(of().at(0)).toBeUndefined();
});

test('a set lent for one question is empty, or what it copies, when it is lent again', () => {
  const scratch = new ScratchSets();
  const live = of(1, 2, 3, 200);
  const first = scratch.during(() => {
    const copy = scratch.copy(live);
    copy.remove(2);
    const empty = scratch.empty(live);
    empty.add(7);
    expect([copy.rows(), empty.rows(), live.rows()]).toEqual([[1, 3, 200], [7], [1, 2, 3, 200]]);
    return [copy, empty];
  });
  scratch.during(() => {
    const again = [scratch.empty(live), scratch.copy(live), scratch.copy(of(4))];
    expect(again.map((set) => set.rows())).toEqual([[], [1, 2, 3, 200], [4]]);
    expect(first).toContain(again[0]);
    // one question within another is a part of it: what the outer one holds is not lent twice
    scratch.during(() => expect(again).not.toContain(scratch.empty(live)));
  });
  expect(scratch.empty(live)).not.toBe(scratch.empty(live));
});

test('a question that fails gives back what it was lent', () => {
  const scratch = new ScratchSets();
  const one = scratch.during(() => scratch.empty(of(9)));
  expect(() =>
    scratch.during(() => {
      scratch.empty(of(9));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(scratch.during(() => scratch.empty(of(9)))).toBe(one);
});
