import { Bits } from './bits.ts';

/**
 * Sets that are needed for the length of one question. A page takes a few of 75 kB each: made anew every time, they
 * were garbage enough to keep the collector at work for a third of a server's time.
 */
export class ScratchSets {
  readonly #sets: Bits[] = [];
  #lent = 0;
  #isOpen = false;

  /** Takes back, at the end, what was lent while `ask` ran: nothing of it may be kept. */
  during<T>(ask: () => T): T {
    if (this.#isOpen) return ask();
    this.#isOpen = true;
    try {
      return ask();
    } finally {
      this.#isOpen = false;
      this.#lent = 0;
    }
  }

  copy(of: Bits): Bits {
    return this.#next().become(of);
  }

  empty(like: Bits): Bits {
    return this.#next().clear(like);
  }

  /** Outside of a question, a set of the caller's own. */
  #next(): Bits {
    if (!this.#isOpen) return new Bits(0);
    const set = this.#sets[this.#lent] ?? new Bits(0);
    this.#sets[this.#lent] = set;
    this.#lent += 1;
    return set;
  }
}
