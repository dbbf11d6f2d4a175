import { roomFor } from './growing.ts';
import { TextColumn } from './text-column.ts';

/** A sort key of a row; null sorts after everything, in both directions. */
export type SortKey = number | string | null;

/** integer: whole and small enough for four bytes; number: any other, such as a time in microseconds. */
export type KeyKind = 'integer' | 'number' | 'text';

const noInteger = -(2 ** 31);

/** One sort key per row, packed. */
export class KeyColumn {
  private integers: Int32Array | null;
  private numbers: Float64Array | null;
  private readonly texts = new TextColumn();

  constructor(kind: KeyKind) {
    this.integers = kind === 'integer' ? new Int32Array(0) : null;
    this.numbers = kind === 'number' ? new Float64Array(0) : null;
  }

  get(row: number): SortKey {
    if (this.integers) {
      const value = this.integers[row];
      return value === undefined || value === noInteger ? null : value;
    }
    if (!this.numbers) return this.texts.get(row);
    const value = this.numbers[row];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  has(row: number): boolean {
    if (this.integers) return (this.integers[row] ?? noInteger) !== noInteger;
    if (this.numbers) return !Number.isNaN(this.numbers[row] ?? Number.NaN);
    return this.texts.has(row);
  }

  set(row: number, key: SortKey): void {
    if (this.integers) {
      this.integers = roomFor(this.integers, row + 1, noInteger);
      this.integers[row] = key === null ? noInteger : (key as number); // a column of integers is given them
    } else if (this.numbers) {
      this.numbers = roomFor(this.numbers, row + 1, Number.NaN);
      this.numbers[row] = key === null ? Number.NaN : (key as number); // a column of numbers is given numbers
    } else this.texts.set(row, key as string | null); // a text column is given texts
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
    if (!this.numbers) return this.texts.compare(a, b);
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
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return a < b ? -1 : 1;
}

/** By code point, as PostgreSQL's "C" and a text column do; JavaScript's own order is by halves of the large ones. */
function compareTexts(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x === y) continue;
    const isHalf = [x, y].map((unit) => unit >= 0xd800 && unit < 0xe000);
    // whatever a half belongs to lies above all code points of one unit
    return isHalf[0] === isHalf[1] ? x - y : isHalf[0] ? 1 : -1;
  }
  return a.length - b.length;
}
