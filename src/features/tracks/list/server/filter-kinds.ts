import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { largestInteger } from '#lib/codes/ids.ts';
import type { Range } from '#lib/query-language/ranges.ts';
import { type FilterCondition, filter, flagFilter } from '#platform/lists/filters.ts';
import type { Filter } from '#platform/lists/list.ts';
import { bool, instant, type Parse, whole } from '#platform/lists/params.ts';
import type { Bitset } from '#platform/row-index/bitset.ts';
import type { Clause, Condition } from '#platform/row-index/conditions.ts';
import type { TrackRange } from '../ranges.ts';
import { type TrackOrder, trackOrders } from './orders.ts';
import type { Activity } from './person-tracks.ts';
import { type CodeName, type ConditionName, codes, conditions, exists } from './properties.ts';
import type { TrackAudience, TracksDB } from './source.ts';
import { type FacetKind, holding, withAnyCode } from './track-facets.ts';
import { indexOrder } from './track-keys.ts';
import { isIn, type TrackSet } from './track-sets.ts';

/**
 * A filter of the list of tracks: how its value is parsed, what it means in SQL and in the index, and sample values for tests.
 * The functions below make one for each kind of filter.
 */
export interface TrackFilter extends Filter<TracksDB, 't', TrackAudience> {
  readonly indexed: IndexedFilter;
  readonly sample: Sample;
}

/** What sample values are: something that the test's data contains, codes below a limit, or one of some texts. */
export type Sample =
  | 'flag'
  | 'user'
  | 'userIds'
  | 'trackIds'
  | 'pack'
  | 'video'
  | 'name'
  | TrackRange['unit']
  | { readonly codesBelow: number }
  | readonly string[];

/** What the database returned for a filter before the index is queried. */
export interface Fetched {
  /** the result of `ids` */
  readonly ids: readonly number[];
  /** the tracks of `activity` */
  readonly rows: Bitset;
  /** the value of another filter; null if it was not given */
  given(name: string): unknown;
}

/** How the index evaluates a filter: with its own data, or with ids that are queried first. */
export interface IndexedFilter {
  /** a query for ids, as an array or as rows */
  ids?(audience: TrackAudience): { rows: RawBuilder<unknown> } | { array: RawBuilder<unknown> };
  /** the activity of users whose tracks are needed */
  readonly activity?: Activity;
  clauses(value: never, fetched: Fetched): Clause[];
}

export const anyOf = (conditions: readonly Condition[], not = false): Clause[] => [{ any: conditions, not }];

/** A filter of its own kind. `V` is the type of its value. */
export const trackFilter = <V>(
  about: string,
  parse: Parse<V>,
  sample: Sample,
  {
    where,
    ...indexed
  }: { where: FilterCondition<TracksDB, 't', V, TrackAudience> } & Omit<IndexedFilter, 'clauses'> & {
      clauses(value: V, fetched: Fetched): Clause[];
    },
): TrackFilter => ({ ...filter(about, parse, where), indexed, sample });

/** Any of some codes. */
export const coded = (about: string, parse: Parse<number[]>, name: CodeName, sample: Sample): TrackFilter =>
  trackFilter(about, parse, sample, {
    where: (eb, values) => sql<boolean>`${codes[name](eb)} = any(${values}::integer[])`,
    clauses: (values) => anyOf(withAnyCode(name, values)),
  });

/** 1: the tracks for which a condition holds, 0: the others. */
export const flag = (about: string, name: ConditionName): TrackFilter => ({
  ...flagFilter(about, (eb) => conditions[name](eb, exists)),
  indexed: { clauses: (holds: boolean) => anyOf([holding(name)], !holds) },
  sample: 'flag',
});

/** 1: the tracks of a set, 0: the others. */
export const flagOfSet = (about: string, set: TrackSet): TrackFilter => ({
  ...flagFilter(about, (eb) => isIn(eb, set)),
  indexed: { ids: () => ({ rows: set }), clauses: (holds: boolean, { ids }) => anyOf([{ ids }], !holds) },
  sample: 'flag',
});

/** 1: the tracks on which the viewer, or the user of another filter, was active, 0: the others. */
export const flagOfActivity = (about: string, set: TrackSet, activity: Activity): TrackFilter => ({
  ...flagFilter(about, (eb) => isIn(eb, set)),
  indexed: { activity, clauses: (holds: boolean, { rows }) => anyOf([{ rows }], !holds) },
  sample: 'flag',
});

