import { Bits } from './bits.ts';
import { compareKeys } from './key-column.ts';
import type { From, RowIndex } from './row-index.ts';
import { type Cursor, endOf, segmentByOrder } from './segments.ts';
import type { SortedOrder } from './sorted-order.ts';

interface Sort {
  order: number;
  descending: boolean;
}

/** So many rows sharing a first key are walked along the second order rather than sorted; more than any page holds. */
const manyTies = 2000;

/**
 * Rows by one order and, where that leaves them equal, by another; at last by id in the direction of the first. null
 * when that cannot be had cheaply: many ties, to be sorted against the grain of the second order.
 */
export function rowsByTwo(
  index: RowIndex,
  {
    matching,
    first,
    second,
    cursor,
    most,
  }: {
    matching: Bits;
    first: Sort;
    second: Sort;
    cursor: Cursor | null;
    most: number;
  },
): number[] | null {
  const major = index.order(first.order);
  const minor = index.order(second.order);
  const compare = (a: number, b: number) =>
    compareBy(major, first.descending, a, b) ||
    compareBy(minor, second.descending, a, b) ||
    (index.idOf(a) - index.idOf(b)) * (first.descending ? -1 : 1);
  const back = cursor?.back ?? false;
  const way = back ? -1 : 1;
  if (matching.count(manyTies) < manyTies) {
    const rows = Array.from(matching.rows()).filter((row) => isBeyond(row, cursor, compare, way));
    return rows.sort((a, b) => compare(a, b) * way).slice(0, most);
  }
  if (first.descending !== second.descending) return null;

  /** the rows that share the first key with `row`, along the second order */
  const ties = (row: number, from: Cursor | null, wanted: number) => {
    const group = new Bits(index.size);
    for (const tied of major.ties(major.keyOf(row))) if (matching.has(tied)) group.add(tied);
    return segmentByOrder(index, { ...second, matching: group, has: () => true }).rows(from, back, wanted);
  };
  const rows = cursor ? ties(cursor.row, cursor, most) : [];
  let from = cursor ? besideTies(major, cursor.row, first.descending, back) : startOf(first.descending, back);
  while (rows.length < most) {
    const { taken, whole } = nextGroups(
      major,
      { matching, descending: first.descending, from },
      most - rows.length,
    );
    rows.push(...taken.sort((a, b) => compare(a, b) * way));
    if (whole === null) break;
    rows.push(...ties(whole, null, Math.max(0, most - rows.length)));
    from = besideTies(major, whole, first.descending, back);
  }
  return rows.slice(0, most);
}

/** Whole groups of equal keys along an order, until there are enough rows; `whole` is a row of a group left untaken for its size. */
function nextGroups(
  order: SortedOrder,
  { matching, descending, from }: { matching: Bits; descending: boolean; from: From | null },
  wanted: number,
): { taken: number[]; whole: number | null } {
  const taken: number[] = [];
  let groupStart = 0;
  let whole: number | null = null;
  const take = (row: number) => {
    if (!matching.has(row)) return true;
    const last = taken.at(-1);
    if (last !== undefined && compareKeys(order.keyOf(last), order.keyOf(row)) !== 0) {
      if (taken.length >= wanted) return false;
      groupStart = taken.length;
    }
    taken.push(row);
    if (taken.length - groupStart < manyTies) return true;
    whole = row;
    return false;
  };
  if (from?.back) order.walkBack(descending, from.place, take);
  else order.walk(descending, from?.place ?? null, false, take);
  if (whole !== null) taken.length = groupStart;
  return { taken, whole };
}

/** A place beyond all rows that share a row's key, in the direction of the walk. */
function besideTies(order: SortedOrder, row: number, descending: boolean, back: boolean): From {
  const id = descending === back ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return { place: { key: order.keyOf(row), id }, inclusive: false, back };
}

const startOf = (descending: boolean, back: boolean): From | null =>
  back ? { place: endOf(descending), inclusive: false, back } : null;

function compareBy(order: SortedOrder, descending: boolean, a: number, b: number): number {
  const [x, y] = [order.keyOf(a), order.keyOf(b)];
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  return descending ? -compareKeys(x, y) : compareKeys(x, y);
}

function isBeyond(
  row: number,
  cursor: Cursor | null,
  compare: (a: number, b: number) => number,
  way: number,
): boolean {
  if (!cursor) return true;
  const side = compare(row, cursor.row) * way;
  return side > 0 || (side === 0 && cursor.inclusive);
}
