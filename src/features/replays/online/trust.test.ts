import { expect, test } from 'vitest';
import { isImplausible, storedPlaces, unapprovedPlaces } from './trust.ts';

const race = { primaryType: 0, authorTimeMs: 40_000, recordMs: null, approvedMs: null };

test.each([
  ['half of the author time', 20_000, race, false],
  ['below half of the author time', 19_999, race, true],
  ['four fifths of the best replay', 28_000, { ...race, recordMs: 35_000 }, false],
  ['below four fifths of the best replay', 27_999, { ...race, recordMs: 35_000 }, true],
  ['four fifths of the best approved record', 28_000, { ...race, approvedMs: 35_000 }, false],
  ['below four fifths of the best approved record', 27_999, { ...race, approvedMs: 35_000 }, true],
  ['compared with the better of both', 27_999, { ...race, recordMs: 30_000, approvedMs: 35_000 }, false],
  ['slower than everything', 90_000, { ...race, recordMs: 30_000, approvedMs: 35_000 }, false],
])('%s', (_, timeMs, track, waits) => expect(isImplausible(timeMs, track)).toBe(waits));

const laps = { ...race, primaryType: 5, authorTimeMs: 200_000 };

test.each([
  ['one lap of twenty', 10_000, laps, false],
  ['less than one lap of twenty', 9_999, laps, true],
  ['a replay of all laps says nothing', 40_000, { ...laps, recordMs: 190_000 }, false],
  ['below four fifths of a record with as many laps', 31_999, { ...laps, approvedMs: 40_000 }, true],
])('multilap: %s', (_, timeMs, track, waits) => expect(isImplausible(timeMs, track)).toBe(waits));

test('places of one account without approval, and of what is stored for one account', () => {
  expect([1, 3, 30, 50].map(unapprovedPlaces)).toEqual([1, 1, 10, 16]);
  expect(storedPlaces(30)).toBe(60);
});
