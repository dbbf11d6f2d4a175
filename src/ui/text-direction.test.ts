import { expect, test } from 'vitest';
import { textDirection } from './text-direction.ts';

test.each([
  ['Night Race (v2)!', undefined],
  ['Żółw № 7', 'auto'],
  ['Żółw 7', undefined],
  ['Ночь', undefined],
  ['', undefined],
  ['شارع', 'auto'],
  ['Night של', 'auto'],
  ['\u202eNight', 'auto'],
])('the direction of %j is %s', (text, direction) => {
  expect(textDirection(text)).toBe(direction);
});
