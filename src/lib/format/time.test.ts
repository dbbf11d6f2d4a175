import { expect, test } from 'vitest';
import { formatPlatformTime, formatPoints, formatTime } from './time.ts';

test.each([
  [0, '00:00.00'],
  [9, '00:00.00'],
  [50_910, '00:50.91'],
  [59_999, '00:59.99'],
  [60_000, '01:00.00'],
  [754_320, '12:34.32'],
  [3_599_990, '59:59.99'],
  [3_600_000, '1:00:00.00'],
  [90_061_230, '25:01:01.23'],
  [-1, 'N/A'],
  [Number.NaN, 'N/A'],
  [null, 'N/A'],
  [undefined, 'N/A'],
])('%s ms is shown as %s', (ms, text) => {
  expect(formatTime(ms)).toBe(text);
});

test.each([
  [123, '123 pts'],
  [0, '0 pts'],
  [null, 'N/A'],
])('a score of %s is shown as %s', (points, text) => {
  expect(formatPoints(points)).toBe(text);
});

test.each([
  [61_500, 3, '01:01.50 (3)'],
  [61_500, 0, '01:01.50 (0)'],
  [61_500, null, '01:01.50'],
  [null, 3, 'N/A'],
])('%s ms with %s respawns is shown as %s', (ms, respawns, text) => {
  expect(formatPlatformTime(ms, respawns)).toBe(text);
});
