import { largestInteger } from '#lib/codes/ids.ts';
import { parseClientDate } from '#lib/format/dates.ts';
import { foldLetters } from '#lib/game-text/fold.ts';
import { badRequest } from '#platform/http/problem.ts';
import type { Site } from '#sites/schema.ts';
import { wordQuery } from './search-text.ts';

/** The parameters of a list request by lower-case name: names are case-insensitive, values are kept in order. */
export type Params = ReadonlyMap<string, readonly string[]>;

export function readParams(query: Iterable<readonly [string, string]>): Params {
  const params = new Map<string, string[]>();
  for (const [name, value] of query) {
    const key = name.toLowerCase();
    const values = params.get(key);
    if (values) values.push(value);
    else params.set(key, [value]);
  }
  return params;
}

export const params = (entries: Readonly<Record<string, string | number | undefined>>): Params =>
  readParams(Object.entries(entries).flatMap(([k, v]) => (v === undefined ? [] : [[k, String(v)] as const])));

/** A value that cannot be read: the message names the parameter as documented and never repeats the value. */
export const invalidValue = (name: string, must: string) =>
  badRequest(`Invalid value for '${name}': ${must}.`, name);

/** The last value given that is not empty: empty values are ignored. */
export const single = (values: readonly string[] | undefined): string | undefined =>
  values?.map((value) => value.trim()).findLast((value) => value !== '');

/** Every value given: separated by commas, or the parameter repeated. */
export const separate = (values: readonly string[] | undefined): string[] =>
  (values ?? [])
    .flatMap((value) => value.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** An id, 0 included; one that is larger than any possible id counts as the largest. Anything else is a Problem. */
export function readId(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw invalidValue(name, 'it must be a whole number from 0');
  return Math.min(Number(text), largestInteger);
}

/** How many rows: brought into the allowed range, never refused. Text that is not a number is ignored. */
export function pageSize(
  values: readonly string[] | undefined,
  size: { usual: number; most: number },
): number {
  const text = single(values);
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return size.usual;
  return Math.min(Math.max(Number(text), 1), size.most);
}

/** Paths separated by commas, or the parameter repeated; undefined when none was given. */
export function pathList(values: readonly string[] | undefined): string[] | undefined {
  const given = separate(values);
  return given.length === 0 ? undefined : given;
}

/** The description of a value in the API document: the part of JSON Schema that lists need. */
export interface JsonSchema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly JsonSchema[];
  readonly $ref?: string;
}

/**
 * A reader of one parameter's values; undefined when none was given. The meaning of names may depend on the edition.
 * The schema is for the API document.
 */
export interface Parse<V> {
  (name: string, values: readonly string[], site: Site): V | undefined;
  readonly schema: JsonSchema;
}

/** Combines a reader with its schema in the API document. */
export const parser = <V>(
  schema: JsonSchema,
  read: (name: string, values: readonly string[], site: Site) => V | undefined,
): Parse<V> =>
  Object.assign((name: string, values: readonly string[], site: Site) => read(name, values, site), {
    schema,
  });

/** A parameter with one value; of several, the last counts. */
const one = <V>(schema: JsonSchema, read: (name: string, text: string) => V): Parse<V> =>
  parser(schema, (name, values) => {
    const text = single(values);
    return text === undefined ? undefined : read(name, text);
  });

/** One id. */
export const id: Parse<number> = one({ type: 'integer', minimum: 0 }, readId);

/** Ids separated by commas, or the parameter repeated; without `most`, any number of them. */
export const idList = (most?: number): Parse<number[]> =>
  parser({ type: 'array', items: { type: 'integer' }, maxItems: most }, (name, values) => {
    const given = separate(values);
    if (most !== undefined && given.length > most)
      throw invalidValue(name, `at most ${most} ids can be given`);
    return given.length === 0 ? undefined : given.map((part) => readId(name, part));
  });

/** A whole number, negative ones too; one outside a column's range counts as the nearest inside it. */
export const whole: Parse<number> = one({ type: 'integer' }, (name, text) => {
  if (!/^[+-]?\d+$/.test(text)) throw invalidValue(name, 'it must be a whole number');
  return Math.min(Math.max(Number(text), -largestInteger), largestInteger);
});

/** One of a few numbers. */
export const numberFrom = (least: number, most: number): Parse<number> =>
  one({ type: 'integer', minimum: least, maximum: most }, (name, text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most))
      throw invalidValue(name, `it must be a number from ${least} to ${most}`);
    return number;
  });

/** 1, 0, true or false, in any case: clients send all of these. */
export const bool: Parse<boolean> = one({ type: 'boolean' }, (name, text) => {
  if (/^(?:1|true)$/i.test(text)) return true;
  if (/^(?:0|false)$/i.test(text)) return false;
  throw invalidValue(name, 'it must be 1 or 0');
});

/** An instant in any of the forms clients send; without a zone it is UTC. */
export const instant: Parse<Date> = one({ type: 'string' }, (name, text) => {
  const at = parseClientDate(text);
  if (!at) throw invalidValue(name, 'it must be a date such as 2010-02-28 or 2010-02-28T18:30:00');
  return at;
});

const maxTextLength = 200;

/** Text as it was typed, trimmed. */
export const text: Parse<string> = one({ type: 'string' }, (name, typed) => {
  if (typed.length > maxTextLength)
    throw invalidValue(name, `at most ${maxTextLength} characters can be given`);
  // PostgreSQL cannot store it, so it cannot be found either
  if (typed.includes('\0')) throw invalidValue(name, 'it must be text');
  return typed;
});

/** Words to search for in a text, as `hasWords` takes them. */
export const searchWords: Parse<string> = parser({ type: 'string' }, (name, values, site) => {
  const typed = text(name, values, site);
  return typed === undefined ? undefined : wordQuery(typed);
});

/** Text folded as names are for search: case, accents and look-alike letters do not matter. */
export const folded: Parse<string> = parser({ type: 'string' }, (name, values, site) => {
  const typed = text(name, values, site);
  return typed === undefined ? undefined : foldLetters(typed);
});
