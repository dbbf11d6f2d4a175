import type { Bits } from './bits.ts';
import type { PersonOrder } from './person-order.ts';
import type { From, RowIndex } from './row-index.ts';
import { type Cursor, endOf, type Segment, segmentBy, segmentByOrder, throughSegments } from './segments.ts';
import type { SortedOrder } from './sorted-order.ts';

/** One of the index's orders, or one of a person. */
export type Sort = { readonly descending: boolean } & (
  | { readonly keys: SortedOrder /** the index's number of it */; readonly order: number }
  | { readonly keys: PersonOrder; readonly order: null }
);

/** So many rows sharing a first key are walked along the second order rather than sorted; more than any page holds. */
const manyTies = 2000;

/** Rows by one order and, where that leaves them equal, by another; at last by id in the direction of the first. */
export function rowsByTwo(
  index: RowIndex,
  {
    matching,
    first,
    second,
    cursor,
    back = cursor?.back ?? false,
    most,
  }: {
    matching: Bits;
    first: Sort;
    second: Sort;
    cursor: Cursor | null;
    /** without a cursor: from the end */
    back?: boolean;
    most: number;
  },
): number[] {
  const compare = (a: number, b: number) =>
    compareBy(first, a, b) ||
    compareBy(second, a, b) ||
    (index.idOf(a) - index.idOf(b)) * (first.descending ? -1 : 1);
  const way = back ? -1 : 1;
  if (matching.count(manyTies) < manyTies || second.order === null)
    return segmentBy(compare, matching, () => true).rows(cursor, back, most);
  const alongSecond = { order: second.order, descending: second.descending, idsDescending: first.descending };
  if (first.order === null) {
    // those with a key of the person, then all others
    const keyed = index.copy(matching).and(first.keys.bits);
    const others = index.copy(matching).andNot(first.keys.bits);
    const isKeyed = (row: number) => first.keys.bits.has(row);
    return throughSegments(
      [
        segmentBy(compare, keyed, isKeyed),
        segmentByOrder(index, { ...alongSecond, matching: others, has: (row) => !isKeyed(row) }),
      ],
      cursor,
      most,
    );
  }

  const major = index.order(first.order);
  /** the rows that share the first key with `row`, along the second order */
  const ties = (row: number, from: Cursor | null, wanted: number) => {
    const group = index.none();
    for (const tied of major.ties(major.keyOf(row))) if (matching.has(tied)) group.add(tied);
    return segmentByOrder(index, { ...alongSecond, matching: group, has: () => true }).rows(
      from,
      back,
      wanted,
    );
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

/** Such rows as a part of a list. */
export const segmentByTwo = (
  index: RowIndex,
  { has, ...sorted }: { matching: Bits; first: Sort; second: Sort; has(row: number): boolean },
): Segment => ({
  has,
  rows: (cursor, back, most) => rowsByTwo(index, { ...sorted, cursor, back, most }),
});

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
    if (last !== undefined && order.compareKeys(last, row) !== 0) {
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

function compareBy({ keys, descending }: Sort, a: number, b: number): number {
  const [hasA, hasB] = [keys.hasKey(a), keys.hasKey(b)];
  if (!hasA || !hasB) return Number(hasB) - Number(hasA);
  return descending ? -keys.compareKeys(a, b) : keys.compareKeys(a, b);
}
