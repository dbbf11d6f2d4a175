import { expect, test } from 'vitest';
import { establishedTracks, waitsForReview } from './review.ts';

test.each([
  ['never', 0, false, false],
  ['newUploaders', 0, false, true],
  ['newUploaders', establishedTracks - 1, false, true],
  ['newUploaders', establishedTracks, false, false],
  ['newUploaders', establishedTracks + 1, false, false],
  ['newUploaders', 0, true, false],
  ['always', establishedTracks + 1, false, true],
  ['always', 0, true, false],
] as const)('review %s, %i released tracks, of the crew %s: waits %s', (mode, released, isCrew, waits) => {
  expect(waitsForReview(mode, { released, isCrew })).toBe(waits);
});
