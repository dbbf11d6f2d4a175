import { LRUCache } from 'lru-cache';
import { Bitset } from './bitset.ts';

/** Enough for the searches of simultaneous users; each entry takes one bit per row. */
const maxEntries = 64;

interface Entry {
  readonly bits: Bitset;
  matches(row: number): boolean;
}

/**
 * Rows found for conditions that are expensive to evaluate, cached for the next page of the same search. Entries are updated
 * when a row changes, since each has a predicate for a single row.
 */
export class ResultCache {
  readonly #entries = new LRUCache<string, Entry>({ max: maxEntries });
  /** entries that are still being computed */
  readonly #pending = new Set<Entry>();

  /** Returns the cached rows of a key, or computes them with `find`. Callers must not change the set. */
  rows(key: string, find: () => Bitset, matches: (row: number) => boolean): Bitset {
    const cached = this.#entries.get(key);
    if (cached) return cached.bits;
    const bits = find();
    this.#entries.set(key, { bits, matches });
    return bits;
  }

  /** Whether the rows of a key are cached. Counts as a use. */
  has(key: string): boolean {
    return this.#entries.get(key) !== undefined;
  }

  /**
   * Computes the rows of a key in steps, between which rows may change: `find` adds to the set that it gets. A query for the
   * same key in the meantime computes its own.
   */
  *computing(
    key: string,
    find: (bits: Bitset) => Iterable<void>,
    matches: (row: number) => boolean,
  ): Generator<void> {
    const entry = { bits: new Bitset(0), matches };
    this.#pending.add(entry);
    try {
      yield* find(entry.bits);
      this.rows(key, () => entry.bits, matches);
    } finally {
      this.#pending.delete(entry);
    }
  }

  /** Updates the entries for a row that was added or changed. */
  update(row: number): void {
    for (const { bits, matches } of this.#all()) {
      if (matches(row)) bits.add(row);
      else bits.remove(row);
    }
  }

  /** Removes a row from the entries. */
  remove(row: number): void {
    for (const { bits } of this.#all()) bits.remove(row);
  }

  #all(): Entry[] {
    return [...this.#entries.values(), ...this.#pending];
  }
}
