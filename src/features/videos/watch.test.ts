import { expect, test } from 'vitest';
import { watchAddress } from './watch.ts';

test.each([
  [null, 'https://www.youtube.com/watch?v=abcdefghijk'],
  ['42', 'https://www.youtube.com/watch?v=abcdefghijk&t=42s'],
  [7, 'https://www.youtube.com/watch?v=abcdefghijk&t=7s'],
  ['javascript:1', 'https://www.youtube.com/watch?v=abcdefghijk'],
])('from %s it is watched at %s', (start, address) => {
  expect(watchAddress('abcdefghijk', start)).toBe(address);
});
