import { expect, test } from 'vitest';
import type { Medals } from '../model.ts';
import { medalAxis, shareWith } from './medal-axis.ts';

const times: Medals = { unit: 'time', author: 50_000, gold: 60_000, silver: 70_000, bronze: 100_000 };
const points: Medals = { unit: 'points', author: 400, gold: 300, silver: 200, bronze: 100 };

test('the axis goes from the author, or a better record, to bronze', () => {
  expect(medalAxis(times, [], null)?.medals).toEqual([
    { key: 'bronze', at: 96 },
    { key: 'silver', at: 40.8 },
    { key: 'gold', at: 22.4 },
    { key: 'author', at: 4 },
  ]);
  const axis = medalAxis(times, [40_000, 100_000, 100_001], 55_000);
  expect(axis).toMatchObject({ record: 4, ticks: [4, 96], own: 27 });
  expect(axis?.medals.at(-1)).toEqual({ key: 'author', at: 19.3 });
});

test('points grow to the left', () => {
  const axis = medalAxis(points, [450, 100, 99], 10);
  expect(axis).toMatchObject({ record: 4, ticks: [4, 96], own: 98 });
});

test.each([
  ['no medals are known', { ...times, author: 50_000, gold: null, silver: null, bronze: null }],
  ['all are the same', { ...times, gold: 50_000, silver: 50_000, bronze: 50_000 }],
])('there is no axis where %s', (_, medals) => expect(medalAxis(medals, [49_000], null)).toBeNull());

test.each([
  ['one of three is slower', [1, 2, 3], 3, 67],
  ['one driver is on another page or secret', [1, 2], 3, null],
  ['nobody drove', [], 0, null],
] as const)('the share of drivers with a medal: %s', (_, results, drivers, share) =>
  expect(shareWith(times, 2, results, drivers)).toBe(share),
);
