import { badRequest } from '#platform/http/problem.ts';

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

/** A value that cannot be read: names the parameter as documented, never echoes the value. */
export const invalidValue = (name: string, must: string) =>
  badRequest(`Invalid value for '${name}': ${must}.`, name);

const largestId = 2_147_483_647;
const mustBeId = 'it must be a whole number up to 2147483647';

/** A parser of one parameter's values; undefined when nothing was given. */
export type Parse<V> = (name: string, values: readonly string[]) => V | undefined;

/** The last value given that is not empty: an empty one counts as not given (tmx-api §3). */
export const single = (values: readonly string[] | undefined): string | undefined =>
  values?.map((value) => value.trim()).findLast((value) => value !== '');

/** An id or null; 0 means none, as old clients start with `after=0`. */
export function cursorId(name: string, values: readonly string[] | undefined): number | undefined {
  const text = single(values);
  return text === undefined ? undefined : toInteger(name, text) || undefined;
}

/** Ids separated by commas, or the parameter repeated. */
export const idList =
  (most: number): Parse<number[]> =>
  (name, values) => {
    const parts = values.flatMap((value) => value.split(',')).map((part) => part.trim());
    const given = parts.filter((part) => part !== '');
    if (given.length > most) throw invalidValue(name, `at most ${most} ids can be given`);
    return given.length === 0 ? undefined : given.map((part) => toInteger(name, part));
  };

function toInteger(name: string, text: string): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= largestId)) throw invalidValue(name, mustBeId);
  return number;
}

/** How many rows: clamped, never refused, unless it is no number at all. */
export function pageSize(
  values: readonly string[] | undefined,
  size: { usual: number; most: number },
): number {
  const text = single(values);
  if (text === undefined) return size.usual;
  if (!/^[+-]?\d{1,15}$/.test(text)) throw invalidValue('count', 'it must be a whole number');
  return Math.min(Math.max(Number(text), 1), size.most);
}

/** Paths separated by commas, or the parameter repeated; undefined when none was given. */
export function pathList(values: readonly string[] | undefined): string[] | undefined {
  const paths = (values ?? []).flatMap((value) => value.split(',')).map((path) => path.trim());
  const given = paths.filter((path) => path !== '');
  return given.length === 0 ? undefined : given;
}
