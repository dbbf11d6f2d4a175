import { expect, test } from 'vitest';
import { keysOf } from './act-keys.ts';

test.each([
  [
    ['Remove the comment', 'Warn the author', 'Mute the author'],
    ['r', 'w', 'm'],
  ],
  [
    ['Remove the comment', 'Release the text', 'Restore the comment'],
    ['r', 'e', 'o'],
  ],
  [
    ['Take', 'Jj kk'],
    ['a', null],
  ], // t takes the case itself,
])('the acts %j have the keys %j', (labels, keys) => {
  expect(keysOf(labels)).toEqual(keys);
});
