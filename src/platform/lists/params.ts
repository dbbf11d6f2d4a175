import { largestInteger } from '#lib/codes/ids.ts';
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
