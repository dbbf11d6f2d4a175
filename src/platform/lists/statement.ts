import { createHash } from 'node:crypto';
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { rowJson, sortedRowJson } from './fields.ts';
import { behind } from './keyset.ts';
import type { List, ListKey } from './list.ts';
import { orderOf } from './request.ts';
import type { Shape, Sort } from './shape.ts';
import { Slot, slot, slots } from './slots.ts';

/**
 * A statement whose values are still open (Slots among `parameters`). It returns rows with one column, `row`: JSON
 * text.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Compiles the statement of a shape; with `only` it returns the ids of the page instead of its rows. */
export function compileStatement(db: Kysely<Database>, list: List, shape: Shape, only?: 'ids'): Statement {
  const back = shape.page === 'before';
  const keys = sortKeys(list, shape.sort, back);
  let query = matching(db, list, shape)
    .select((eb) =>
      only === 'ids'
        ? sql<string>`${rowId(list, eb)}::text`.as('row')
        : sortedRowJson(list.fields, shape.fields, eb).as('row'),
    )
    .limit(slots.limit);
  for (const key of keys) {
    query = query.orderBy(
      (eb) => key.expr(eb),
      (by) => {
        const way = key.ascending ? by.asc() : by.desc();
        if (!key.nullable) return way;
        return back ? way.nullsFirst() : way.nullsLast();
      },
    );
  }
  if (shape.page !== 'first') {
    const { keyOf, isThere } = cursorKeys(db, list, shape);
    query = query.where((eb) => {
      const further = behind(
        keys.map(({ expr, isTie, ...key }) => ({
          ...key,
          own: expr(eb),
          at: isTie && !list.place ? tieOf(list, sql<number>`${slots.cursor}::integer`) : keyOf(expr),
        })),
        { inclusive: shape.page === 'from', nullsFirst: back },
      );
      return isThere ? sql<boolean>`(${isThere} and ${further})` : further;
    });
  }
  return named(list.name, query.compile());
}

/** The number by which a row is read once it has been found. */
const rowId = ({ id, place }: List, eb: Parameters<ListKey>[0]): Expression<number> =>
  place?.row(eb) ?? id(eb);

/** Compiles the statement that reads rows of a site by their ids, in no particular order, each with its id. */
export function compileRowsById(
  db: Kysely<Database>,
  site: string,
  list: List,
  shape: Pick<Shape, 'fields' | 'audience' | 'filters'>,
): Statement {
  const query = rowsOfCursor(db, list, shape)
    .where((eb) => sql<boolean>`${rowId(list, eb)} = any(${slot<number[]>('ids')}::integer[])`)
    .select((eb) => [
      sql<number>`${rowId(list, eb)}`.as('id'),
      rowJson(list.fields, shape.fields, eb).as('row'),
    ]);
  return named(list.name, ofSite(query.compile(), site));
}

/**
 * A statement with its site as a literal instead of a parameter: PostgreSQL then always knows the partition and keeps
 * its plan, instead of making one for each request (1.2 ms for the rows of a page). For statements whose plan no
 * other value could change; for the statement of a list the best plan depends on the filters' values.
 */
export function ofSite<Q extends { sql: string; parameters: readonly unknown[] }>(
  { sql: text, parameters }: Q,
  site: string,
): { sql: string; parameters: readonly unknown[] } {
  const isSite = (parameter: unknown) => parameter instanceof Slot && parameter.name === 'site';
  const literal = `'${site.replaceAll("'", "''")}'`;
  let open = 0;
  const placeOf = parameters.map((parameter) => (isSite(parameter) ? literal : `$${++open}`));
  return {
    sql: text.replace(/\$(\d+)/g, (there, number: string) => placeOf[Number(number) - 1] ?? there),
    parameters: parameters.filter((parameter) => !isSite(parameter)),
  };
}

