import type { Bits } from './bits.ts';
import type { PersonOrder } from './person-order.ts';
import type { RowIndex, Walk } from './row-index.ts';
import type { Place } from './sorted-order.ts';

/** Where a page begins, by the cursor's row. */
export interface Cursor {
  row: number;
  inclusive: boolean;
  back: boolean;
}

/** Rows that stand together in a list, all before the next segment's. */
export interface Segment {
  /** whether a row belongs here, whatever the filters say of it */
  has(row: number): boolean;
  /** at most `most` of its matching rows from the cursor, or from its beginning; going back from its end, the nearest first */
  rows(cursor: Cursor | null, back: boolean, most: number): number[];
}

/** Rows of a list made of segments, from the cursor on. */
export function throughSegments(segments: readonly Segment[], cursor: Cursor | null, most: number): number[] {
  const back = cursor?.back ?? false;
  const inTurn = back ? segments.toReversed() : segments;
  const first = cursor ? inTurn.findIndex((segment) => segment.has(cursor.row)) : 0;
  const rows: number[] = [];
  for (const [at, segment] of inTurn.entries()) {
    if (first === -1 || at < first || rows.length >= most) continue;
    rows.push(...segment.rows(at === first ? cursor : null, back, most - rows.length));
  }
  return rows;
}

/** Behind every row of an order. */
export const endOf = (idsDescending: boolean): Place => ({
  key: null,
  id: idsDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
});

/** Rows of a set in one of the index's orders. */
export function segmentByOrder(
  index: RowIndex,
  {
    matching,
    has,
    ...way
  }: Omit<Walk, 'from'> & {
    matching: Bits;
    has(row: number): boolean;
  },
): Segment {
  const order = index.order(way.order);
  const placeOf = (row: number): Place => ({ key: order.keyOf(row), id: index.idOf(row) });
  return {
    has,
    rows(cursor, back, most) {
      const from = cursor
        ? { place: placeOf(cursor.row), inclusive: cursor.inclusive, back }
        : back
          ? { place: endOf(way.idsDescending ?? way.descending), inclusive: false, back }
          : null;
      return index.rowsOf(matching, { ...way, from }, most);
    },
  };
}

/** Rows of a set along an order of a person. */
export function segmentByPerson(order: PersonOrder, descending: boolean, matching: Bits): Segment {
  return {
    has: (row) => order.bits.has(row),
    rows: (cursor, back, most) => order.walk(descending, cursor, back, matching, most),
  };
}

/** Rows of a set by any comparison, in one pass. */
export function segmentBy(
  compare: (a: number, b: number) => number,
  matching: Bits,
  has: (row: number) => boolean,
): Segment {
  return {
    has,
    rows(cursor, back, most) {
      const way = back ? -1 : 1;
      const isBeyond = (row: number) => {
        if (!cursor) return true;
        const side = compare(row, cursor.row) * way;
        return side > 0 || (side === 0 && cursor.inclusive);
      };
      return firstOf(matching, (a, b) => compare(a, b) * way, isBeyond, most);
    },
  };
}

/** The first `most` of these rows, in order: what is behind the last of those kept so far is met once and left. */
function firstOf(
  rows: Bits,
  compare: (a: number, b: number) => number,
  isWanted: (row: number) => boolean,
  most: number,
): number[] {
  const kept: number[] = [];
  rows.each((row) => {
    const last = kept.at(-1);
    if (kept.length >= most && (last === undefined || compare(row, last) > 0)) return;
    if (!isWanted(row)) return;
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(kept[middle] as number, row) < 0)
        low = middle + 1; // middle < length
      else high = middle;
    }
    kept.splice(low, 0, row);
    if (kept.length > most) kept.pop();
  });
  return kept;
}
