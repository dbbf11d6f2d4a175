import type { z } from 'zod';
import { zodProblem } from './problem-reply.ts';

type Issue = z.core.$ZodRawIssue;

const types: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Partial<Record<string, string>> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'a UUID',
  datetime: 'a date with a time',
  date: 'a date',
};

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const oneOf = (values: readonly unknown[]): string => `must be ${alternatives.format(values.map(String))}`;
const amount = (number: unknown, one: string, many: string) =>
  `${number} ${Number(number) === 1 ? one : many}`;
/** Limits of dates are milliseconds or dates. */
const limitOf = (origin: string, limit: number | bigint | Date): string =>
  origin === 'date' ? new Date(Number(limit)).toISOString() : String(limit);

/** The reason for an issue, where its schema has no message. It follows the name of the field: "Records: is missing". */
function reasonOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue);
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : oneOf(issue.values);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format] ? `must be ${formats[issue.format]}` : 'does not have the expected form';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    default:
      return issue.input === undefined ? 'is missing' : 'is not valid';
  }
}

function wrongType({ input, expected }: Issue & { code: 'invalid_type' }): string {
  if (input === undefined) return 'is missing';
  const type = types[expected];
  if (type === undefined) return 'is not valid';
  // a field that a form contains twice is a list
  return Array.isArray(input) && expected === 'string' ? 'must be a single text' : `must be ${type}`;
}

function tooSmall({ origin, minimum, inclusive, exact }: Issue & { code: 'too_small' }): string {
  const least = exact ? 'exactly' : 'at least';
  if (origin === 'string') {
    if (minimum === 1 && !exact) return 'must not be empty';
    return `must have ${least} ${amount(minimum, 'character', 'characters')}`;
  }
  if (origin === 'array' || origin === 'set')
    return `must contain ${least} ${amount(minimum, 'entry', 'entries')}`;
  return `must be ${inclusive === false ? 'more than' : 'at least'} ${limitOf(origin, minimum)}`;
}

function tooBig({ origin, maximum, inclusive, exact }: Issue & { code: 'too_big' }): string {
  const most = exact ? 'exactly' : 'at most';
  if (origin === 'string') return `must have ${most} ${amount(maximum, 'character', 'characters')}`;
  if (origin === 'array' || origin === 'set')
    return `must contain ${most} ${amount(maximum, 'entry', 'entries')}`;
  return `must be ${inclusive === false ? 'less than' : 'at most'} ${limitOf(origin, maximum)}`;
}

/** Checks what a client sent. Where the schema has no message, the reason is one of ours instead of zod's. */
export const checkInput = <Schema extends z.ZodType>(schema: Schema, sent: unknown) =>
  schema.safeParse(sent, { error: reasonOf });

/** The parts of a schema's definition that may contain fields; zod exports no type for any schema's. */
interface Definition {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly options?: readonly z.ZodType[];
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
}

/** The names of a schema's fields; of all alternatives, if there are several. */
function fieldNames(schema: z.ZodType): string[] {
  const { shape = {}, options = [], in: before, out: after } = schema.def as Definition; // see Definition
  const inner = [...options, before, after].flatMap((one) => (one ? fieldNames(one) : []));
  return [...Object.keys(shape), ...inner];
}

/** The fields of each schema by their names in lower case. */
const spellings = new WeakMap<z.ZodType, ReadonlyMap<string, string>>();

function spellingsOf(schema: z.ZodType): ReadonlyMap<string, string> {
  const known =
    spellings.get(schema) ?? new Map(fieldNames(schema).map((name) => [name.toLowerCase(), name]));
  spellings.set(schema, known);
  return known;
}

/** Gives fields the spelling of the schema: letter case does not matter, but the exact name wins. */
function spelt(schema: z.ZodType, sent: object): object {
  const known = spellingsOf(schema);
  const entries = Object.entries(sent).flatMap(([name, value]): [string, unknown][] => {
    const usual = known.get(name.toLowerCase()) ?? name;
    return usual !== name && Object.hasOwn(sent, usual) ? [] : [[usual, value]];
  });
  return Object.fromEntries(entries);
}

/** Parses the fields that a client sent, in any letter case; throws the Problem of the first mistake. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  const parsed = checkInput(schema, isObject ? spelt(schema, sent) : sent);
  if (!parsed.success) throw zodProblem(parsed.error);
  return parsed.data;
}
