import type { Bits } from './bits.ts';
import type { RowIndex } from './row-index.ts';
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
export const endOf = (descending: boolean): Place => ({
  key: null,
  id: descending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
});

/** Rows of a set in one of the index's orders. */
export function segmentByOrder(
  index: RowIndex,
  {
    order,
    descending,
    matching,
    has,
  }: {
    order: number;
    descending: boolean;
    matching: Bits;
    has(row: number): boolean;
  },
): Segment {
  const placeOf = (row: number): Place => ({ key: index.order(order).keyOf(row), id: index.idOf(row) });
  return {
    has,
    rows(cursor, back, most) {
      const from = cursor
        ? { place: placeOf(cursor.row), inclusive: cursor.inclusive, back }
        : back
          ? { place: endOf(descending), inclusive: false, back }
          : null;
      return index.rowsOf(matching, { order, descending, from }, most);
    },
  };
}

/** Rows of a set by keys that are not the index's own, such as when a person drove them. */
export function segmentByKeys(
  index: RowIndex,
  {
    keys,
    descending,
    matching,
  }: {
    keys: ReadonlyMap<number, number>;
    descending: boolean;
    matching: Bits;
  },
): Segment {
  const keyOf = (row: number) => keys.get(index.idOf(row)) as number; // only rows with a key are compared
  const compare = (a: number, b: number) =>
    (keyOf(a) - keyOf(b) || index.idOf(a) - index.idOf(b)) * (descending ? -1 : 1);
  return {
    has: (row) => keys.has(index.idOf(row)),
    rows(cursor, back, most) {
      const rows: number[] = [];
      for (const id of keys.keys()) {
        const row = index.rowOf(id);
        if (row === undefined || !matching.has(row)) continue;
        const side = cursor ? compare(row, cursor.row) : 0;
        if (!cursor || (back ? side < 0 : side > 0 || (side === 0 && cursor.inclusive))) rows.push(row);
      }
      rows.sort(compare);
      if (back) rows.reverse();
      return rows.slice(0, most);
    },
  };
}
