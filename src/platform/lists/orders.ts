import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { OrderCodes } from '#lib/codes/orders.ts';
import type { CodedOrder, Order } from './list.ts';
import { filterSlot } from './slots.ts';

type Key<DB, TB extends keyof DB> = (eb: ExpressionBuilder<DB, TB>) => Expression<unknown>;

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
export const orderOfCreation = <DB, TB extends keyof DB>(
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
