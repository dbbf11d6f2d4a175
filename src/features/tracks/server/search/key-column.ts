import { roomFor } from './growing.ts';

/** A sort key of a row; null sorts after everything, in both directions. */
export type SortKey = number | string | null;

/** integer: whole and small enough for four bytes; number: any other, such as a time in microseconds. */
export type KeyKind = 'integer' | 'number' | 'text';

const noInteger = -(2 ** 31);

/** One sort key per row: numbers packed, texts as they are. */
export class KeyColumn {
  private integers: Int32Array | null;
  private numbers: Float64Array | null;
  private readonly texts: (string | null)[] = [];

  constructor(kind: KeyKind) {
    this.integers = kind === 'integer' ? new Int32Array(0) : null;
    this.numbers = kind === 'number' ? new Float64Array(0) : null;
  }

  get(row: number): SortKey {
    if (this.integers) {
      const value = this.integers[row];
      return value === undefined || value === noInteger ? null : value;
    }
    if (!this.numbers) return this.texts[row] ?? null;
    const value = this.numbers[row];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  set(row: number, key: SortKey): void {
    if (this.integers) {
      this.integers = roomFor(this.integers, row + 1, noInteger);
      this.integers[row] = key === null ? noInteger : (key as number); // a column of integers is given them
    } else if (this.numbers) {
      this.numbers = roomFor(this.numbers, row + 1, Number.NaN);
      this.numbers[row] = key === null ? Number.NaN : (key as number); // a column of numbers is given numbers
    } else this.texts[row] = key as string | null; // a text column is given texts
  }

  /** Negative when row a's key comes before row b's, ascending, rows without a key last. */
  compare(a: number, b: number): number {
    if (this.integers) {
      const x = this.integers[a] as number; // rows in an order have been set
      const y = this.integers[b] as number;
      if (x === y) return 0;
      // the smallest number stands for no key, which comes last
      return x !== noInteger && (y === noInteger || x < y) ? -1 : 1;
    }
    if (!this.numbers) return compareKeys(this.get(a), this.get(b));
    const x = this.numbers[a] as number; // rows in an order have been set
    const y = this.numbers[b] as number;
    if (x < y) return -1;
    if (x > y) return 1;
    if (x === y) return 0;
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  }
}

/** Ascending, null last. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
