import { expect, test } from 'vitest';
import { sectorTimes } from './sector-times.ts';

const at = (...times: (number | null)[]) => times.map((timeMs) => ({ timeMs, score: null }));

test.each([
  ['a list that ends with the finish is complete', at(9000, 21_000, 40_000), 40_000, [9000, 21_000, 40_000]],
  ['Power Up: the finish is the time of the race', at(9000, 21_000), 40_000, [9000, 21_000, 40_000]],
  ['TM 1.0: the whole run is one sector', [], 40_000, [40_000]],
  ['a run without a time has what it lists', at(9000, null), null, [9000]],
] as const)('%s', (_, checkpoints, raceTimeMs, expected) => {
  expect(sectorTimes(checkpoints, raceTimeMs)).toEqual(expected);
});
