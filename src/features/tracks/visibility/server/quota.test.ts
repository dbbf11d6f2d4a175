import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { uploadQuota } from './quota.ts';

test.each([
  ['an address not confirmed', Level.basic, 400, 2],
  ['the first week', Level.standard, 6.9, 10],
  ['after a week', Level.standard, 7, 50],
  ['trusted', Level.trusted, 400, 50],
] as const)('%s: level %i, %d days: %i tracks a day', (_, level, days, quota) => {
  expect(uploadQuota(50, { level, days })).toBe(quota);
});

test('a lower limit applies to all users', () => {
  expect(uploadQuota(1, { level: Level.basic, days: 0 })).toBe(1);
  expect(uploadQuota(4, { level: Level.standard, days: 0 })).toBe(4);
});
