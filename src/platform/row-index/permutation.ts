import { Bitset } from './bitset.ts';
import type { IdMap } from './id-map.ts';
import { compareKeys, KeyColumn, type KeyKind, type SortKey } from './key-column.ts';
import { RowList } from './row-list.ts';

/** A position in an order, whether or not a row is there. */
export interface Place {
  key: SortKey;
  id: number;
}

/** Where a page begins, and in which direction it goes. */
export interface From {
  place: Place;
  inclusive: boolean;
  back: boolean;
}

/**
 * The rows in one order: ascending by (key, id), rows without a key last. Positions are found by binary search, so that no ranks need
 * to be stored.
 */
export class Permutation {
  private rows = new RowList();
  /** number of rows with a key, which come first */
  private keyed = 0;
  private readonly keys: KeyColumn;
  private readonly ids: IdMap;

  /** Shares the ids of the index. */
  constructor(ids: IdMap, kind: KeyKind) {
    this.ids = ids;
    this.keys = new KeyColumn(kind);
  }

  /** Takes over what another thread has sent. */
  adopt({ rows, keyed, keys }: Permutation): void {
    Object.assign(this.rows, rows);
    this.keyed = keyed;
    this.keys.adopt(keys);
  }

  /** Sets the key of a row before `sort`. */
  setKey(row: number, key: SortKey): void {
    this.keys.set(row, key);
  }

  /** Takes over rows sorted by id, whose keys are set, and sorts them. */
  sort(byId: Int32Array): void {
    this.rows = new RowList(this.keys.sorted(byId));
    this.keyed = this.firstUnkeyed();
  }

  insert(row: number, key: SortKey): void {
    const at = this.placeOf({ key, id: this.idOf(row) });
    this.keys.set(row, key);
    this.rows.insert(at, row);
    if (key !== null) this.keyed += 1;
  }

  remove(row: number): void {
    const key = this.keyOf(row);
    this.rows.remove(this.placeOf({ key, id: this.idOf(row) }));
    if (key !== null) this.keyed -= 1;
  }

  /** Sets the key of a row, and moves the row if the key has changed. */
  update(row: number, key: SortKey): void {
    const old = this.keyOf(row);
    if (old === key) return;
    const id = this.idOf(row);
    const from = this.placeOf({ key: old, id });
    const to = this.placeOf({ key, id });
    // the row itself is one of those before its new place
    this.rows.move(from, to > from ? to - 1 : to);
    this.keys.set(row, key);
    this.keyed += Number(key !== null) - Number(old !== null);
  }

  keyOf(row: number): SortKey {
    return this.keys.get(row);
  }

  hasKey(row: number): boolean {
    return this.keys.has(row);
  }

  /** Negative if the key of row a comes before that of row b, ascending, rows without a key last. */
  compareKeys(a: number, b: number): number {
    return this.keys.compare(a, b);
  }

  /**
   * Visits the rows after a place (with `inclusive` also the row at it) until `take` returns false. Descending means descending
   * keys and ids, rows without a key still last.
   */
  walk(descending: boolean, from: Place | null, inclusive: boolean, take: (row: number) => boolean): void {
    const end = this.rows.length;
    for (let step = from ? this.stepOf(from, descending, inclusive) : 0; step < end; step++) {
      if (!take(this.rows.at(this.atStep(step, descending)))) return; // step < length
    }
  }

  /** Returns the first `most` rows of a set (null: all) of those that `walk` visits, or `walkBack` if `back`. */
  first(
    matching: Bitset | null,
    { descending, from }: { descending: boolean; from: From | null },
    most: number,
  ): number[] {
    const back = from?.back ?? false;
    const found: number[] = [];
    const rows = this.rows.view(0, this.rows.length);
    const words = matching?.words;
    let step = from ? this.stepOf(from.place, descending, back || from.inclusive) : 0;
    if (back) step -= 1;
    for (; step >= 0 && step < rows.length && found.length < most; back ? step-- : step++) {
      const row = rows[this.atStep(step, descending)] as number; // 0 <= step < length
      if (!words || ((words[row >>> 5] ?? 0) >>> (row & 31)) & 1) found.push(row);
    }
    return found;
  }

  /** Like `walk`, but backwards: visits the rows before a place, the nearest first. */
  walkBack(descending: boolean, from: Place, take: (row: number) => boolean): void {
    for (let step = this.stepOf(from, descending, true) - 1; step >= 0; step--) {
      if (!take(this.rows.at(this.atStep(step, descending)))) return; // 0 <= step < length
    }
  }

