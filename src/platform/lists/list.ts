import type { Expression, ExpressionBuilder, Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Database } from '#db/database.ts';
import type { TableName } from '#db/statement-tables.ts';
import type { OrderCodes } from '#lib/codes/orders.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Fields, Requested, SharedValues } from './fields.ts';
import type { Parse } from './params.ts';

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
  readonly shared?: readonly SharedValues[];
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
  /** tables of which the fields of a row only read rows with its id, with the column of the id: other rows do not change them */
  readonly rowsOf?: Readonly<Partial<Record<TableName, string>>>;
  readonly pageSize: { readonly usual: number; readonly most: number };
  /** the viewer, the filters given and the fields requested, as far as they decide which rows are seen; part of a statement's shape */
  audience(viewer: Viewer, filters: ReadonlySet<string>, fields: Requested): A;
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

/**
 * A list without its rule about who may see which rows: for the page of one thing whose own rule was already checked,
 * such as a track opened by its secret link. Use it only with the filter that selects that one thing.
 */
export const withoutVisibilityRule = <Row>(list: List<Row>): List<Row> => ({
  ...list,
  name: `seen${list.name}`,
  visible: () => null,
  ...(list.cursors && { cursors: { from: list.cursors.from, visible: () => null } }),
});

/** A query whose values may still be slots. */
export interface Compilable {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] };
}

/** One filter: how its values are read and which rows match them. A filter without SQL does not compile. */
export interface Filter<DB, TB extends keyof DB, A extends string = string> {
  /** one line for the API document */
  readonly about: string;
  parse: Parse<unknown>;
  /** a short text that differs where the SQL differs; part of a statement's shape */
  variant?(value: unknown): string;
  /** looks up the matches before a page is read (see `lookedUp`) */
  find?(db: Kysely<Database>, value: RawBuilder<string>, variant: string): Compilable;
  /** up to this many matches are listed by id */
  readonly few?: number;
  where(eb: ExpressionBuilder<DB, TB>, name: string, variant: string, audience: A): Expression<SqlBool>;
}

/** One column of an order. */
interface SortKey<DB, TB extends keyof DB> {
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

/** after: behind the cursor · from: the same, including the cursor · before: in front of it · first: no cursor */
export type PageKind = 'first' | 'after' | 'from' | 'before';

/** One of the list's orders and its direction. */
export interface Sort {
  /** the name of an order, or `relevance` */
  readonly by: string;
  readonly descending: boolean;
}

/** What decides the text of a statement. Requests of one shape share the statement and differ only in values. */
export interface Shape {
  readonly fields: Requested;
  /** `fields` as a text, the same for equal sets */
  readonly fieldsKey: string;
  readonly sort: readonly Sort[];
  readonly page: PageKind;
  readonly filters: readonly { readonly name: string; readonly variant: string }[];
  readonly audience: string;
  readonly key: string;
}

export interface ListRequest {
  readonly shape: Shape;
  readonly count: number;
  /** how many rows with these fields one statement reads */
  readonly atOnce: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Row ids of one page, in the list's order, and whether there are more after them (for `before`: in front of them). */
export interface FoundIds {
  readonly ids: readonly number[];
  readonly more: boolean;
  /** which values in memory decided what was found; without it, all */
  readonly by?: readonly string[];
}

/**
 * Finds the ids of a page by other means than the list's statement; the fields are then read by id. It must find
 * exactly the rows that the statement would find.
 */
export interface PageFinder<Ctx> {
  /** null: use the database this time */
  find(ctx: Ctx, request: ListRequest): Promise<FoundIds | null>;
  /** How many rows match, and by which values in memory; undefined: use the database. */
  count(ctx: Ctx, request: ListRequest): Promise<{ total: number; by?: readonly string[] } | undefined>;
  /** A random matching row, each equally likely; null if there is none; undefined: use the database. */
  random(ctx: Ctx, request: ListRequest): Promise<number | null | undefined>;
  /** Reads everything that was committed up to now, so that the next page shows it; `site`: where the caller has written. */
  catchUp(site?: string): Promise<void>;
}

/** Finders by the name of their list. `Ctx` is a parameter because the type Ctx itself holds the finders. */
export type PageFinders<Ctx> = Map<string, PageFinder<Ctx>>;
