import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiDoors, fieldsOf } from './api-door.ts';
import { maxFieldNameCharacters, maxFormFields } from './form-body.ts';
import type { ApiAddress, Endpoint } from './types.ts';

const pairs = (document: object) => [...fieldsOf(document)];

test.each<[object, [string, string][]]>([
  [{}, []],
  [
    { Name: 'Loop', Visible: false, Count: 3 },
    [
      ['Name', 'Loop'],
      ['Visible', 'false'],
      ['Count', '3'],
    ],
  ],
  [
    { Name: null, Tags: [], Note: undefined },
    [
      ['Name', ''],
      ['Tags', ''],
    ],
  ],
  [
    { Tags: [1, 'two'] },
    [
      ['Tags', '1'],
      ['Tags', 'two'],
    ],
  ],
  [
    { Tracks: [{ Name: 'a', Tags: [1] }, { Authors: [{ UserId: 7 }] }] },
    [
      ['Tracks[0].Name', 'a'],
      ['Tracks[0].Tags', '1'],
      ['Tracks[1].Authors[0].UserId', '7'],
    ],
  ],
])('%j has the same meaning as a form', (document, fields) => {
  expect(pairs(document)).toEqual(fields);
});

test('a document has at most as many fields as a form, with names as long, and is not nested without end', () => {
  const many = (count: number) => ({ Tags: Array.from({ length: count }, () => 1) });
  expect(pairs(many(maxFormFields))).toHaveLength(maxFormFields);
  expect(() => pairs(many(maxFormFields + 1))).toThrow(/more than/);
  const named = (length: number) => ({ ['x'.repeat(length)]: 1 });
  expect(pairs(named(maxFieldNameCharacters))).toHaveLength(1);
  expect(() => pairs(named(maxFieldNameCharacters + 1))).toThrow(/longer than/);
  expect(() => pairs({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } })).toThrow(/nested too deeply/);
});

const address: ApiAddress = {
  scope: 'tracks',
  at: 'POST /api/things/:thingId',
  about: 'Does something.',
  input: z.strictObject({}),
  output: z.object({}),
  example: {},
};
const write = (api: readonly ApiAddress[]): Endpoint => ({ api, handle: async () => ({ status: 204 }) });

test('a write with two routes has one door, and no address is declared twice', () => {
  const both = write([address]);
  expect(Object.keys(apiDoors({ 'PUT /thing': both, 'POST /thing': { ...both } }))).toEqual([address.at]);
  const other = write([{ ...address }]);
  expect(() => apiDoors({ 'PUT /thing': both, 'POST /other': other })).toThrow(/declared twice/);
  expect(() => apiDoors({ 'PUT /thing': both, [address.at]: write([]) })).toThrow(/declared twice/);
});
