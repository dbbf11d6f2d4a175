import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/codes/durations.ts';
import { heldFor } from './RecordTable.tsx';

test.each([
  [0, 'under a minute'],
  [minuteMs - 1, 'under a minute'],
  [minuteMs, '1 minute'],
  [minuteMs + 1, '1 minute'],
  [hourMs - 1, '59 minutes'],
  [hourMs, '1 hour'],
  [dayMs - 1, '23 hours'],
  [dayMs, '1 day'],
  [1500 * dayMs, '1,500 days'],
])('a record held for %i ms was held for %s', (ms, expected) => {
  expect(heldFor(ms)).toBe(expected);
});
