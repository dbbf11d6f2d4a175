import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { OrderCodes } from '#lib/codes/orders.ts';
import { filterSlot } from './slots.ts';

type Key<DB, TB extends keyof DB> = (eb: ExpressionBuilder<DB, TB>) => Expression<unknown>;

/** One column of an order. */
export interface SortKey<DB, TB extends keyof DB> {
  expr(eb: ExpressionBuilder<DB, TB>): Expression<unknown>;
  /** rows without a value come last in both directions */
  readonly nullable: boolean;
}

/** A way to sort a list: by columns that all have the same direction. */
export interface Order<DB, TB extends keyof DB> {
  readonly about: string;
  readonly keys: readonly SortKey<DB, TB>[];
  /** a filter that must also be given; without it the cost would have no bound, or there would be nothing to sort by */
  readonly needs?: string;
  /**
   * Set if keys ascend with row ids, so that an id that no row has still has a place. Its value sorts before every
   * key.
   */
  readonly lowest?: RawBuilder<unknown>;
}

/** An order that clients request by a number. */
export interface CodedOrder<DB, TB extends keyof DB> extends Order<DB, TB> {
  readonly codes: OrderCodes;
}

/** An order that exists only together with a filter. */
export const orderWith = <O extends Order<never, never>>(needs: string, declared: O): O => ({
  ...declared,
  needs,
});

/** An order by expressions that are never null. Without expressions, rows are sorted only by the list's tie-breaker. */
export const order = <DB, TB extends keyof DB>(
  codes: OrderCodes,
  about: string,
  ...keys: Key<DB, TB>[]
): CodedOrder<DB, TB> => ({
  codes,
  about,
  keys: keys.map((expr) => ({ expr, nullable: false })),
});

/** An order by the time rows were created, in which their ids also ascend. */
export const orderOfArrival = <DB, TB extends keyof DB>(
  codes: OrderCodes,
  about: string,
  expr: Key<DB, TB>,
): CodedOrder<DB, TB> => ({
  ...order(codes, about, expr),
  lowest: sql`'-infinity'::timestamptz`,
});

/** An order by an expression that may be null: such rows come last. */
export const orderWithGaps = <DB, TB extends keyof DB>(
  codes: OrderCodes,
  about: string,
  expr: Key<DB, TB>,
): CodedOrder<DB, TB> => ({
  codes,
  about,
  keys: [{ expr, nullable: true }],
});

/** Exact matches of the filter `name` first, then names that begin with it, then the others; each group by name. */
export const byRelevance = <DB, TB extends keyof DB>(
  column: (eb: ExpressionBuilder<DB, TB>) => Expression<string>,
): Order<DB, TB> => {
  const wanted = filterSlot<string>('name');
  const rank: Key<DB, TB> = (eb) =>
    sql`case when ${column(eb)} = ${wanted} then 0 when starts_with(${column(eb)}, ${wanted}) then 1 else 2 end`;
  return {
    about: 'relevance',
    needs: 'name',
    keys: [
      { expr: rank, nullable: false },
      { expr: column, nullable: false },
    ],
  };
};
