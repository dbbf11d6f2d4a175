import type { Expression, ExpressionBuilder, Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Database } from '#db/database.ts';
import type { Ctx } from '#platform/context.ts';
import type { Fields } from './fields.ts';
import type { Parse } from './params.ts';
import { slot } from './slots.ts';

/** One filter: how its values are read and what they ask of a row. A filter without SQL does not compile. */
export interface Filter<DB, TB extends keyof DB> {
  parse: Parse<unknown>;
  where(eb: ExpressionBuilder<DB, TB>, name: string): Expression<SqlBool>;
}

/** Ties the type that is read to the type that is compared. */
export function filter<DB, TB extends keyof DB, V>(
  parse: Parse<V>,
  where: (eb: ExpressionBuilder<DB, TB>, value: RawBuilder<V>) => Expression<SqlBool>,
): Filter<DB, TB> {
  return { parse, where: (eb, name) => where(eb, slot<V>(`filter.${name}`)) };
}

/** A column a list can be ordered by. Odd codes ascend, even codes descend (tmx-api §2.9). */
export type OrderKey<DB, TB extends keyof DB> = (eb: ExpressionBuilder<DB, TB>) => Expression<unknown>;

/**
 * A list, declared once. From this value come the endpoint with its fields, filters, orders, cursors and page sizes,
 * the statements, and the rows that pages read.
 */
export interface List<DB, TB extends keyof DB, Row, A extends string> {
  readonly name: string;
  /** where rows come from; names the site by `slots.site` */
  from(db: Kysely<Database>): SelectQueryBuilder<DB, TB, object>;
  /** the row's id: cursor and tie-break */
  id(eb: ExpressionBuilder<DB, TB>): Expression<number>;
  readonly fields: Fields<DB, TB, Row>;
  readonly defaultFields: readonly string[];
  readonly filters: Readonly<Record<string, Filter<DB, TB>>>;
  /** by half of the code: orders 1 and 2 are entry 1, orders 3 and 4 entry 2 */
  readonly orders: Readonly<Record<number, OrderKey<DB, TB>>>;
  readonly defaultOrder: number;
  readonly pageSize: { readonly usual: number; readonly most: number };
  /** who is asking, as far as it changes the statement; part of a statement's shape */
  audience(ctx: Ctx): A;
  /** which rows this audience may see; null: all */
  visible(eb: ExpressionBuilder<DB, TB>, audience: A): Expression<SqlBool> | null;
}
