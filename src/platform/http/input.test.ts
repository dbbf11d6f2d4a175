import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseInput } from './input.ts';
import { Problem } from './problem.ts';

const problemOf = (schema: z.ZodType, value: unknown) => {
  try {
    return parseInput(schema, value);
  } catch (error) {
    return error instanceof Problem ? error.message : error;
  }
};
const Text = z.string().min(2).max(5);
const day = new Date('2026-02-03T00:00:00Z');

test.each<[string, z.ZodType, unknown, string]>([
  ['a missing text', Text, undefined, 'is missing'],
  ['null', Text, null, 'must be text'],
  ['a text sent twice', Text, ['a', 'b'], 'must be a single text'],
  ['a short text', Text, 'a', 'must have at least 2 characters'],
  ['a long text', Text, 'abcdef', 'must have at most 5 characters'],
  ['an empty text', z.string().min(1), '', 'must not be empty'],
  ['a text of another length', z.string().length(1), 'ab', 'must have exactly 1 character'],
  ['a text of another form', z.string().regex(/^x/), 'y', 'does not have the expected form'],
  ['an address', z.email(), 'y', 'must be an email address'],
  ['a text instead of a number', z.number(), '1', 'must be a number'],
  ['a text that is no number', z.coerce.number(), 'one', 'must be a number'],
  ['a fraction', z.int(), 1.5, 'must be a whole number'],
  ['a low number', z.int().min(1), 0, 'must be at least 1'],
  ['a high number', z.int().max(3), 4, 'must be at most 3'],
  ['zero', z.number().positive(), 0, 'must be more than 0'],
  ['a number at an excluded limit', z.number().lt(3), 3, 'must be less than 3'],
  ['a number between the steps', z.number().multipleOf(5), 3, 'must be a multiple of 5'],
  ['an early date', z.date().min(day), new Date(0), 'must be at least 2026-02-03T00:00:00.000Z'],
  ['neither true nor false', z.boolean(), 'yes', 'must be true or false'],
  ['an object instead of a list', z.array(Text), {}, 'must be a list'],
  ['an empty list', z.array(Text).min(1), [], 'must contain at least 1 entry'],
  ['a long list', z.array(Text).max(1), ['ab', 'ab'], 'must contain at most 1 entry'],
  ['a list instead of an object', z.object({}), [], 'must be an object'],
  ['an unknown field', z.strictObject({}), { A: 1, B: 2 }, 'has unknown fields: A, B'],
  ['a missing choice', z.enum(['a', 'b', 'c']), undefined, 'is missing'],
  ['another choice', z.enum(['a', 'b', 'c']), 'd', 'must be a, b or c'],
  ['another value', z.literal('yes'), 'no', 'must be yes'],
  ['none of several types', z.union([Text, z.number()]), null, 'is not valid'],
  ['a value that a rule refuses', z.string().refine(() => false), 'a', 'is not valid'],
])('%s', (_, schema, value, reason) => {
  const Input = z.object({ Field: schema });
  expect(problemOf(Input, { Field: value })).toBe(`Field: ${reason}.`);
});

test('the message of a schema comes first', () => {
  expect(problemOf(z.object({ Field: z.int('must be 0 or 1') }), {})).toBe('Field: must be 0 or 1.');
});

test('a reason without a field is a sentence about the request', () => {
  expect(problemOf(z.object({}), [])).toBe('The request must be an object.');
  expect(problemOf(z.strictObject({}), { A: 1 })).toBe('The request has unknown fields: A.');
  expect(
    problemOf(
      z.object({}).refine(() => false, 'Choose one of the two.'),
      {},
    ),
  ).toBe('Choose one of the two.');
});

const Named = z.object({ reportType: z.string(), Reason: z.string().default('') });
test.each<[string, z.ZodType, object, unknown]>([
  ['an object', Named, { reporttype: '4', REASON: 'x' }, { reportType: '4', Reason: 'x' }],
  ['its exact name wins', Named, { reporttype: '4', reportType: '5' }, { reportType: '5', Reason: '' }],
  ['a transformed one', Named.transform(({ Reason }) => Reason), { reporttype: '4', reason: 'x' }, 'x'],
  [
    'one of several',
    z.discriminatedUnion('act', [
      z.object({ act: z.literal('move'), Position: z.string() }),
      z.object({ act: z.literal('add'), Tracks: z.string() }),
    ]),
    { Act: 'add', tracks: '1' },
    { act: 'add', Tracks: '1' },
  ],
])('fields are read in any letter case: %s', (_, schema, sent, parsed) => {
  expect(parseInput(schema, sent)).toEqual(parsed);
});
