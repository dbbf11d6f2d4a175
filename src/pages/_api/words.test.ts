import { expect, test } from 'vitest';
import { fieldPaths, kindOf } from './words.ts';

test.each([
  [{ type: 'integer' }, 'whole number'],
  [{ type: ['integer', 'null'] }, 'whole number'],
  [{ type: 'integer', enum: [0, 1] }, 'one of 0, 1'],
  [{ type: 'array', items: { type: 'string' } }, 'several, separated by commas: text'],
  [{ type: ['integer', 'string'] }, 'whole number or text'],
  [{}, 'anything'],
])('%j is %s', (schema, words) => {
  expect(kindOf(schema)).toBe(words);
});

test('fields are written as they are requested', () => {
  const leaf = { members: null, schema: { type: 'integer' } };
  expect(
    fieldPaths({
      Id: leaf,
      Tags: { members: null, schema: { type: 'array' } },
      User: { members: { Id: leaf }, relation: 'one' },
    }),
  ).toEqual(['Id', 'Tags[]', 'User', 'User.Id']);
});
