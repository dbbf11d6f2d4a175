import { Bits } from './bits.ts';
import { compareKeys, type SortKey } from './key-column.ts';
import type { RowIndex } from './row-index.ts';
import type { Cursor } from './segments.ts';

/** An order in which few of the rows have a place, such as when a person drove them: ascending by key and id. */
export class PersonOrder {
  readonly bits = new Bits(0);
  readonly #rows: Int32Array;
  readonly #keys: Float64Array;
  #keyOfRow: Map<number, number> | undefined;

  /** `keys` belong to `ids`; NaN: none. Rows the index does not hold are left out. */
  constructor(index: RowIndex, ids: Int32Array, keys: Float64Array) {
    const rowOf = new Int32Array(ids.length);
    const placed: number[] = [];
    for (const [at, id] of ids.entries()) {
      const row = index.rowOf(id);
      if (row === undefined || Number.isNaN(keys[at])) continue;
      rowOf[at] = row;
      placed.push(at);
    }
    const keyAt = (at: number) => keys[at] as number; // places of ids
    const idAt = (at: number) => ids[at] as number;
    placed.sort((a, b) => keyAt(a) - keyAt(b) || idAt(a) - idAt(b));
    this.#rows = Int32Array.from(placed, (at) => rowOf[at] as number);
    this.#keys = Float64Array.from(placed, keyAt);
    // the highest first, so that the set grows once
    for (const row of this.#rows.toSorted().reverse()) this.bits.add(row);
  }

  keyOf(row: number): SortKey {
    this.#keyOfRow ??= new Map(Array.from(this.#rows, (one, at) => [one, this.#keys[at] as number]));
    return this.#keyOfRow.get(row) ?? null;
  }

  hasKey(row: number): boolean {
    return this.bits.has(row);
  }

  /** Negative when row a's key comes before row b's, ascending; both must have one. */
  compareKeys(a: number, b: number): number {
    return compareKeys(this.keyOf(a), this.keyOf(b));
  }

  /** At most `most` rows of a set behind the cursor, or before it, the nearest first. */
  walk(descending: boolean, cursor: Cursor | null, back: boolean, matching: Bits, most: number): number[] {
    const way = descending === back ? 1 : -1;
    const there = cursor ? this.#rows.indexOf(cursor.row) : way === 1 ? -1 : this.#rows.length;
    const rows: number[] = [];
    for (let at = cursor?.inclusive ? there : there + way; rows.length < most; at += way) {
      const row = this.#rows[at];
      if (row === undefined) break;
      if (matching.has(row)) rows.push(row);
    }
    return rows;
  }
}
