import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { rowJson, sortedRowJson } from './fields.ts';
import type { List, ListKey, Shape, Sort } from './list.ts';
import { orderOf } from './request.ts';
import { slot, slots } from './slots.ts';
import { named, ofSite, type Statement } from './statements.ts';

/** Compiles the statement of a shape; with `only` it returns the ids of the page instead of its rows. */
export function compileStatement(db: Kysely<Database>, list: List, shape: Shape, only?: 'ids'): Statement {
  const back = shape.page === 'before';
  const keys = sortKeys(list, shape.sort, back);
  let query = matching(db, list, shape)
    .select((eb) =>
      only === 'ids'
        ? sql<string>`${rowId(list, eb)}::text`.as('row')
        : sortedRowJson(list, shape.fields, eb).as('row'),
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
    .select((eb) => [sql<number>`${rowId(list, eb)}`.as('id'), rowJson(list, shape.fields, eb).as('row')]);
  return named(list.name, ofSite(query.compile(), site));
}

/** Compiles the statement that returns the counted number of a row, by which cursors name it. */
export function compileNumber(
  db: Kysely<Database>,
  list: List,
  shape: Pick<Shape, 'audience' | 'filters'>,
): Statement {
  const query = rowsOfCursor(db, list, shape)
    .where((eb) => sql<boolean>`${rowId(list, eb)} = any(${slot<number[]>('ids')}::integer[])`)
    .select((eb) => sql<string>`${list.id(eb)}::text`.as('row'));
  return named(list.name, query.compile());
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
 * indexes. A deleted row still has its keys. A number that no row has gets, in an order of creation, the key of the row with the next
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

/** One key of an order, for a row and for the cursor's row. */
interface KeyPair {
  readonly own: Expression<unknown>;
  readonly at: Expression<unknown>;
  readonly ascending: boolean;
  readonly nullable: boolean;
}

/**
 * The rows after the cursor in an order whose last key is unique. `nullsFirst`: when walking back,
 * rows without a key come first.
 */
function behind(
  keys: readonly KeyPair[],
  { inclusive, nullsFirst }: { inclusive: boolean; nullsFirst: boolean },
): RawBuilder<SqlBool> {
  const [first] = keys;
  if (!first) throw new Error('An order has at least one key.');
  if (keys.every((key) => !key.nullable && key.ascending === first.ascending)) {
    // one comparison of rows, for which an index on the keys can be used
    const compare = sql.raw((first.ascending ? '>' : '<') + (inclusive ? '=' : ''));
    return sql`(${sql.join(keys.map(({ own }) => own))}) ${compare} (${sql.join(keys.map(({ at }) => at))})`;
  }
  const further = stepwise(keys, inclusive, nullsFirst);
  // the bound on the first key is there for the index
  return first.nullable
    ? further
    : sql`(${first.own} ${sql.raw(first.ascending ? '>=' : '<=')} ${first.at} and ${further})`;
}

/** Beyond the cursor by the first key, or equal in it and beyond by the remaining keys. */
function stepwise(
  [key, ...rest]: readonly KeyPair[],
  inclusive: boolean,
  nullsFirst: boolean,
): RawBuilder<SqlBool> {
  if (!key) return inclusive ? sql`true` : sql`false`;
  const { own, at, nullable } = key;
  const compare = sql`${own} ${sql.raw(key.ascending ? '>' : '<')} ${at}`;
  const equal = nullable ? sql`${own} is not distinct from ${at}` : sql`${own} = ${at}`;
  const further = nullable ? orMissing(compare, key, nullsFirst) : compare;
  return sql`(${further} or (${equal} and ${stepwise(rest, inclusive, nullsFirst)}))`;
}

const orMissing = (compare: RawBuilder<unknown>, { own, at }: KeyPair, nullsFirst: boolean) =>
  nullsFirst
    ? sql`(${compare} or (${at} is null and ${own} is not null))`
    : sql`(${compare} or (${at} is not null and ${own} is null))`;
