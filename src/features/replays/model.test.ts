import { expect, test } from 'vitest';
import { resultOf } from './model.ts';

const run = (timeMs: number, respawns = 0, score: number | null = null) => ({ timeMs, respawns, score });

test.each([
  ['a race is won by the lower time', 0, run(41_280, 3), run(41_290)],
  ['a platform track by fewer respawns, whatever the time', 2, run(900_000, 1), run(30_000, 2)],
  ['a platform track by time when the respawns are equal', 2, run(30_000, 2), run(30_010, 2)],
  ['a stunts track by the higher score', 3, run(60_000, 0, 600), run(30_000, 0, 450)],
])('%s', (_, type, better, worse) => {
  expect(resultOf(type, better)).toBeLessThan(resultOf(type, worse));
});
