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

/** A list as its endpoint shows it, as far as its requests need it. */
export interface AskedList {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly orders: Readonly<Record<string, { readonly codes: readonly number[] }>>;
  readonly hasRelevance: boolean;
  readonly needs: readonly string[];
}

const codesOf = ({ orders }: AskedList): string[] =>
  Object.values(orders).flatMap((order) => order.codes.map(String));

/**
 * Every filter value of a list in every order, from the first page, behind and before a row, and behind no row at all;
 * every two filters; every two orders; a thousand rows with every field. `deep`: what part of full size the world has.
 */
export function requestsOf(list: AskedList, deep: number): string[] {
  const codes = codesOf(list);
  const orders = ['', ...codes, ...(list.hasRelevance ? ['relevance'] : [])];
  const middle = String(Math.max(1, Math.round((middles[list.name] ?? 100) * deep)));
  const pages: readonly Query[] = [
    {},
    { after: middle },
    { before: middle },
    { after: '999999998' },
    { before: '999999998' },
  ];
  const given = valuesOf(list.name);
  const asked = given.flatMap((filter) =>
    orders.flatMap((order1) => pages.map((page) => ({ ...filter, ...(order1 && { order1 }), ...page }))),
  );
  const needy = list.needs.flatMap((need) =>
    codes.flatMap((order1) => pages.map((page) => ({ ...needs[need], order1, ...page }))),
  );
  const fields = Object.keys(list.fields).join();
  const large = given.flatMap((filter) => [
    { ...filter, count: '1000' },
    { ...filter, count: '1000', fields },
  ]);
  const inOrder = codes.map((order1) => ({ order1, count: '1000', fields }));
  const twice = codes.flatMap((order1) => codes.map((order2) => ({ order1, order2 })));
  const both = pairsOf(given).flatMap((pair, at) => [
    pair,
    { ...pair, ...turn(orders, 'order1', at), ...pages[at % 3] },
  ]);
  const queries: readonly Query[] = [...asked, ...needy, ...large, ...inOrder, ...twice, ...both];
  return queries.map((query) => String(new URLSearchParams(query)));
}

/** One of the values after the other; none for ''. */
function turn(all: readonly string[], name: string, at: number): Query {
  const value = all[(at * 7) % all.length];
  return value ? { [name]: value } : {};
}

/** Every two filters of different names. */
function pairsOf(given: readonly Query[]): Query[] {
  return given.flatMap((one, at) =>
    given
      .slice(at + 1)
      .filter((other) => Object.keys(other).length > 0 && !Object.keys(other).some((name) => name in one))
      .filter(() => Object.keys(one).length > 0)
      .map((other) => ({ ...one, ...other })),
  );
}
