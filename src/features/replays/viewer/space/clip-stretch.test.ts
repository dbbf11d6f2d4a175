import { expect, test } from 'vitest';
import { stretchOf, usualStretch } from './clip-stretch.ts';

test.each([
  ['in the middle', 5000, 60_000, { fromMs: 5000, toMs: 15_000 }],
  ['near the end', 55_000, 60_000, { fromMs: 55_000, toMs: 60_000 }],
  ['at the end', 60_000, 60_000, { fromMs: 50_000, toMs: 60_000 }],
  ['at the end of a short run', 4000, 4000, { fromMs: 0, toMs: 4000 }],
])('offered %s', (_where, timeMs, endMs, stretch) => {
  expect(usualStretch(timeMs, endMs)).toEqual(stretch);
});

test.each([
  ['1.5', '4', 1, { fromMs: 1500, toMs: 4000 }],
  ['0', '900', 1, { fromMs: 0, toMs: 100_000 }],
  ['0', '100', 0.5, /at most 120 seconds/],
  ['0', '60', 0.5, { fromMs: 0, toMs: 60_000 }],
  ['4', '4', 1, /after its start/],
  ['200', '300', 1, /after its start/],
  ['', '4', 1, /in seconds/],
  ['-1', '4', 1, /in seconds/],
  ['1', 'x', 1, /in seconds/],
])('from %s to %s at speed %d', (from, to, speed, expected) => {
  const stretch = stretchOf(from, to, 100_000, speed);
  if (expected instanceof RegExp) expect(stretch).toMatch(expected);
  else expect(stretch).toEqual(expected);
});
