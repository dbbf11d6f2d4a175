import type { Bits } from './bits.ts';

/** Enough for the pages of those who search at one time; each takes a bit a row. */
const mostKept = 64;

/**
 * Rows found for conditions that take a pass over many of them, for the next page of the same search: kept true as rows
 * change, since each entry can tell of a single row whether it belongs.
 */
export class KeptAnswers {
  /** the one asked for last at the end */
  readonly #kept = new Map<string, { bits: Bits; holds: (row: number) => boolean }>();

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

  /** A row came or changed. */
  look(row: number): void {
    for (const { bits, holds } of this.#kept.values()) {
      if (holds(row)) bits.add(row);
      else bits.remove(row);
    }
  }

  /** A row is no more. */
  forget(row: number): void {
    for (const { bits } of this.#kept.values()) bits.remove(row);
  }
}
