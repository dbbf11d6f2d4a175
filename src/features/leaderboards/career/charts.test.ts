import { expect, test } from 'vitest';
import { calendarStart, sayActivity, sayGap } from './career.ts';
import { calendarOf, cell, lineThrough, monthsOf, onAxis, shapeOf } from './charts.ts';

const day = (of: string, replays = 0, awards = 0, uploads = 0) => ({ day: of, replays, awards, uploads });

test.each([
  ['2026-11-22T23:59:59Z', '2025-11-17'],
  ['2026-11-23T00:00:00Z', '2025-11-24'],
  ['2026-11-29T12:00:00Z', '2025-11-24'],
])('a calendar on %s begins on a Monday: %s', (now, start) => {
  expect(calendarStart(new Date(now)).toISOString().slice(0, 10)).toBe(start);
});

test('a calendar has a column for each week, until today, and a level for each day', () => {
  const days = [day('2026-11-25', 1), day('2026-11-27', 5, 2, 1)];
  const calendar = calendarOf(days, new Date('2026-11-27T18:00:00Z'));
  expect(calendar.days).toHaveLength(52 * 7 + 5);
  expect(calendar.days.slice(-3).map(({ x, y, level }) => [x, y, level])).toEqual([
    [52 * cell, 2 * cell, 1],
    [52 * cell, 3 * cell, 0],
    [52 * cell, 4 * cell, 4],
  ]);
  expect(calendar.months.map(({ label }) => label).join(' ')).toBe(
    'Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov',
  );
  expect(monthsOf([day('2025-12-01'), ...days]).map(({ label, days: of }) => [label, of.length])).toEqual([
    ['Nov 2026', 2],
    ['Dec 2025', 1],
  ]);
});

test.each([
  [[1, 0, 0], '1 replay'],
  [[2, 1, 3], '2 replays, 1 award and 3 uploads'],
  [[0, 0, 0], ''],
])('an activity of %j is said as %j', ([replays = 0, awards = 0, uploads = 0], text) => {
  expect(sayActivity({ replays, awards, uploads })).toBe(text);
});

test.each([
  [0, '0.00 s'],
  [1, '0.01 s'],
  [120, '0.12 s'],
  [12_345, '12.35 s'],
])('a gap of %d ms is said as %j', (ms, text) => expect(sayGap(ms)).toBe(text));

test('lines and shapes fill their box', () => {
  expect(lineThrough([0, 10, 5], 100, 50)).toBe('M0 50L50 0L100 25');
  expect(lineThrough([1, 3], 100, 50, true)).toBe('M0 0L100 50');
  expect(lineThrough([4, 4], 100, 50)).toBe('M0 25L100 25');
  expect(onAxis(0, 4, 10)).toEqual({ x: 0, y: -10 });
  expect(shapeOf([4, 1, 0, 0], 10)).toBe('0,-10 5,0 0,0 0,0');
});
