import { Bitset } from './bitset.ts';

/**
 * Bitsets that are needed only during one query. A page takes a few of 75 kB each: when allocated per query, they kept the garbage
 * collector busy for a third of a server's time.
 */
export class BitsetPool {
  readonly #sets: Bitset[] = [];
  #borrowed = 0;
  #isOpen = false;

  /**
   * Runs a query and then reclaims the sets borrowed by it; callers must not keep them. A query inside another one is part
   * of that one.
   */
  during<T>(query: () => T): T {
    if (this.#isOpen) return query();
    this.#isOpen = true;
    try {
      return query();
    } finally {
      this.#isOpen = false;
      this.#borrowed = 0;
    }
  }

  /** Returns a copy, which belongs to the caller until the query ends. */
  copy(of: Bitset): Bitset {
    return this.#next().assign(of);
  }

  /** Returns an empty set with the capacity of `like`, which belongs to the caller until the query ends. */
  empty(like: Bitset): Bitset {
    return this.#next().clear(like);
  }

  /** Outside `during`, a new set. */
  #next(): Bitset {
    if (!this.#isOpen) return new Bitset(0);
    const set = this.#sets[this.#borrowed] ?? new Bitset(0);
    this.#sets[this.#borrowed] = set;
    this.#borrowed += 1;
    return set;
  }
}
