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
    ['Release the text', 'Restore it', 'Edit it'],
    ['r', 'o', 'e'], // the first letter of a later act comes before another letter of an earlier one
  ],
  [
    ['Take', 'Jj kk', ''],
    ['a', 'b', 'c'], // t takes the case itself, j and k move
  ],
])('the acts %j have the keys %j', (labels, keys) => {
  expect(keysOf(labels)).toEqual(keys);
});

test('more acts than letters: the last ones have no key', () => {
  const keys = keysOf(Array.from({ length: 25 }, (_, at) => `Act ${at}`));
  expect(new Set(keys.slice(0, 19)).size).toBe(19);
  expect(keys.slice(19)).toEqual([null, null, null, null, null, null]);
});
