import type { Expression, ExpressionBuilder, Kysely, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Database } from '#db/database.ts';
import type { Ctx } from '#platform/context.ts';
import type { Fields } from './fields.ts';
import type { Filter } from './filters.ts';
import type { CodedOrder, Order } from './orders.ts';
import type { Requested } from './requested.ts';
import type { Sort } from './shape.ts';

/**
 * A list, declared once. This value is the source of its endpoint with fields, filters, orders, cursors and page sizes,
 * of the statements, the redirect to a random row, its part of the API document, and the rows on pages.
 */
export interface ListDeclaration<DB, TB extends keyof DB, Row, A extends string> {
  readonly name: string;
  /** one sentence for the API document */
  readonly about: string;
  /** where rows come from; the site is `slots.site` */
  from(db: Kysely<Database>): SelectQueryBuilder<DB, TB, object>;
  /** the number that cursors contain; unique among the rows that one request can find */
  id(eb: ExpressionBuilder<DB, TB>): Expression<number>;
  /** decides between rows that are equal in an order, computed from a row's number; by default the number itself */
  tie?(id: Expression<number>): Expression<number>;
  /**
   * for rows whose number is counted rather than stored: what decides between equal rows, which row a cursor names, and a stored
   * number that is unique among the rows that one request can find
   */
  readonly place?: {
    tie(eb: ExpressionBuilder<DB, TB>): Expression<number>;
    isCursor(cursor: Expression<number>): Expression<SqlBool>;
    row(eb: ExpressionBuilder<DB, TB>): Expression<number>;
    /** the name of the order by that number, in which nothing follows a number above all others */
    readonly order: string;
  };
  /** 0 is the number of a row and does not mean "no cursor" */
  readonly cursorFromZero?: boolean;
  readonly fields: Fields<DB, TB, Row>;
  readonly defaultFields: readonly string[];
  readonly filters: Readonly<Record<string, Filter<DB, TB, A>>>;
  /** filters that always apply, with the value they have when none is given */
  readonly preset?: Readonly<Record<string, string>>;
  /** by name; the codes must be unique */
  readonly orders: Readonly<Record<string, CodedOrder<DB, TB>>>;
  /** the order for `order1=relevance` */
  readonly relevance?: Order<DB, TB>;
  /** the order when none is requested; may depend on the names of the filters given */
  readonly defaultOrder: Sort | ((filters: ReadonlySet<string>) => Sort);
  /**
   * `order2` is ignored: in most orders so many rows are equal that sorting them would cost a pass over the whole table, and
   * no index serves every pair of orders.
   */
  readonly oneOrder?: true;
  /**
   * Filters whose matches are found by walking along the order: the ids of a page are read before its rows. The indexes of the
   * orders contain the columns of these filters, so the walk reads no row that is not on the page.
   */
  readonly idsFirst?: readonly string[];
  readonly pageSize: { readonly usual: number; readonly most: number };
  /** the viewer, the filters given and the fields requested, as far as they decide which rows are seen; part of a statement's shape */
  audience(ctx: Ctx, filters: ReadonlySet<string>, fields: Requested): A;
  /** which rows this audience may see; null: all */
  visible(eb: ExpressionBuilder<DB, TB>, audience: A): Expression<SqlBool> | null;
  /**
   * The rows that cursors may name, if they are more than those of the list: deleted ones too, provided that this audience could see
   * them before. Their keys are still stored, so a crawl continues from where the row was.
   */
  readonly cursors?: Pick<ListDeclaration<DB, TB, Row, A>, 'from' | 'visible'>;
}

/** A placeholder for the tables of any list: code that works with all lists never names a table or column. */
interface AnyTables {
  readonly any: Readonly<Record<string, unknown>>;
}

/** A key of an order of any list. */
export type ListKey = (eb: ExpressionBuilder<AnyTables, 'any'>) => Expression<unknown>;
/** An order of any list. */
export type ListOrder = Order<AnyTables, 'any'>;

/** A declared list, of which only the type of its rows is still known. */
export type List<Row = unknown> = ListDeclaration<AnyTables, 'any', Row, string>;

/** Checks a declaration against the types of its tables, and erases them. */
export const defineList = <DB, TB extends keyof DB, Row, A extends string>(
  declared: ListDeclaration<DB, TB, Row, A>,
): List<Row> => declared as unknown as List<Row>; // each part is only called with what other parts of the same list returned
