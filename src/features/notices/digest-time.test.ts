import { expect, test } from 'vitest';
import { lastDigestTime } from './digest-time.ts';

// 23 November 2026 is a Monday
test.each([
  ['daily', '2026-11-23T06:59:00Z', '2026-11-22T07:00:00Z'],
  ['daily', '2026-11-23T07:00:00Z', '2026-11-23T07:00:00Z'],
  ['daily', '2026-11-23T07:01:00Z', '2026-11-23T07:00:00Z'],
  ['daily', '2026-11-23T23:59:59Z', '2026-11-23T07:00:00Z'],
  ['weekly', '2026-11-23T06:59:00Z', '2026-11-16T07:00:00Z'],
  ['weekly', '2026-11-23T07:00:00Z', '2026-11-23T07:00:00Z'],
  ['weekly', '2026-11-23T07:01:00Z', '2026-11-23T07:00:00Z'],
  ['weekly', '2026-11-29T23:59:00Z', '2026-11-23T07:00:00Z'],
  // a change of the clocks in Europe
  ['daily', '2026-10-25T07:00:00Z', '2026-10-25T07:00:00Z'],
  ['weekly', '2027-03-29T06:59:00Z', '2027-03-22T07:00:00Z'],
] as const)('the last %s digest at %s ended at %s', (period, now, end) => {
  expect(lastDigestTime(period, new Date(now)).toISOString()).toBe(new Date(end).toISOString());
});
