import { roomFor } from './growing.ts';
import { compareKeys, KeyColumn, type KeyKind, type SortKey } from './key-column.ts';
import type { RowIds } from './row-ids.ts';

/** Where a page begins: a place in the order, whether or not a row is there. */
export interface Place {
  key: SortKey;
  id: number;
}

/**
 * All rows in one order: ascending by (key, id), rows without a key at the end. Rows move by shifting the
 * permutation, a memmove of at most four bytes a row; places are found by halving, so no rank need be kept.
 */
export class SortedOrder {
  /** row numbers; the first `length` are in use */
  private permutation: Int32Array = new Int32Array(16);
  private length = 0;
  /** rows with a key: the rest of the permutation has none */
  private keyed = 0;
  private readonly keys: KeyColumn;
  private readonly ids: RowIds;

  /** `ids` are the index's own. */
  constructor(ids: RowIds, kind: KeyKind) {
    this.ids = ids;
    this.keys = new KeyColumn(kind);
  }

  /** The key of a row that `sorting` will put in its place. */
  setKey(row: number, key: SortKey): void {
    this.keys.set(row, key);
  }

  /**
   * Puts rows 0 to `rows - 1`, whose keys are set, in order: n log n, in steps of a few milliseconds, so that a server
   * may answer in between.
   */
  *sorting(rows: number): Generator<void> {
    let sorted = new Int32Array(rows);
    for (let row = 0; row < rows; row++) sorted[row] = row;
    const run = 1024;
    for (let start = 0; start < rows; start += run) {
      sorted.subarray(start, start + run).sort((a, b) => this.compareRows(a, b));
      yield;
    }
    let other = new Int32Array(rows);
    for (let width = run; width < rows; width *= 2) {
      for (let start = 0; start < rows; start += 2 * width)
        yield* this.merging(
          sorted,
          other,
          start,
          Math.min(start + width, rows),
          Math.min(start + 2 * width, rows),
        );
      [sorted, other] = [other, sorted];
    }
    this.permutation = sorted.length > 0 ? sorted : new Int32Array(16);
    this.length = rows;
    this.keyed = this.firstUnkeyed();
  }

  /** Merges from[start, middle) and from[middle, end), each in order, into the same place of `to`. */
  private *merging(
    from: Int32Array,
    to: Int32Array,
    start: number,
    middle: number,
    end: number,
  ): Generator<void> {
    let left = start;
    let right = middle;
    for (let at = start; at < end; at++) {
      const fromLeft =
        right >= end || (left < middle && this.compareRows(from[left] as number, from[right] as number) < 0); // both are below end
      to[at] = from[fromLeft ? left++ : right++] as number; // left < middle, or right < end
      if ((at & 0xfff) === 0xfff) yield;
    }
  }

  insert(row: number, key: SortKey): void {
    this.keys.set(row, key);
    const at = this.placeOf({ key, id: this.idOf(row) });
    this.permutation = roomFor(this.permutation, this.length + 1);
    this.permutation.copyWithin(at + 1, at, this.length);
    this.permutation[at] = row;
    this.length += 1;
    if (key !== null) this.keyed += 1;
  }

  remove(row: number): void {
    const key = this.keyOf(row);
    const at = this.placeOf({ key, id: this.idOf(row) });
    this.permutation.copyWithin(at, at + 1, this.length);
    this.length -= 1;
    if (key !== null) this.keyed -= 1;
  }

  /** Moves a row whose key changed; nothing to do when it did not. */
  update(row: number, key: SortKey): void {
    if (this.keyOf(row) === key) return;
    this.remove(row);
    this.insert(row, key);
  }

  keyOf(row: number): SortKey {
    return this.keys.get(row);
  }

  hasKey(row: number): boolean {
    return this.keys.has(row);
  }

  /** Negative when row a's key comes before row b's, ascending, rows without a key last. */
  compareKeys(a: number, b: number): number {
    return this.keys.compare(a, b);
  }

  /**
   * Rows after (or, with `inclusive`, from) a place, in the direction asked, as long as `take` wants more.
   * Descending means keys falling and ids falling, rows without a key still last.
   */
  walk(descending: boolean, from: Place | null, inclusive: boolean, take: (row: number) => boolean): void {
    const end = this.length;
    for (let step = from ? this.stepOf(from, descending, inclusive) : 0; step < end; step++) {
      if (!take(this.permutation[this.atStep(step, descending)] as number)) return; // step < length
    }
  }

  /** Like walk, backwards: rows before a place, the nearest first. */
  walkBack(descending: boolean, from: Place, take: (row: number) => boolean): void {
    for (let step = this.stepOf(from, descending, true) - 1; step >= 0; step--) {
      if (!take(this.permutation[this.atStep(step, descending)] as number)) return; // 0 <= step < length
    }
  }