  /**
   * Like `walk` and `walkBack`, but ids go in the direction opposite to the keys: runs of equal keys are visited from their other
   * end.
   */
  walkMixed(
    descending: boolean,
    from: Place | null,
    { inclusive, back }: { inclusive: boolean; back: boolean },
    take: (row: number) => boolean,
  ): void {
    const direction = back ? -1 : 1;
    const rowAt = (step: number) => this.rows.at(this.atStep(step, descending)); // steps below the length
    // the near end of the run that contains the place
    const near = descending === back ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const rowsBefore = from
      ? this.stepOf({ key: from.key, id: near }, descending, true)
      : back
        ? this.rows.length
        : 0;
    for (let step = back ? rowsBefore - 1 : rowsBefore; step >= 0 && step < this.rows.length; ) {
      const end = this.endOfRun(step, direction, rowAt);
      const tied = from !== null && compareKeys(this.keyOf(rowAt(step)), from.key) === 0 ? from : null;
      for (let at = end; at !== step - direction; at -= direction) {
        const row = rowAt(at);
        // a run visited from its far end has ascending ids where keys descend
        const side = tied ? (this.idOf(row) - tied.id) * (descending ? direction : -direction) : 1;
        if ((side > 0 || (side === 0 && inclusive)) && !take(row)) return;
      }
      step = end + direction;
    }
  }

  /** The last step in a direction whose row has the same key as that of the first. */
  private endOfRun(step: number, direction: number, rowAt: (step: number) => number): number {
    const first = rowAt(step);
    let end = step;
    for (let next = step + direction; next >= 0 && next < this.rows.length; next += direction) {
      if (this.keys.compare(first, rowAt(next)) !== 0) break;
      end = next;
    }
    return end;
  }

  /**
   * Returns the rows whose key is between `min` and `max`, both inclusive; null is no bound. Never rows without a key. `all`: all rows,
   * from which a wide range is made by removing the others.
   */
  between(min: SortKey, max: SortKey, all: Bitset): Bitset {
    const start = min === null ? 0 : this.placeOf({ key: min, id: Number.NEGATIVE_INFINITY });
    const last = max === null ? this.keyed : this.placeOf({ key: max, id: Number.POSITIVE_INFINITY });
    const end = Math.max(start, last);
    if ((end - start) * 2 < this.rows.length) {
      const bits = new Bitset(0).clear(all);
      bits.addAll(this.rows.view(start, end));
      return bits;
    }
    const bits = new Bitset(0).assign(all);
    bits.removeAll(this.rows.view(0, start));
    bits.removeAll(this.rows.view(end, this.rows.length));
    return bits;
  }

  /** Returns the rows with this key, which may be null. */
  ties(key: SortKey): Int32Array {
    const start = this.placeOf({ key, id: Number.NEGATIVE_INFINITY });
    const end = this.placeOf({ key, id: Number.POSITIVE_INFINITY });
    return this.rows.view(start, end);
  }

  /** Compares two rows by key and id, for sorting a few rows without a walk. */
  compare(a: number, b: number, descending: boolean, idsDescending = descending): number {
    const [hasA, hasB] = [this.hasKey(a), this.hasKey(b)];
    if (hasA !== hasB) return hasA ? -1 : 1;
    const byKey = hasA ? this.compareKeys(a, b) : 0;
    if (byKey !== 0) return descending ? -byKey : byKey;
    return (this.idOf(a) - this.idOf(b)) * (idsDescending ? -1 : 1);
  }

  /** Negative if a row comes before a place; rows without a key come last in both directions. */
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

  /** The ascending position of the nth row in a direction. */
  private atStep(step: number, descending: boolean): number {
    if (!descending) return step;
    return step < this.keyed ? this.keyed - 1 - step : this.rows.length - 1 - (step - this.keyed);
  }

  /** How many rows come before a place in a direction; with `inclusive`, a row at the place is not counted. */
  private stepOf(place: Place, descending: boolean, inclusive: boolean): number {
    const lower = this.placeOf(place);
    const isThere = lower < this.rows.length && this.idOf(this.rows.at(lower)) === place.id; // lower < length
    const after = lower + (isThere ? 1 : 0);
    if (!descending) return inclusive ? lower : after;
    const [from, to] = place.key === null ? [this.keyed, this.rows.length] : [0, this.keyed];
    return from + (to - (inclusive ? after : lower));
  }

  /** The first ascending position whose row is not before the place. */
  private placeOf(place: Place): number {
    let low = place.key === null ? this.keyed : 0;
    let high = place.key === null ? this.rows.length : this.keyed;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = this.rows.at(middle); // middle < length
      const order = compareKeys(this.keyOf(row), place.key) || this.idOf(row) - place.id;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private firstUnkeyed(): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keyOf(this.rows.at(middle)) === null)
        high = middle; // middle < length
      else low = middle + 1;
    }
    return low;
  }

  private idOf(row: number): number {
    return this.ids.idOf(row);
  }
}
