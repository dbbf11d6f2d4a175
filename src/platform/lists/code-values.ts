import { type Enumeration, numberedFrom0, readCode } from '#lib/codes/enumeration.ts';
import { environments, readEnvironment } from '#lib/codes/environment.ts';
import type { Site } from '#sites/schema.ts';
import { invalidValue, type Parse, parser, separate } from './params.ts';

/** A code that no row has: a value outside an enumeration gives no rows, not an error. */
export const noCode = 32_767; // the largest smallint
const most = 100;

/** Reads each value given. `read` returns null for a value that matches nothing and undefined for a mistake. */
function codes(
  read: (text: string, site: Site) => number | null | undefined,
  namesOf: (site: Site) => readonly string[],
  longest = most,
): Parse<number[]> {
  const items = { type: ['integer', 'string'] } as const;
  return parser({ type: 'array', items, maxItems: longest }, (name, values, site) => {
    const given = separate(values);
    if (given.length > longest)
      throw invalidValue(
        name,
        longest === 1 ? 'only one value can be given' : `at most ${longest} can be given`,
      );
    const found = given.map((text) => {
      const code = read(text, site);
      if (code === undefined)
        throw invalidValue(name, `it must be numbers or names: ${namesOf(site).join(', ')}`);
      return code ?? noCode;
    });
    return found.length === 0 ? undefined : found;
  });
}

const ofEnumeration = (enumeration: (site: Site) => Enumeration, longest?: number): Parse<number[]> =>
  codes(
    (text, site) => readCode(enumeration(site), text),
    (site) => enumeration(site).map(({ names: [name] }) => name),
    longest,
  );

/** Any values of an enumeration that depends on the edition, by number or name. */
export function anyCodeOf(enumeration: (site: Site) => Enumeration): Parse<number[]> {
  const known = new WeakMap<Site, Enumeration>();
  return ofEnumeration((site) => {
    const made = known.get(site) ?? enumeration(site);
    known.set(site, made);
    return made;
  });
}

/** Any of a list of names, by position in the list or by name. */
export const anyOf = (names: readonly string[]): Parse<number[]> => anyCode(numberedFrom0(names));

/** Any values of an enumeration, by number or name. */
export const anyCode = (enumeration: Enumeration): Parse<number[]> => ofEnumeration(() => enumeration);

/** Like `anyOf`, but only one: more are refused. */
export function oneOf(names: readonly string[]): Parse<number[]> {
  const enumeration = numberedFrom0(names);
  return ofEnumeration(() => enumeration, 1);
}

const environmentNames = environments.map(({ name }) => name);

/** Environments by name or counted from 0, as the numbers in rows. */
export const environmentCodes: Parse<number[]> = codes(
  (text, site) => readEnvironment(text, 0, site.environments),
  () => environmentNames,
);

/** Cars by name, with or without `Car`, or counted from 0, as the numbers in rows. */
export const carCodes: Parse<number[]> = codes(
  (text, site) => readEnvironment(text, 0, site.cars),
  () => environmentNames,
);

const all = /^(?:0|all)$/i;

/** One environment of a leaderboard, by name or counted from 1; 0 means all of them. */
export const boardEnvironment: Parse<number> = (() => {
  const numbers = codes(
    (text, site) => (all.test(text) ? 0 : readEnvironment(text, 1, site.environments)),
    () => ['All', ...environmentNames],
    1,
  );
  return parser({ type: ['integer', 'string'] }, (name, values, site) => numbers(name, values, site)?.[0]);
})();
