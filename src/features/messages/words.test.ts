import { expect, test } from 'vitest';
import { indexed, searchQuery } from './words.ts';

test('a message is indexed by its folded words and its readers', () => {
  expect(indexed(['A Track', '[b]Žofie[/b] :) drove it, [b]it[/b] @7'], [3, 12])).toEqual([
    'a',
    'track',
    'zofie',
    'drove',
    'it',
    '7',
    '@3',
    '@12',
  ]);
});

test.each([
  ['', null],
  [' !? ', null],
  ['Žofie', "'@7' & 'zofie':*"],
  ['a track', "'@7' & 'a' & 'track':*"],
  ["it's @12 | '!", "'@7' & 'it':* & 's' & '12':*"],
  ['a b c d e f g h i', "'@7' & 'a' & 'b' & 'c' & 'd' & 'e' & 'f' & 'g' & 'h'"],
  ['x'.repeat(50), `'@7' & '${'x'.repeat(40)}':*`],
])('%j is searched as %s', (typed, query) => {
  expect(searchQuery(typed, 7)).toBe(query);
});