/** Named by its text, so that equal names never mean different statements, whichever bundle compiled them. */
export function named(
  list: string,
  { sql: text, parameters }: { sql: string; parameters: readonly unknown[] },
): Statement {
  const name = `${list}-${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  return { name, text, parameters };
}

/** The keys of an order in the direction of the walk, ending with a unique one. */
function sortKeys(list: List, sort: readonly Sort[], back: boolean) {
  const keys = sort.flatMap((one) => {
    const order = orderOf(list, one);
    if (!order) throw new Error(`${list.name} has no order ${one.by}`);
    return order.keys.map(({ expr, nullable }) => ({
      expr: expr as ListKey, // a method there, a function here
      nullable,
      ascending: one.descending === back,
      isTie: false,
    }));
  });
  const { place } = list;
  const expr: ListKey = (eb) => (place ? place.tie(eb) : tieOf(list, list.id(eb)));
  const ascending = (sort[0]?.descending ?? false) === back;
  return [...keys, { expr, nullable: false, ascending, isTie: true }];
}

const tieOf = ({ tie }: List, id: Expression<number>): Expression<number> => tie?.(id) ?? id;

/**
 * The keys of the cursor's row, whether or not it still matches the filters: sub-selects that run once and can use
 * indexes. A deleted row still has its keys. A number that no row has gets, in an order of arrival, the key of the row with the next
 * lower number, so its place is after it. In any other order it has no place: `isThere` then ends the statement before any row is read.
 */
function cursorKeys(
  db: Kysely<Database>,
  list: List,
  shape: Shape,
): { keyOf(key: ListKey): Expression<unknown>; isThere: RawBuilder<SqlBool> | null } {
  const order = onlyOrder(list, shape.sort);
  const lowest = order?.lowest;
  if (lowest) {
    const last = rowsOfCursor(db, list, shape)
      .where((eb) => eb(list.id(eb), '<=', slots.cursor))
      .orderBy((eb) => list.id(eb), 'desc')
      .limit(1);
    const keyOf = (key: ListKey) =>
      sql`coalesce(${last.select((eb) => sql`${key(eb)}`.as('at'))}, ${lowest})`;
    return { keyOf, isThere: null };
  }
  const row = cursorRow(db, list, shape);
  const keyOf = (key: ListKey) => sql`${row.select((eb) => sql`${key(eb)}`.as('at'))}`;
  // an order by the number alone has a place for any number
  if (order?.keys.length === 0) return { keyOf, isThere: null };
  return { keyOf, isThere: sql<boolean>`${row.select(sql`true`.as('there'))}` };
}

const cursorRow = (db: Kysely<Database>, list: List, shape: Shape) =>
  rowsOfCursor(db, list, shape).where(
    (eb) => list.place?.isCursor(sql<number>`${slots.cursor}`) ?? eb(list.id(eb), '=', slots.cursor),
  );

/** Compiles the statement that returns a row if the cursor has a place in this order; null if every number has one. */
export function compileCursorCheck(db: Kysely<Database>, list: List, shape: Shape): Statement | null {
  const [sort] = shape.sort;
  if (cursorKeys(db, list, shape).isThere === null) return null;
  if (list.place?.order === sort?.by && sort?.descending && shape.page !== 'before') return null;
  return named(list.name, cursorRow(db, list, shape).select(sql<string>`'true'`.as('row')).compile());
}

/** The order if only one was requested. */
function onlyOrder(list: List, [first, second]: readonly Sort[]) {
  if (!first || second) return undefined;
  return orderOf(list, first);
}

/** The rows that match a shape's filters and audience, in no particular order. */
export function matching(
  db: Kysely<Database>,
  list: List,
  { filters, audience }: Pick<Shape, 'filters' | 'audience'>,
) {
  return list.from(db).where((eb) => {
    const seen = list.visible(eb, audience);
    const parts = seen ? [seen] : [];
    for (const { name, variant } of filters) {
      const declared = list.filters[name];
      if (declared) parts.push(declared.where(eb, name, variant, audience));
    }
    return eb.and(parts);
  });
}

/**
 * Rows that a cursor may name: those this audience may see or, if they are deleted, could see, because the place of a hidden row would
 * reveal its values. The filters are left out, except presets: they decide which rows are numbered together (a board's positions).
 */
export function rowsOfCursor(db: Kysely<Database>, list: List, shape: Pick<Shape, 'filters' | 'audience'>) {
  const filters = shape.filters.filter(({ name }) => list.preset?.[name] !== undefined);
  return matching(db, { ...list, ...list.cursors }, { filters, audience: shape.audience });
}
