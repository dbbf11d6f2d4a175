import type { List } from '#platform/lists/list.ts';
import { filterValues as trackFilters } from './combinations.ts';

type Query = Readonly<Record<string, string>>;

const ids = (from: number, step: number) =>
  Array.from({ length: 1000 }, (_, at) => String(from + at * step)).join();

/** Names that match nearly all rows, some, and none; short, long, and without letters. */
const names: readonly Query[] = [
  'a',
  '%',
  '_',
  'sp',
  'driver',
  'speed',
  'storm 7',
  '77',
  '!?',
  '\\',
  'x'.repeat(200),
].map((name) => ({ name }));
const each = (name: string, ...values: readonly (string | number)[]): Query[] =>
  values.map((value) => ({ [name]: String(value) }));
const flag = (name: string) => each(name, 1, 0);

/** Filter values of lists that the database searches, common and rare. User, track and pack 1 have the most rows. */
const values: Readonly<Record<string, readonly Query[]>> = {
  users: [
    ...each('id', ids(1, 7)),
    ...names,
    ...['tracks', 'awards', 'awardsgiven'].flatMap((of) => [
      ...each(`${of}min`, 0, 1, 500, 1_000_000),
      ...each(`${of}max`, 0, 3, 1_000_000),
    ]),
    ...each('registeredafter', '2007-01-01', '2025-06-01', '2030-01-01'),
    ...each('registeredbefore', '2006-02-01', '2024-01-01', '2000-01-01'),
    ...['insupporters', 'inmoderators', 'informercrew', 'infavorite'].flatMap(flag),
    ...each('mxid', 1),
  ],
  replays: [
    ...each('id', ids(1, 999)),
    ...each('trackid', 1, 900, 600_000, 99_999_999),
    ...each('userid', 1, 2, 900, 150_000, 99_999_999),
    ...flag('best'),
    ...each('driverlogin', 'nobody'),
  ],
  trackpacks: [
    ...each('id', ids(1000, 3)),
    ...names,
    ...each('creator', 'tmnf driver 1', '1', '2', 'nobody'),
    ...each('trackid', 1, 900, 99_999_999),
    ...each('manageruserid', 1, 900, 99_999_999),
    ...flag('inlegacy'),
    ...flag('insubmissions'),
  ],
  videos: [
    ...each('id', ids(1000, 3)),
    ...names,
    ...names.map(({ name = '' }) => ({ title: name })),
    ...each('trackid', 1, 3, 900, 99_999_999),
    ...each('userid', 1, 900, 99_999_999),
    ...each('creatoruserid', 1, 900, 99_999_999),
  ],
  comments: [
    ...each('id', ids(1, 999)),
    ...each('trackid', 1, 900, 600_000, 99_999_999),
    ...each('userid', 1, 900, 150_000, 99_999_999),
    ...each('authoruserid', 1, 2, 900, 150_000, 99_999_999),
  ],
  news: [
    ...each('id', ids(1, 1)),
    ...names,
    ...each('userid', 1, 99_999_999),
    ...each('postedafter', '2025-01-01', '2030-01-01'),
    ...each('postedbefore', '2007-01-01'),
    ...flag('indismissed'),
  ],
  threads: [
    ...each('id', ids(1, 7)),
    ...names,
    ...each('boardid', 1, 2, 99),
    ...each('userid', 1, 900, 150_000, 99_999_999),
    ...flag('inlocked'),
    ...each('text', 'speed', 'nowhere'),
  ],
  posts: [
    ...each('id', ids(1, 7)),
    ...each('threadid', 1, 2, 99_999_999),
    ...each('boardid', 1, 2, 99),
    ...each('userid', 1, 900, 150_000, 99_999_999),
    ...each('text', 'well', 'nowhere'),
  ],
  leaderboards: [
    ...each('lbid', 1, 2, 1001, 99_999_999),
    ...each('lbenv', 7, 3),
    ...names.map(({ name = '' }) => ({ username: name })),
    ...each('userid', 1, 150_000, 99_999_999),
  ],
  onlinerecords: [...each('trackid', 1, 900, 99_999_999), ...each('login', 'login1.1', 'nobody')],
};
values satisfies Readonly<Record<string, readonly Query[]>>;

