import { Bits } from './bits.ts';

/** Enough for the pages of those who search at one time; each takes a bit a row. */
const mostKept = 64;

interface Answer {
  readonly bits: Bits;
  holds(row: number): boolean;
}

/**
 * Rows found for conditions that take a pass over many of them, for the next page of the same search: kept true as rows
 * change, since each entry can tell of a single row whether it belongs.
 */
export class KeptAnswers {
  /** the one asked for last at the end */
  readonly #kept = new Map<string, Answer>();
  /** not found to the end */
  readonly #growing = new Set<Answer>();

  /** The rows, to be read only. */
  rows(key: string, find: () => Bits, holds: (row: number) => boolean): Bits {
    const kept = this.#kept.get(key);
    const bits = kept?.bits ?? find();
    this.#kept.delete(key);
    this.#kept.set(key, { bits, holds });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return bits;
  }

  /** Whether the rows for a condition are kept; if so they count as asked for. */
  has(key: string): boolean {
    const kept = this.#kept.get(key);
    if (!kept) return false;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return true;
  }

  /** Finds rows in steps, between which rows may change: `find` adds to the set it is given. Who asks meanwhile finds anew. */
  *growing(
    key: string,
    find: (bits: Bits) => Iterable<void>,
    holds: (row: number) => boolean,
  ): Generator<void> {
    const answer = { bits: new Bits(0), holds };
    this.#growing.add(answer);
    try {
      yield* find(answer.bits);
      this.rows(key, () => answer.bits, holds);
    } finally {
      this.#growing.delete(answer);
    }
  }

  /** A row came or changed. */
  look(row: number): void {
    for (const { bits, holds } of [...this.#kept.values(), ...this.#growing]) {
      if (holds(row)) bits.add(row);
      else bits.remove(row);
    }
  }

  /** A row is no more. */
  forget(row: number): void {
    for (const { bits } of [...this.#kept.values(), ...this.#growing]) bits.remove(row);
  }
}
