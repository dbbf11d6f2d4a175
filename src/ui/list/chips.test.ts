import { expect, test } from 'vitest';
import { choicesKey } from '#lib/query-language/search.ts';
import { declared as things } from '#testing/fake-list.ts';
import { chipsOf } from './chips.ts';

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
