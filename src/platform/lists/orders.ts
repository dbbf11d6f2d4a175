import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { filterSlot } from './slots.ts';

/** As `order1` has it; odd ascends, even descends. */
export type OrderCode = number | 'relevance';

type Key<DB, TB extends keyof DB> = (eb: ExpressionBuilder<DB, TB>) => Expression<unknown>;

/** One column of an order. */
export interface SortKey<DB, TB extends keyof DB> {
  expr(eb: ExpressionBuilder<DB, TB>): Expression<unknown>;
  /** rows without it come last, whatever the direction */
  readonly nullable: boolean;
}

/** What a list can be sorted by: columns that all go the way of the code (odd codes ascend, even codes descend). */
export interface Order<DB, TB extends keyof DB> {
  readonly about: string;
  readonly keys: readonly SortKey<DB, TB>[];
  /** the filter without which this order is not to be had: nothing would bound its cost, or there is nothing to sort by */
  readonly needs?: string;
  /**
   * The keys rise with the rows' numbers, so that a number no row has stands somewhere all the same. Holds what stands
   * before every key.
   */
  readonly lowest?: RawBuilder<unknown>;
}

/** An order that there is only together with a filter. */
export const orderWith = <DB, TB extends keyof DB>(
  needs: string,
  declared: Order<DB, TB>,
): Order<DB, TB> => ({ ...declared, needs });

/** An order by expressions that always have a value. No expression at all: the list's tie-break is the order. */
export const order = <DB, TB extends keyof DB>(about: string, ...keys: Key<DB, TB>[]): Order<DB, TB> => ({
  about,
  keys: keys.map((expr) => ({ expr, nullable: false })),
});

/** An order by when rows came, which is how they are numbered. */
export const orderOfArrival = <DB, TB extends keyof DB>(about: string, expr: Key<DB, TB>): Order<DB, TB> => ({
  ...order(about, expr),
  lowest: sql`'-infinity'::timestamptz`,
});

/** An order by something that rows may lack: those come last. */
export const orderWithGaps = <DB, TB extends keyof DB>(about: string, expr: Key<DB, TB>): Order<DB, TB> => ({
  about,
  keys: [{ expr, nullable: true }],
});

/** The whole name first, then names that begin with what was asked, then the others; by name. Wants the filter `name`. */
export const byRelevance = <DB, TB extends keyof DB>(
  column: (eb: ExpressionBuilder<DB, TB>) => Expression<string>,
): Order<DB, TB> => {
  const asked = filterSlot<string>('name');
  return orderWith(
    'name',
    order(
      'relevance',
      (eb) =>
        sql`case when ${column(eb)} = ${asked} then 0 when starts_with(${column(eb)}, ${asked}) then 1 else 2 end`,
      column,
    ),
  );
};
