import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { largestInteger } from '#lib/codes/ids.ts';

/**
 * A list that only one page of the site shows, declared by its order. It is not a `List`, whose cursors are the numbers of rows: rows
 * leave this one when they are read, archived or settled, and some such lists mix editions. An address therefore contains the keys
 * of a row, as whole numbers joined by dots.
 */
export interface WalkedList<Row> {
  readonly pageSize: number;
  /** of all keys */
  readonly direction: 'asc' | 'desc';
  /** the last one is unique, in a list of several editions in each of them */
  readonly keys: readonly WalkKey<Row>[];
  /**
   * In a list of several editions, each of which is read by itself, the place of a row's edition among all. It decides before the
   * last key; the first edition comes first in both directions.
   */
  placeOf?(row: Row): number;
}

/** One key of the order, which a row has as a whole number. */
export interface WalkKey<Row> {
  of(row: Row): number;
  /** null: the page compares this key in its own SQL, or it is the same for all rows */
  readonly column: RawBuilder<unknown> | null;
  /** the number as a value of the column */
  value(number: number): RawBuilder<unknown>;
  /** the number as addresses contain it, and the reverse; by default the number itself */
  inAddress?(number: number): number;
}

/** A key of whole numbers. */
export const numberKey = <Row>(column: string | null, of: (row: Row) => number): WalkKey<Row> => ({
  of,
  column: column === null ? null : sql.ref(column),
  value: (number) => sql`${number}::bigint`,
});

/** later than any row, and a date that PostgreSQL can read */
const latestMs = 999_999_999_999_999;

/** A key of instants; rows without one count as the oldest. */
export const timeKey = <Row>(column: string, of: (row: Row) => Date | null): WalkKey<Row> => ({
  of: (row) => of(row)?.getTime() ?? 0,
  column: sql.ref(column),
  value: (number) => sql`${new Date(Math.min(number, latestMs))}::timestamptz`,
});

export interface WalkedPage<Row> {
  readonly rows: readonly Row[];
  /** the query of the previous page; null if there is none */
  readonly previous: string | null;
  readonly next: string | null;
}

/** What is read for a page. */
export interface Reading {
  /** one row more than the page has */
  readonly limit: number;
  /** against the list's order: the previous page is read from its end */
  readonly reversed: boolean;
  /** the keys after which, in the direction of reading, the requested rows are; null: from the beginning */
  readonly keys: readonly number[] | null;
  /** the condition for these rows; null: all rows */
  readonly behind: RawBuilder<SqlBool> | null;
  /** the terms of ORDER BY */
  readonly order: readonly RawBuilder<unknown>[];
}

interface Cursor {
  readonly at: 'first' | 'after' | 'before';
  readonly keys: readonly number[];
  /** of the edition of the row with these keys */
  readonly place: number;
}

/** Reads `after=…` or `before=…`; anything else is the first page. */
function cursorIn<Row>({ keys, placeOf }: WalkedList<Row>, address: URLSearchParams): Cursor {
  for (const at of ['after', 'before'] as const) {
    const text = address.get(at) ?? '';
    // earlier links joined some keys by a hyphen
    const parts = text.split(/[.-]/).map(Number);
    const place = placeOf ? parts.splice(-2, 1)[0] : 0;
    if (!/^\d{1,16}([.-]\d{1,16})*$/.test(text) || parts.length !== keys.length) continue;
    if (!parts.every(Number.isSafeInteger)) continue;
    return { at, keys: keys.map((key, index) => written(key, parts[index] ?? 0)), place: place ?? 0 };
  }
  return { at: 'first', keys: [], place: 0 };
}

const written = <Row>({ inAddress }: WalkKey<Row>, number: number): number => inAddress?.(number) ?? number;

/** `before` or `after` and the keys of a row. */
function addressOf<Row>({ keys, placeOf }: WalkedList<Row>, row: Row): string {
  const parts = keys.map((key) => written(key, key.of(row)));
  if (placeOf) parts.splice(-1, 0, placeOf(row));
  return parts.join('.');
}

