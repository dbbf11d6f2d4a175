/** A sort key of a row; null sorts after everything, in both directions. */
export type SortKey = number | string | null;

/** One sort key per row: numbers packed (NaN stands for null), texts as they are. */
export class KeyColumn {
  private numbers: Float64Array | null;
  private readonly texts: (string | null)[] = [];

  constructor(kind: 'number' | 'text') {
    this.numbers = kind === 'number' ? new Float64Array(16).fill(Number.NaN) : null;
  }

  get(row: number): SortKey {
    if (!this.numbers) return this.texts[row] ?? null;
    const value = this.numbers[row];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  set(row: number, key: SortKey): void {
    if (!this.numbers) {
      this.texts[row] = key as string | null; // a text column is given texts
      return;
    }
    if (row >= this.numbers.length) {
      const grown = new Float64Array(Math.max(row + 1, this.numbers.length * 2)).fill(Number.NaN);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[row] = key === null ? Number.NaN : (key as number); // a number column is given numbers
  }

  /** Negative when row a's key comes before row b's, ascending, rows without a key last. */
  compare(a: number, b: number): number {
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
