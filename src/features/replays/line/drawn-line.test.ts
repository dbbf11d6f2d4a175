import { expect, test } from 'vitest';
import { formatTime } from '#lib/format/time.ts';
import { clockText, lineOf, type Moment, momentsOf, momentsUntil } from './drawn-line.ts';

const moments: Moment[] = [
  [0, 100, 400],
  [1000, 300, 380],
  [3000, 310, 20],
];

test('a line is sent as differences and read again', () => {
  const sent = lineOf(moments, 3010);
  expect(sent).toEqual({ TimeMs: 3010, Line: [0, 100, 400, 1000, 200, -20, 2000, 10, -360] });
  expect(momentsOf(sent)).toEqual(moments);
  expect(lineOf([[0.4, 9.6, -0.6]], 1)).toEqual({ TimeMs: 1, Line: [0, 10, -1] });
});

test.each([
  [
    0,
    [
      [0, 100, 400],
      [0, 100, 400],
    ],
  ],
  [
    500,
    [
      [0, 100, 400],
      [500, 200, 390],
    ],
  ],
  [
    1000,
    [
      [0, 100, 400],
      [1000, 300, 380],
      [1000, 300, 380],
    ],
  ],
  [
    2000,
    [
      [0, 100, 400],
      [1000, 300, 380],
      [2000, 305, 200],
    ],
  ],
  [3000, moments],
  [9000, moments],
])('after %i ms', (ms, expected) => {
  expect(momentsUntil(moments, ms)).toEqual(expected);
});

test.each([0, 9, 10, 50_919.6, 59_999, 60_000, 3_599_999, 3_600_000, 35_999_999, 36_000_000, 86_400_000])(
  'the clock shows %d ms as other pages do',
  (ms) => expect(clockText(ms)).toBe(formatTime(ms)),
);
