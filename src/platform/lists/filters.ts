import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Database } from '#db/database.ts';
import type { Compilable, Filter } from './list.ts';
import { bool, folded, id, idList, instant, type Parse, searchWords, whole } from './params.ts';
import { contains, hasWords } from './search-text.ts';
import { slot } from './slots.ts';

/** The condition of a filter on a row; `value` is the parsed value. */
export type FilterCondition<DB, TB extends keyof DB, V, A> = (
  eb: ExpressionBuilder<DB, TB>,
  value: RawBuilder<V>,
  audience: A,
) => Expression<SqlBool>;
type Column<DB, TB extends keyof DB, V> = (eb: ExpressionBuilder<DB, TB>) => Expression<V>;

/** A filter whose parsed value has the type that its condition compares. */
export function filter<DB, TB extends keyof DB, V, A extends string>(
  about: string,
  parse: Parse<V>,
  where: FilterCondition<DB, TB, V, A>,
): Filter<DB, TB, A> {
  return {
    about,
    parse,
    where: (eb, name, _, audience) => where(eb, slot<V>(`filter.${name}`), audience),
  };
}

/** 1: only rows for which this holds, 0: only the others. The condition is true or false, never null. */
export function flagFilter<DB, TB extends keyof DB>(
  about: string,
  holds: (eb: ExpressionBuilder<DB, TB>) => Expression<SqlBool>,
): Filter<DB, TB> {
  return {
    about,
    parse: bool,
    variant: (value) => (value ? 'yes' : 'no'),
    where: (eb, _, variant) => (variant === 'yes' ? holds(eb) : eb.not(holds(eb))),
  };
}

/** Rows with one of these ids: as many as fit in an address, in pages like any other rows. */
export const idsFilter = <DB, TB extends keyof DB>(
  about: string,
  column: Column<DB, TB, number>,
): Filter<DB, TB> =>
  filter(about, idList(), (eb, ids) => sql<boolean>`${column(eb)} = any(${ids}::integer[])`);

/** The row with this id. */
export const idFilter = <DB, TB extends keyof DB>(
  about: string,
  column: Column<DB, TB, number | null>,
): Filter<DB, TB> => filter(about, id, (eb, wanted) => sql<boolean>`${column(eb)} = ${wanted}`);

export const atLeast = <DB, TB extends keyof DB>(about: string, column: Column<DB, TB, number>) =>
  filter<DB, TB, number, string>(about, whole, (eb, least) => sql<boolean>`${column(eb)} >= ${least}`);

export const atMost = <DB, TB extends keyof DB>(about: string, column: Column<DB, TB, number>) =>
  filter<DB, TB, number, string>(about, whole, (eb, most) => sql<boolean>`${column(eb)} <= ${most}`);

/** At this instant or later. */
export const since = <DB, TB extends keyof DB>(about: string, column: Column<DB, TB, Date>) =>
  filter<DB, TB, Date, string>(about, instant, (eb, at) => sql<boolean>`${column(eb)} >= ${at}`);

/** At this instant or earlier. */
export const until = <DB, TB extends keyof DB>(about: string, column: Column<DB, TB, Date>) =>
  filter<DB, TB, Date, string>(about, instant, (eb, at) => sql<boolean>`${column(eb)} <= ${at}`);

/** Words of a text that PostgreSQL indexed: phrases in quotes, `or`, and -word for texts without it. */
export const wordsFilter = <DB, TB extends keyof DB>(about: string, words: Column<DB, TB, unknown>) =>
  filter<DB, TB, string, string>(about, searchWords, (eb, query) => hasWords(words(eb), query));

/** A part of the name; a text of digits also finds the row with that number. */
export function nameFilter<DB, TB extends keyof DB>(
  about: string,
  column: Column<DB, TB, string>,
  number: Column<DB, TB, number>,
): Filter<DB, TB> {
  return {
    about,
    parse: folded,
    variant: (value) => (/^\d{1,9}$/.test(String(value)) ? 'number' : ''),
    where: (eb, name, variant) => {
      const part = slot<string>(`filter.${name}`);
      const named = contains(column(eb), part);
      return variant === '' ? named : sql<boolean>`(${named} or ${number(eb)} = ${part}::text::integer)`;
    },
  };
}

/** A person by full name or by UserId: clients send either. `matches` gets the condition on `p`. */
export function personFilter<DB, TB extends keyof DB>(
  about: string,
  matches: (eb: ExpressionBuilder<DB, TB>, isPerson: RawBuilder<SqlBool>) => Expression<SqlBool>,
): Filter<DB, TB> {
  return {
    about,
    parse: folded,
    variant: (value) => (/^\d{1,9}$/.test(String(value)) ? 'number' : ''),
    where: (eb, name, variant) => {
      const who = slot<string>(`filter.${name}`);
      return matches(
        eb,
        variant === ''
          ? sql<boolean>`p.name_folded = ${who}`
          : sql<boolean>`(p.name_folded = ${who} or p.user_id = ${who}::text::integer)`,
      );
    },
  };
}

/**
 * This many rows are read by id and sorted in a few milliseconds. If more rows match, they are so frequent that a walk along
 * the requested order soon has a page.
 */
export const fewRows = 2000;

/** How a filter looks up its matches before a page is read. */
export interface Lookup<DB, TB extends keyof DB> {
  /** more matches than this are `many` */
  readonly few?: number;
  /**
   * A query for the ids of the matches, in a column `row`, at most `slots.limit`. The variant starts with `short` if a
   * trigram index is of no use.
   */
  find(db: Kysely<Database>, value: RawBuilder<string>, variant: string): Compilable;
  /** the same id in a row of the list */
  number(eb: ExpressionBuilder<DB, TB>): Expression<number>;
  /** the condition for many matches, in a form for which PostgreSQL uses no index except the one of the order */
  holds(eb: ExpressionBuilder<DB, TB>, value: RawBuilder<string>, variant: string): Expression<SqlBool>;
}

/** The result of a look-up, few matches or many, is part of the filter's variant, and so of the statement's shape. */
export const few = 'few';
export const many = (variant: string): string => `many ${variant}`;
const baseOf = (variant: string) => (variant.startsWith('many ') ? variant.slice('many '.length) : null);

/** Whether the look-up of a filter found many rows. */
export const isMany = (variant: string): boolean => baseOf(variant) !== null;

/**
 * A filter whose value is looked up first. PostgreSQL cannot estimate how many names contain a word: it walks along an order to
 * the end for a word without a match, or sorts everything for a word that most names contain.
 */
export const lookedUp = <DB, TB extends keyof DB, A extends string>(
  plain: Filter<DB, TB, A>,
  lookup: Lookup<DB, TB>,
): Filter<DB, TB, A> => ({
  ...plain,
  find: lookup.find,
  few: lookup.few ?? fewRows,
  where(eb, name, variant, audience) {
    const base = baseOf(variant);
    // PostgreSQL expects few ids from a sub-select, so it always starts from them
    if (variant === few)
      return sql<boolean>`${lookup.number(eb)} = any(array(select unnest(${slot(`found.${name}`)}::integer[])))`;
    if (base !== null) return lookup.holds(eb, slot<string>(`filter.${name}`), base);
    return plain.where(eb, name, variant, audience);
  },
});
