import { expect, test } from 'vitest';
import type { ForeignPart } from './foreign.ts';
import { deletedAt, expiredBefore, expiresAt, isHeld, whyHeld } from './held.ts';

test.each<[string, number, readonly ForeignPart[], number, boolean]>([
  ['a visitor, who cannot write', 0, ['link'], 0, false],
  ['the first text at level 1', 1, ['link'], 0, true],
  ['the first text at level 2', 2, ['picture'], 0, true],
  ['the third text', 2, ['link'], 2, true],
  ['the fourth text', 2, ['link', 'picture'], 3, false],
  ['a text without links', 1, [], 0, false],
  ['the first text at level 3', 3, ['link'], 0, false],
  ['the first text of a moderator', 4, ['link'], 0, false],
])('%s (level %i, %j, %i released) waits: %s', (_, level, parts, released, waits) => {
  expect(isHeld(level, { parts, released })).toBe(waits);
});

test('the author sees the reason', () => {
  expect(whyHeld(['link', 'picture'])).toBe(
    'It contains a link to another site and a picture of another site. A moderator reviews each new user’s first 3 such texts.',
  );
});

test('a text expires after exactly thirty days and stays readable for thirty more', () => {
  const now = new Date('2026-11-30T12:00:00Z');
  const heldAt = new Date('2026-10-31T12:00:00Z');
  expect(expiredBefore(now)).toEqual(heldAt);
  expect(expiresAt(heldAt)).toEqual(now);
  expect(deletedAt(now)).toEqual(new Date('2026-12-30T12:00:00Z'));
});
