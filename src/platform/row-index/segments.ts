import type { Bitset } from './bitset.ts';
import type { Place } from './permutation.ts';
import type { RowIndex, Walk } from './row-index.ts';
import type { Cursor } from './row-list.ts';
import type { SparseOrder } from './sparse-order.ts';

/** A contiguous part of a list: all its rows come before those of the next segment. */
export interface Segment {
  /** whether a row belongs to this part, regardless of the filters */
  has(row: number): boolean;
  /** at most `most` matching rows from the cursor or the beginning; going back, from the cursor or the end, the nearest first */
  rows(cursor: Cursor | null, back: boolean, most: number): number[];
}

/** Returns at most `most` rows, from the cursor on, of a list that consists of segments. */
export function throughSegments(segments: readonly Segment[], cursor: Cursor | null, most: number): number[] {
  const back = cursor?.back ?? false;
  const ordered = back ? segments.toReversed() : segments;
  const first = cursor ? ordered.findIndex((segment) => segment.has(cursor.row)) : 0;
  const rows: number[] = [];
  for (const [at, segment] of ordered.entries()) {
    if (first === -1 || at < first || rows.length >= most) continue;
    rows.push(...segment.rows(at === first ? cursor : null, back, most - rows.length));
  }
  return rows;
}

/** The place after every row of an order. */
export const endOf = (idsDescending: boolean): Place => ({
  key: null,
  id: idsDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
});

/** The rows of a set in one of the index's orders. */
export function segmentByOrder(
  index: RowIndex,
  {
    matching,
    has,
    ...walk
  }: Omit<Walk, 'from'> & {
    matching: Bitset;
    has(row: number): boolean;
  },
): Segment {
  const order = index.order(walk.order);
  const placeOf = (row: number): Place => ({ key: order.keyOf(row), id: index.idOf(row) });
  return {
    has,
    rows(cursor, back, most) {
      const from = cursor
        ? { place: placeOf(cursor.row), inclusive: cursor.inclusive, back }
        : back
          ? { place: endOf(walk.idsDescending ?? walk.descending), inclusive: false, back }
          : null;
      return index.rowsOf(matching, { ...walk, from }, most);
    },
  };
}

/** The rows of a set in a sparse order. */
export function segmentBySparseOrder(order: SparseOrder, descending: boolean, matching: Bitset): Segment {
  return {
    has: (row) => order.bits.has(row),
    rows: (cursor, back, most) => order.walk(descending, cursor, back, matching, most),
  };
}

/** The rows of a set in any order, found in one pass. */
export function segmentBy(
  compare: (a: number, b: number) => number,
  matching: Bitset,
  has: (row: number) => boolean,
): Segment {
  return {
    has,
    rows(cursor, back, most) {
      const direction = back ? -1 : 1;
      const isBeyond = (row: number) => {
        if (!cursor) return true;
        const side = compare(row, cursor.row) * direction;
        return side > 0 || (side === 0 && cursor.inclusive);
      };
      return firstOf(matching, (a, b) => compare(a, b) * direction, isBeyond, most);
    },
  };
}

/** Returns the first `most` of these rows in order, with one comparison for most of the others. */
function firstOf(
  rows: Bitset,
  compare: (a: number, b: number) => number,
  isWanted: (row: number) => boolean,
  most: number,
): number[] {
  const first: number[] = [];
  rows.each((row) => {
    const last = first.at(-1);
    if (first.length >= most && (last === undefined || compare(row, last) > 0)) return;
    if (!isWanted(row)) return;
    let low = 0;
    let high = first.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(first[middle] as number, row) < 0)
        low = middle + 1; // middle < length
      else high = middle;
    }
    first.splice(low, 0, row);
    if (first.length > most) first.pop();
  });
  return first;
}
