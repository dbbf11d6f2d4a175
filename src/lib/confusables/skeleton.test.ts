import { expect, test } from 'vitest';
import { skeleton } from './skeleton.ts';
import { lookAlikes } from './table.generated.ts';

test.each([
  ['paypal', 'раураl'],
  ['alice', 'aIice'],
  ['alice', 'a1ice'],
  ['alice', 'a|ice'],
  ['admin', 'аdmіn'],
  ['admin', 'ａｄｍｉｎ'],
  ['admin', '𝐚𝒅𝓂𝔦𝕟'],
  ['admin', 'ad\u00ADmi\u200Bn\u3164\u115F\u1160\uFFA0\u034F\u{E0041}'],
  ['modern', 'modem'],
  ['BOB', 'B0B'],
  ['Ann', 'Αnn'],
])('%s and %s look the same', (one, other) => expect(skeleton(other)).toBe(skeleton(one)));

test.each([
  ['alice', 'Alice'],
  ['kai', 'kal'],
  ['ann', 'änn'],
  ['Bob 1', 'Bob 2'],
])('%s and %s look different', (one, other) => expect(skeleton(other)).not.toBe(skeleton(one)));

test('the skeleton of a skeleton is itself, for all letters of the table and the first 12,288 code points', () => {
  const letters = lookAlikes.flatMap(([prototype, alike]) => [prototype, ...alike]);
  for (let code = 0; code < 0x3000; code++) letters.push(String.fromCodePoint(code));
  const changed = letters.filter((letter) => skeleton(skeleton(letter)) !== skeleton(letter));
  expect(changed).toEqual([]);
});
