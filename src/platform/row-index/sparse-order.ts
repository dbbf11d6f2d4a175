import { Bitset } from './bitset.ts';
import { compareKeys, numberWords, type SortKey } from './key-column.ts';
import type { RowIndex } from './row-index.ts';
import type { Cursor } from './row-list.ts';
import { sortPositions } from './sort-positions.ts';

const missing = -1;

/** An order in which only a few rows have a key: ascending by key and id. */
export class SparseOrder {
  readonly bits: Bitset;
  readonly #rows: Int32Array;
  readonly #keys: Float64Array;
  #keyOfRow: Map<number, number> | undefined;

  /** `keys[n]` belongs to `ids[n]`; NaN: no key. Ids that are not in the index are left out. */
  constructor(index: RowIndex, ids: Int32Array, keys: Float64Array) {
    const rowOf = ids.map((id, at) => (Number.isNaN(keys[at]) ? missing : (index.rowOf(id) ?? missing)));
    const sorted = sortPositions([...numberWords(keys), Uint32Array.from(ids)], ids.length).filter(
      (at) => rowOf[at] !== missing,
    );
    this.#rows = sorted.map((at) => rowOf[at] as number); // positions of ids
    this.#keys = Float64Array.from(sorted, (at) => keys[at] as number); // as long as ids
    this.bits = new Bitset(this.#rows.reduce((highest, row) => Math.max(highest, row), 0) + 1);
    this.bits.addAll(this.#rows);
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
