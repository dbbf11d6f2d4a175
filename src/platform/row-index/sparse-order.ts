import { Bitset } from './bitset.ts';
import { compareKeys, type SortKey } from './key-column.ts';
import type { RowIndex } from './row-index.ts';
import type { Cursor } from './row-list.ts';

/** An order in which only a few rows have a key: ascending by key and id. */
export class SparseOrder {
  readonly bits = new Bitset(0);
  readonly #rows: Int32Array;
  readonly #keys: Float64Array;
  #keyOfRow: Map<number, number> | undefined;

  /** `keys[n]` belongs to `ids[n]`; NaN: no key. Ids that are not in the index are left out. */
  constructor(index: RowIndex, ids: Int32Array, keys: Float64Array) {
    const rowOf = new Int32Array(ids.length);
    const keyed: number[] = [];
    for (const [at, id] of ids.entries()) {
      const row = index.rowOf(id);
      if (row === undefined || Number.isNaN(keys[at])) continue;
      rowOf[at] = row;
      keyed.push(at);
    }
    const keyAt = (at: number) => keys[at] as number; // an index of ids
    const idAt = (at: number) => ids[at] as number;
    keyed.sort((a, b) => keyAt(a) - keyAt(b) || idAt(a) - idAt(b));
    this.#rows = Int32Array.from(keyed, (at) => rowOf[at] as number);
    this.#keys = Float64Array.from(keyed, keyAt);
    // highest first, so that the set grows only once
    for (const row of this.#rows.toSorted().reverse()) this.bits.add(row);
  }

  keyOf(row: number): SortKey {
    this.#keyOfRow ??= new Map(Array.from(this.#rows, (one, at) => [one, this.#keys[at] as number]));
    return this.#keyOfRow.get(row) ?? null;
  }

  hasKey(row: number): boolean {
    return this.bits.has(row);
  }

  /** Negative if the key of row a comes before that of row b, ascending; both must have one. */
  compareKeys(a: number, b: number): number {
    return compareKeys(this.keyOf(a), this.keyOf(b));
  }

  /** Returns at most `most` rows of a set after the cursor; with `back`, before it, the nearest first. */
  walk(descending: boolean, cursor: Cursor | null, back: boolean, matching: Bitset, most: number): number[] {
    const direction = descending === back ? 1 : -1;
    const there = cursor ? this.#rows.indexOf(cursor.row) : direction === 1 ? -1 : this.#rows.length;
    const rows: number[] = [];
    for (let at = cursor?.inclusive ? there : there + direction; rows.length < most; at += direction) {
      const row = this.#rows[at];
      if (row === undefined) break;
      if (matching.has(row)) rows.push(row);
    }
    return rows;
  }
}
