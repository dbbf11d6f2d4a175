import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leftToOtherRuns, shareOf, takingTurns } from './shares.ts';

const rows = Array.from({ length: 10 }, (_, at) => at);

test.each([1, 2, 3, 7])('so many runs in a row try every row once: %s', (parts) => {
  const tried = Array.from({ length: parts }, (_, seed) =>
    shareOf(rows, parts, { whole: false, seed }),
  ).flat();
  expect(tried.toSorted((a, b) => a - b)).toEqual(rows);
});

test.each([
  ['a table with fewer rows than parts has one row in each run', ['a', 'b'], ['b']],
  ['an empty table stays empty', [], []],
])('%s', (_, few, tried) => {
  expect(shareOf(few, 5, { whole: false, seed: 7 })).toEqual(tried);
});

test('a whole run tries everything', () => {
  expect(shareOf(rows, 3, { whole: true, seed: 1 })).toEqual(rows);
  expect(leftToOtherRuns({ whole: true, seed: 1 })).toEqual([]);
});

test('every file that takes turns exists, is named once, and is not left out by each of some runs', () => {
  const files = Object.values(takingTurns).flat();
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
  const runs = Array.from({ length: 8 }, (_, turn) => leftToOtherRuns({ whole: false, seed: turn * 1000 }));
  expect(files.filter((file) => runs.every((left) => left.includes(file)))).toEqual([]);
});

test('a file that takes turns does not always try the same rows', () => {
  const file = takingTurns[2]?.[0] ?? '';
  const seeds = Array.from({ length: 4000 }, (_, seed) => seed);
  const tried = seeds.filter((seed) => !leftToOtherRuns({ whole: false, seed }).includes(file));
  expect(new Set(tried.flatMap((seed) => shareOf(rows, 4, { whole: false, seed })))).toEqual(new Set(rows));
});
