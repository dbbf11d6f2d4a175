import { environments } from '#lib/codes/environment.ts';
import { invalidValue, separate } from '#platform/lists/params.ts';
import { type Parse, parser } from '#platform/lists/values.ts';

/** Numbers from a range, or their names, separated by commas or the parameter repeated. */
function codes(
  [least, most]: readonly [number, number],
  names: ReadonlyMap<string, number>,
  longest = Number.POSITIVE_INFINITY,
): Parse<number[]> {
  const items = { type: 'integer', minimum: least, maximum: most } as const;
  return parser({ type: 'array', items }, (name, values) => {
    const given = separate(values);
    if (given.length > longest) throw invalidValue(name, 'only one value can be given');
    const numbers = given.map((text) => {
      const number = /^\d{1,3}$/.test(text) ? Number(text) : names.get(text.toLowerCase());
      if (number === undefined || number < least || number > most)
        throw invalidValue(name, `it must be numbers from ${least} to ${most}${named(names)}`);
      return number;
    });
    return numbers.length === 0 ? undefined : numbers;
  });
}

const named = (names: ReadonlyMap<string, number>) =>
  names.size === 0 ? '' : `, or names: ${[...names.keys()].join(', ')}`;

const numbered = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, number) => [name.toLowerCase(), number]));

/** Any of a list of names by number, or the names themselves. */
export const anyOf = (names: readonly string[]): Parse<number[]> =>
  codes([0, names.length - 1], numbered(names));

/** Like anyOf, but one alone: more are refused. */
export const oneOf = (names: readonly string[]): Parse<number[]> =>
  codes([0, names.length - 1], numbered(names), 1);

/** Numbers from 0 up. */
export const numbersTo = (most: number): Parse<number[]> => codes([0, most], new Map());

const environmentNames = new Map<string, number>(
  environments.flatMap(({ id, name }) =>
    [name, `${name}Car`].map((word) => [word.toLowerCase(), id - 1] as const),
  ),
);
const mostEnvironments = 8; // newer clients know of Highlands and of a second snow car

/** Environments and cars as filters count them, from 0, or by name; read as the wire numbers, from 1. */
export const environmentCodes: Parse<number[]> = (() => {
  const zeroBased = codes([0, mostEnvironments], environmentNames);
  return parser(zeroBased.schema, (name, values) => zeroBased(name, values)?.map((number) => number + 1));
})();

const longestUid = 60;
const mostUids = 1000;

/** UIds of maps as the game writes them: letters, digits, underscores. */
export const uidList: Parse<string[]> = parser(
  { type: 'array', items: { type: 'string' }, maxItems: mostUids },
  (name, values) => {
    const given = separate(values);
    if (given.length > mostUids) throw invalidValue(name, `at most ${mostUids} can be given`);
    if (given.some((uid) => uid.length > longestUid || uid.includes('\0')))
      throw invalidValue(name, `a UId has at most ${longestUid} characters`);
    return given.length === 0 ? undefined : given;
  },
);