  /**
   * Like walk and walkBack where ids run against the keys within equal ones: a run of equal keys is taken whole, from its
   * other end.
   */
  walkMixed(
    descending: boolean,
    from: Place | null,
    { inclusive, back }: { inclusive: boolean; back: boolean },
    take: (row: number) => boolean,
  ): void {
    const way = back ? -1 : 1;
    const rowAt = (step: number) => this.permutation[this.atStep(step, descending)] as number; // steps below the length
    // the near end of the run the place lies in
    const near = descending === back ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const rowsBefore = from
      ? this.stepOf({ key: from.key, id: near }, descending, true)
      : back
        ? this.length
        : 0;
    for (let step = back ? rowsBefore - 1 : rowsBefore; step >= 0 && step < this.length; ) {
      const end = this.endOfRun(step, way, rowAt);
      const tied = from !== null && compareKeys(this.keyOf(rowAt(step)), from.key) === 0 ? from : null;
      for (let at = end; at !== step - way; at -= way) {
        const row = rowAt(at);
        // walked from the far end, ids rise where keys fall
        const side = tied ? (this.idOf(row) - tied.id) * (descending ? way : -way) : 1;
        if ((side > 0 || (side === 0 && inclusive)) && !take(row)) return;
      }
      step = end + way;
    }
  }

  /** The last step, going one way, whose row has the same key as that of the first. */
  private endOfRun(step: number, way: number, rowAt: (step: number) => number): number {
    const first = rowAt(step);
    let end = step;
    for (let next = step + way; next >= 0 && next < this.length; next += way) {
      if (this.keys.compare(first, rowAt(next)) !== 0) break;
      end = next;
    }
    return end;
  }

  /** Rows whose key lies within [min, max], both inclusive; a missing bound is open. Rows without a key are never in. */
  range(min: number | string | null, max: number | string | null): Int32Array {
    const start = min === null ? 0 : this.placeOf({ key: min, id: Number.NEGATIVE_INFINITY });
    const end = max === null ? this.keyed : this.placeOf({ key: max, id: Number.POSITIVE_INFINITY });
    return this.permutation.subarray(start, Math.max(start, end));
  }

  /** Rows that share a key, null included. */
  ties(key: SortKey): Int32Array {
    const start = this.placeOf({ key, id: Number.NEGATIVE_INFINITY });
    const end = this.placeOf({ key, id: Number.POSITIVE_INFINITY });
    return this.permutation.subarray(start, end);
  }

  /** Compares two rows in the direction asked; for sorting few rows without a walk. */
  compare(a: number, b: number, descending: boolean, idsDescending = descending): number {
    const [hasA, hasB] = [this.hasKey(a), this.hasKey(b)];
    if (hasA !== hasB) return hasA ? -1 : 1;
    const byKey = hasA ? this.compareKeys(a, b) : 0;
    if (byKey !== 0) return descending ? -byKey : byKey;
    return (this.idOf(a) - this.idOf(b)) * (idsDescending ? -1 : 1);
  }

  /** Negative when a row comes before the place in the direction asked; rows without a key come last either way. */
  comparePlace(row: number, place: Place, descending: boolean, idsDescending = descending): number {
    const key = this.keyOf(row);
    if (key === null || place.key === null) {
      if (key !== null) return -1;
      if (place.key !== null) return 1;
    }
    const byKey = compareKeys(key, place.key);
    if (byKey !== 0) return descending ? -byKey : byKey;
    return (this.idOf(row) - place.id) * (idsDescending ? -1 : 1);
  }

  /** The permutation's index of the n-th row in the direction asked. */
  private atStep(step: number, descending: boolean): number {
    if (!descending) return step;
    return step < this.keyed ? this.keyed - 1 - step : this.length - 1 - (step - this.keyed);
  }

  /** How many rows come before a place in the direction asked (with `inclusive` a row at the place does not count). */
  private stepOf(place: Place, descending: boolean, inclusive: boolean): number {
    const lower = this.placeOf(place);
    const isThere = lower < this.length && this.idOf(this.permutation[lower] as number) === place.id; // lower < length
    const after = lower + (isThere ? 1 : 0);
    if (!descending) return inclusive ? lower : after;
    const [from, to] = place.key === null ? [this.keyed, this.length] : [0, this.keyed];
    return from + (to - (inclusive ? after : lower));
  }

  /** The permutation's first index whose row is not before the place. */
  private placeOf(place: Place): number {
    let low = place.key === null ? this.keyed : 0;
    let high = place.key === null ? this.length : this.keyed;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = this.permutation[middle] as number; // middle < length
      const order = compareKeys(this.keyOf(row), place.key) || this.idOf(row) - place.id;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private firstUnkeyed(): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keyOf(this.permutation[middle] as number) === null)
        high = middle; // middle < length
      else low = middle + 1;
    }
    return low;
  }

  private compareRows(a: number, b: number): number {
    return this.keys.compare(a, b) || this.idOf(a) - this.idOf(b);
  }

  private idOf(row: number): number {
    return this.ids.idOf(row);
  }
}
