import type { Bitset } from './bitset.ts';
import type { From, Permutation } from './permutation.ts';
import type { RowIndex } from './row-index.ts';
import type { Cursor } from './row-list.ts';
import { endOf, type Segment, segmentBy, segmentByOrder, throughSegments } from './segments.ts';
import type { SparseOrder } from './sparse-order.ts';

/** One of the index's orders, or a sparse order. */
export type Sort = { readonly descending: boolean } & (
  | { readonly keys: Permutation /** its number in the index */; readonly order: number }
  | { readonly keys: SparseOrder; readonly order: null }
);

/** Rows with the same first key are sorted if there are fewer; otherwise they are met by walking along the second order. More than a page holds. */
const manyTies = 2000;

/** Returns rows sorted by one order, then by another, then by id in the direction of the first. */
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
    matching: Bitset;
    first: Sort;
    second: Sort;
    cursor: Cursor | null;
    /** without a cursor: starts from the end */
    back?: boolean;
    most: number;
  },
): number[] {
  const compare = (a: number, b: number) =>
    compareBy(first, a, b) ||
    compareBy(second, a, b) ||
    (index.idOf(a) - index.idOf(b)) * (first.descending ? -1 : 1);
  const direction = back ? -1 : 1;
  if (matching.count(manyTies) < manyTies || second.order === null)
    return segmentBy(compare, matching, () => true).rows(cursor, back, most);
  const alongSecond = { order: second.order, descending: second.descending, idsDescending: first.descending };
  if (first.order === null) {
    // rows with a key in the sparse order, then all others
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
  /** the rows with the same first key as `row`, in the second order */
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
  let from = cursor ? afterTies(major, cursor.row, first.descending, back) : startOf(first.descending, back);
  while (rows.length < most) {
    const { taken, large } = nextGroups(
      major,
      { matching, descending: first.descending, from },
      most - rows.length,
    );
    rows.push(...taken.sort((a, b) => compare(a, b) * direction));
    if (large === null) break;
    rows.push(...ties(large, null, Math.max(0, most - rows.length)));
    from = afterTies(major, large, first.descending, back);
  }
  return rows.slice(0, most);
}

/** The rows of a set by two orders. */
export const segmentByTwo = (
  index: RowIndex,
  { has, ...sorted }: { matching: Bitset; first: Sort; second: Sort; has(row: number): boolean },
): Segment => ({
  has,
  rows: (cursor, back, most) => rowsByTwo(index, { ...sorted, cursor, back, most }),
});

/**
 * Collects complete groups of equal keys along an order until there are enough rows. Stops at a group that is too large to
 * sort, and returns one of its rows as `large`.
 */
function nextGroups(
  order: Permutation,
  { matching, descending, from }: { matching: Bitset; descending: boolean; from: From | null },
  wanted: number,
): { taken: number[]; large: number | null } {
  const taken: number[] = [];
  let groupStart = 0;
  let large: number | null = null;
  const take = (row: number) => {
    if (!matching.has(row)) return true;
    const last = taken.at(-1);
    if (last !== undefined && order.compareKeys(last, row) !== 0) {
      if (taken.length >= wanted) return false;
      groupStart = taken.length;
    }
    taken.push(row);
    if (taken.length - groupStart < manyTies) return true;
    large = row;
    return false;
  };
  if (from?.back) order.walkBack(descending, from.place, take);
  else order.walk(descending, from?.place ?? null, false, take);
  if (large !== null) taken.length = groupStart;
  return { taken, large };
}

/** The place after all rows with the same key as a row, in the direction of the walk. */
function afterTies(order: Permutation, row: number, descending: boolean, back: boolean): From {
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
