import { expect, test } from 'vitest';
import { cellClass, directionOf, headClass, nextOrder } from './columns.ts';

test.each([
  // a column that is not the usual order
  [[5, 6], 2, 2, 5],
  [[5, 6], 5, 2, 6],
  [[5, 6], 6, 2, null],
  [[5, 6], null, 2, 5],
  // the column of the usual order: none and descending are the same
  [[1, 2], 2, 2, 1],
  [[1, 2], 1, 2, 2],
] as const)(
  'column %s under order %s, usual %s: the next press requests %s',
  (codes, order, usual, wanted) => {
    expect(nextOrder(codes, order, usual)).toBe(wanted);
  },
);

test.each([
  [[1, 2], 1, 'ascending'],
  [[1, 2], 2, 'descending'],
  [[1, 2], 3, undefined],
  [[1, 2], null, undefined],
] as const)('column %s under order %s is %s', (codes, order, direction) => {
  expect(directionOf(codes, order)).toBe(direction);
});

test.each([
  [{}, undefined, undefined],
  [{ role: 'name' }, 'name', undefined],
  [{ role: 'actions' }, 'acts', 'acts'],
  [{ align: 'end', numeric: true, muted: true, shownFrom: 'medium' }, 'n dim mid', 'r mid'],
  [{ role: 'position', align: 'center', folded: 'below' }, 'pos c sub', 'c'],
  [{ align: 'end', folded: 'endBelow', shownFrom: 'widest' }, 'r widest key2', 'r widest'],
] as const)('a column that is %j has the cells %s and the head %s', (look, cell, head) => {
  expect([cellClass(look), headClass(look)]).toEqual([cell, head]);
});
