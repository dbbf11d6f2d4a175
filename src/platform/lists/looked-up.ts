import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Database } from '#db/database.ts';
import type { Ctx } from '#platform/context.ts';
import type { Compilable, Filter } from './filters.ts';
import type { List } from './list.ts';
import { runStatement } from './prepared.ts';
import { type ListRequest, withFilters } from './shape.ts';
import { slot } from './slots.ts';
import { named } from './statement.ts';
import { keyOf, Statements } from './statements.ts';

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

/** The result of the look-up is part of the filter's variant, and so of the statement's shape. */
const isFew = (variant: string) => variant === 'few';
const manyOf = (variant: string) => `many ${variant}`;
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
    if (isFew(variant))
      return sql<boolean>`${lookup.number(eb)} = any(array(select unnest(${slot(`found.${name}`)}::integer[])))`;
    if (base !== null) return lookup.holds(eb, slot<string>(`filter.${name}`), base);
    return plain.where(eb, name, variant, audience);
  },
});

const statements = new Statements();

/** Words that a trigram index can find. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;

type Found = Promise<readonly { row: string }[]>;

/** Look-ups by the context of their request: a search page reads its rows and the place of its first row by the same word. */
const lookups = new WeakMap<Ctx, Map<string, Found>>();

/** Runs a look-up once per request; in a transaction each time, because it may have changed what is found. */
function onceFor(ctx: Ctx, key: string, run: () => Found): Found {
  if ('inTransaction' in ctx) return run();
  const ofRequest = lookups.get(ctx) ?? new Map<string, Found>();
  lookups.set(ctx, ofRequest);
  const found = ofRequest.get(key) ?? run();
  ofRequest.set(key, found);
  return found;
}

/** Looks up the filters of a request that need it; null if nothing can match. */
export async function lookUp(ctx: Ctx, list: List, request: ListRequest): Promise<ListRequest | null> {
  // ids in the request are few rows already
  if (request.shape.filters.some(({ name }) => name === 'id')) return request;
  let looked = request;
  for (const { name, variant } of request.shape.filters) {
    const { find, few: usual = fewRows } = list.filters[name] ?? {};
    if (!find) continue;
    // a walk for a long page takes as many more steps
    const few = Math.max(usual, 10 * request.count);
    const value = String(request.values[`filter.${name}`]);
    const kind = hasTrigram.test(value) ? variant : `short ${variant}`;
    const cached = statements.cached(`${keyOf(list)}|${name}|${kind}`, () =>
      named(list.name, find(ctx.db, slot<string>(`filter.${name}`), kind).compile()),
    );
    const rows = await onceFor(ctx, `${cached.statement.name}|${value}|${few}`, () =>
      runStatement(ctx, cached.statement, { ...request.values, limit: few + 1 }, cached.named),
    );
    if (rows.length === 0) return null;
    const isOne = (filter: { name: string }) => filter.name === name;
    const found = rows.length > few ? manyOf(variant) : 'few';
    looked = withFilters(
      looked,
      looked.shape.filters.map((filter) => (isOne(filter) ? { name, variant: found } : filter)),
      { [`found.${name}`]: rows.length > few ? null : rows.map(({ row }) => Number(row)) },
    );
  }
  return looked;
}