/** Filter values of a list by its name; awards use those of comments. */
export const valuesOf = (list: string): readonly Query[] =>
  list === 'tracks' ? trackFilters : [{}, ...(values[list === 'awards' ? 'comments' : list] ?? [])];

/** A row in the middle of a list, where deep pages begin. */
const middles: Readonly<Record<string, number>> = {
  tracks: 360_000,
  users: 100_000,
  replays: 1_700_000,
  comments: 700_001,
  awards: 700_000,
  trackpacks: 2_500,
  videos: 7_000,
  news: 300,
  threads: 20_000,
  posts: 100_000,
  leaderboards: 100_000,
  onlinerecords: 150_000,
};

/** Orders that require a filter, with that filter. */
const needs: Readonly<Record<string, Query>> = {
  packid: { packid: '6' },
  trackid: { trackid: '1' },
  inmoderators: { inmoderators: '1' },
  boardid: { boardid: '1' },
  name: { name: 'speed' },
};

/** The filters on which the orders of a list depend. */
export const neededFilters = ({ orders, relevance }: List): string[] => [
  ...new Set([...Object.values(orders), relevance].flatMap((order) => order?.needs ?? [])),
];

/**
 * Every filter value of a list in every order, on the first page and on one of the others in rotation; every pair of filters,
 * once in the default order and once in another one; every pair of orders; 1,000 rows with all fields. `scale`: the size
 * of the community, 1 for full size.
 */
export function requestsOf(list: List, scale: number): string[] {
  const codes = Object.values(list.orders).flatMap((order) => order.codes.map(String));
  const orders = ['', ...codes, ...(list.relevance ? ['relevance'] : [])];
  const middle = String(Math.max(1, Math.round((middles[list.name] ?? 100) * scale)));
  // after and before a row in the middle, and an id that no row has
  const pages = [middle, '999999998'].flatMap((id): Query[] => [{ after: id }, { before: id }]);
  const given = valuesOf(list.name);
  const inOrders = (filter: Query, of: readonly string[]) =>
    of.flatMap((order1, at) => {
      const first = { ...filter, ...(order1 && { order1 }) };
      const others = Object.keys(filter).length === 0 ? pages : rotated(pages, at);
      return [first, ...others.map((page) => ({ ...first, ...page }))];
    });
  const fields = Object.keys(list.fields).join();
  const large = { count: '1000', fields };
  const queries: readonly Query[] = [
    ...given.flatMap((filter) => inOrders(filter, orders)),
    ...neededFilters(list).flatMap((need) => inOrders(needs[need] ?? {}, codes)),
    ...given.flatMap((filter) => [
      { ...filter, count: '1000' },
      { ...filter, ...large },
    ]),
    ...codes.map((order1) => ({ order1, ...large })),
    ...(list.oneOrder ? [] : codes.flatMap((order1) => codes.map((order2) => ({ order1, order2 })))),
    ...pairsOf(given).flatMap((pair, at) => [
      pair,
      ...rotated(orders, at * 7).map((order1) => ({
        ...pair,
        ...(order1 && { order1 }),
        ...rotated(pages, at)[0],
      })),
    ]),
  ];
  return queries.map((query) => String(new URLSearchParams(query)));
}

/** The item whose turn it is, as a list of one. */
const rotated = <T>(items: readonly T[], at: number): readonly T[] => {
  const start = at % items.length;
  return items.slice(start, start + 1);
};

/** Every pair of filters with different names. */
function pairsOf(given: readonly Query[]): Query[] {
  const filters = given.filter((filter) => Object.keys(filter).length > 0);
  return filters.flatMap((one, at) =>
    filters
      .slice(at + 1)
      .filter((other) => !Object.keys(other).some((name) => name in one))
      .map((other) => ({ ...one, ...other })),
  );
}
