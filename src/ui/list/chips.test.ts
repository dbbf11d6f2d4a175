import { expect, test } from 'vitest';
import { choicesKey } from '#lib/query-language/search.ts';
import { declared as things } from '#testing/fake-list.ts';
import { causesOf, chipsOf } from './chips.ts';

const kinds = [
  [0, 'Snow'],
  [1, 'New Snow'],
] as const;
const declared = { ...things, keys: { ...things.keys, kind: choicesKey('Kind', 'kind', kinds) } };

test('every filter that is on is a chip, entries of a list one by one, each with the address without it', () => {
  const address = { query: 'x author:"a b" kind:snow,!"new snow" order1:6', filters: { username: 'bo' } };
  expect(chipsOf(declared, address)).toEqual([
    {
      label: 'Author: "a b"',
      isExcluded: false,
      without: { query: 'x kind:snow,!"new snow" order1:6', filters: { username: 'bo' } },
    },
    {
      label: 'Snow',
      isExcluded: false,
      without: { query: 'x author:"a b" kind:!"New Snow" order1:6', filters: { username: 'bo' } },
    },
    {
      label: 'New Snow',
      isExcluded: true,
      without: { query: 'x author:"a b" kind:Snow order1:6', filters: { username: 'bo' } },
    },
    { label: 'Username: bo', isExcluded: false, without: { query: address.query, filters: {} } },
  ]);
});

test('an empty result may be due to the words, which are removed together, and to each filter; tabs are neither', () => {
  const tabbed = { ...declared, address: { lbid: { label: 'Board', isTab: true, params: () => ({}) } } };
  const address = { query: 'night kind:snow road', filters: { lbid: '1' } };
  const chips = chipsOf(tabbed, address);
  expect(causesOf(tabbed, address, chips).map(({ label, without }) => [label, without.query])).toEqual([
    ['night road', 'kind:snow'],
    ['Snow', 'night road'],
  ]);
  expect(causesOf(tabbed, { ...address, query: '' }, [])).toEqual([]);
});