/** What to read for the page at the cursor; `place`: of the edition that is read. */
function readingOf<Row>(
  list: WalkedList<Row>,
  { at, keys, place: cursorPlace }: Cursor,
  place: number,
): Reading {
  const reversed = at === 'before';
  const ascends = (list.direction === 'asc') !== reversed;
  const compared = list.keys.flatMap(({ column, value }, index) => {
    if (!column) return [];
    const isLast = index === list.keys.length - 1;
    // of rows that are equal in all other keys, those of a later edition follow the cursor, all of them
    const bound = place > cursorPlace === (list.direction === 'asc') ? 0 : largestInteger;
    const number = isLast && place !== cursorPlace ? bound : (keys[index] ?? 0);
    return [{ column, value: value(number) }];
  });
  const columns = sql.join(compared.map(({ column }) => column));
  const values = sql.join(compared.map(({ value }) => value));
  return {
    limit: list.pageSize + 1,
    reversed,
    keys: at === 'first' ? null : keys,
    behind:
      at === 'first' || compared.length === 0
        ? null
        : sql<SqlBool>`(${columns}) ${sql.raw(ascends ? '>' : '<')} (${values})`,
    order: compared.map(({ column }) => sql`${column} ${sql.raw(ascends ? 'asc' : 'desc')}`),
  };
}

/** Limits a query to what is read for a page. */
export function rowsBehind<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit, behind, order }: Reading,
): SelectQueryBuilder<DB, TB, Row> {
  const sorted = order.reduce((part, term) => part.orderBy(term), query.limit(limit));
  return behind ? sorted.where(behind) : sorted;
}

/** The page of an address. `keep` is the part of the address that the links preserve, such as a filter. */
export function walkPage<Row>(
  list: WalkedList<Row>,
  address: URLSearchParams,
  keep: Readonly<Record<string, string>>,
  read: (reading: Reading) => Promise<Row[]>,
): Promise<WalkedPage<Row>> {
  const cursor = cursorIn(list, address);
  return pageAt(list, cursor, keep, read(readingOf(list, cursor, cursor.place)));
}

/** The page of an address, merged from several editions, each of which is read in the order of the list from one of its indexes. */
export function walkEditions<Row, Edition extends { readonly place: number }>(
  list: Required<WalkedList<Row>>,
  address: URLSearchParams,
  keep: Readonly<Record<string, string>>,
  editions: readonly Edition[],
  read: (edition: Edition, reading: Reading) => Promise<Row[]>,
): Promise<WalkedPage<Row>> {
  const cursor = cursorIn(list, address);
  const pages = editions.map((edition) => read(edition, readingOf(list, cursor, edition.place)));
  const direction = cursor.at === 'before' ? -1 : 1;
  const merged = Promise.all(pages).then((found) =>
    found.flat().sort((a, b) => direction * compareRows(list, a, b)),
  );
  return pageAt(list, cursor, keep, merged);
}

function compareRows<Row>(list: Required<WalkedList<Row>>, a: Row, b: Row): number {
  const differences = list.keys.map((key) => (list.direction === 'asc' ? 1 : -1) * (key.of(a) - key.of(b)));
  differences.splice(-1, 0, list.placeOf(a) - list.placeOf(b));
  return differences.find((difference) => difference !== 0) ?? 0;
}

async function pageAt<Row>(
  list: WalkedList<Row>,
  { at }: Cursor,
  keep: Readonly<Record<string, string>>,
  reading: Promise<Row[]>,
): Promise<WalkedPage<Row>> {
  const found = await reading;
  const more = found.length > list.pageSize;
  const rows = found.slice(0, list.pageSize);
  if (at === 'before') rows.reverse();
  const link = (to: 'after' | 'before', row: Row | undefined, is: boolean) =>
    is && row ? `?${new URLSearchParams({ ...keep, [to]: addressOf(list, row) })}` : null;
  return {
    rows,
    previous: link('before', rows[0], at === 'before' ? more : at === 'after'),
    next: link('after', rows.at(-1), at === 'before' || more),
  };
}