/** 1: the tracks with a facet of some users, 0: the others. `where` is the same condition in SQL. */
export const flagOfUsers = (
  about: string,
  userIds: RawBuilder<number>,
  kind: FacetKind,
  where: Parameters<typeof flagFilter<TracksDB, 't'>>[1],
): TrackFilter => ({
  ...flagFilter(about, where),
  indexed: {
    ids: () => ({ rows: userIds }),
    clauses: (holds: boolean, { ids }) => anyOf(withAnyCode(kind, ids), !holds),
  },
  sample: 'flag',
});

/** The tracks of a set that depends on the value. */
export const inSet = <V>(
  about: string,
  parse: Parse<V>,
  sample: Sample,
  set: (audience: TrackAudience) => TrackSet,
): TrackFilter =>
  trackFilter(about, parse, sample, {
    where: (eb, _, audience) => isIn(eb, set(audience)),
    ids: (audience) => ({ rows: set(audience) }),
    clauses: (_, { ids }) => anyOf([{ ids }]),
  });

/** The tracks on which users with a name or id were active. */
export const byPerson = (
  about: string,
  parse: Parse<string>,
  activity: Activity,
  set: TrackSet,
): TrackFilter =>
  trackFilter(about, parse, 'user', {
    where: (eb) => isIn(eb, set),
    activity,
    clauses: (_, { rows }) => anyOf([{ rows }]),
  });

/** A parameter that only changes the meaning of another filter. */
export const modifier = <V>(about: string, parse: Parse<V>, sample: Sample): TrackFilter =>
  trackFilter(about, parse, sample, { where: () => sql<boolean>`true`, clauses: () => [] });

export const flagModifier = (about: string): TrackFilter => modifier(about, bool, 'flag');

type Ranges = Readonly<Record<string, TrackRange>>;
type Params<R extends Ranges> = {
  [Name in keyof R]:
    | R[Name]['params'][number]
    | (R[Name] extends { readonly otherParams: infer P extends readonly string[] } ? P[number] : never);
}[keyof R];

/** The two bounds of each range, both inclusive, by their parameters. */
export const rangeFilters = <const R extends Ranges>(ranges: R): Record<Params<R>, TrackFilter> =>
  Object.fromEntries(
    Object.values<TrackRange>(ranges).flatMap((range) =>
      [range.params, range.otherParams ?? []].flatMap(([min, max]) =>
        min && max ? [[min, bound(range, 'min')] as const, [max, bound(range, 'max')] as const] : [],
      ),
    ),
  ) as Record<Params<R>, TrackFilter>; // one for each parameter

/** The key of an order in SQL, and its number in the index. */
function orderKey(order: TrackRange['order']) {
  const declared: TrackOrder = trackOrders[order];
  const [key] = declared.keys;
  const number = indexOrder(order);
  if (!key || number === -1) throw new Error(`The index has no order ${order}.`);
  return { key, number };
}

/** Both bounds of a range in one parameter. */
export const within = (
  about: string,
  order: TrackRange['order'],
  parse: Parse<Range<number>>,
  sample: Sample,
): TrackFilter => {
  const { key, number } = orderKey(order);
  const json = (value: RawBuilder<unknown>, end: keyof Range<number>) =>
    sql<number | null>`(${value}::jsonb ->> ${sql.lit(end)})::integer`;
  return trackFilter(about, parse, sample, {
    where: (eb, range) =>
      sql<SqlBool>`${key.expr(eb)} between coalesce(${json(range, 'min')}, 0) and coalesce(${json(range, 'max')}, ${sql.lit(largestInteger)})`,
    clauses: ({ min, max }) => anyOf([{ order: number, min, max }]),
  });
};

function bound({ about, unit, order }: TrackRange, end: 'min' | 'max'): TrackFilter {
  const { key, number } = orderKey(order);
  const described = {
    count: `${about}, at ${end === 'min' ? 'least' : 'most'}`,
    milliseconds: `${about} in milliseconds, at ${end === 'min' ? 'least' : 'most'}`,
    instant: `${about} at this time or ${end === 'min' ? 'later' : 'earlier'}`,
  }[unit];
  const parse: Parse<number | Date> = unit === 'instant' ? instant : whole;
  return trackFilter(described, parse, unit, {
    where: (eb, value) => {
      const own = key.expr(eb);
      return end === 'min' ? sql<SqlBool>`${own} >= ${value}` : sql<SqlBool>`${own} <= ${value}`;
    },
    clauses: (value) => {
      // the index stores microseconds, a Date milliseconds
      const at = value instanceof Date ? value.getTime() * 1000 : value;
      return anyOf([{ order: number, min: end === 'min' ? at : null, max: end === 'max' ? at : null }]);
    },
  });
}
