import { expect, test } from 'vitest';
import { packTracksFor } from './views.ts';

test.each([
  [true, 'No tracks added yet.'],
  [false, 'The track list isn’t released yet.'],
])('a list of tracks that is shown (%s) and has no rows says: %s', (isShown, empty) => {
  expect(packTracksFor(isShown).empty).toBe(empty);
});
