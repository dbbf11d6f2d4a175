import { expect, test } from 'vitest';
import { indexed, searchedEntries } from './search-words.ts';

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
  ['', [], []],
  [' !? ', [], []],
  ['Žofie', ['@7'], ['zofie']],
  ['a track', ['@7', 'a'], ['track']],
  ["it's @12 | '!", ['@7', 's'], ['it', '12']],
  ['a b c d e f g h i', ['@7', ...'abcdefgh'], []],
  ['x'.repeat(50), ['@7'], ['x'.repeat(40)]],
])('%j is searched as the words %j and the beginnings %j', (typed, whole, beginnings) => {
  expect(searchedEntries(typed, 7)).toEqual(whole.length === 0 ? null : { whole, beginnings });
});
