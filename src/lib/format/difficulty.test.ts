import { expect, test } from 'vitest';
import { difficultyBars } from './difficulty.ts';

test.each([
  [0, 1, 'Beginner'],
  [1, 2, 'Intermediate'],
  [2, 3, 'Expert'],
  [3, 4, 'Lunatic'],
  [4, 0, 'N/A'],
  [null, 0, 'N/A'],
])('difficulty %s has %s of 4 bars: %s', (difficulty, filled, label) => {
  expect(difficultyBars(difficulty)).toEqual({ filled, of: 4, label });
});
