import { withCapacity } from './grow.ts';
import { sortPositions } from './sort-positions.ts';
import { TextColumn } from './text-column.ts';

/** A sort key of a row. Rows with null come last in both directions. */
export type SortKey = number | string | null;

/** `integer` fits into four bytes; `number` is any other number, such as a time in microseconds. */
export type KeyKind = 'integer' | 'number' | 'text';

/** represents null in a column of integers */
const noInteger = -(2 ** 31);

/** One sort key per row, in a typed array. */
export class KeyColumn {
  private integers: Int32Array | null;
  private numbers: Float64Array | null;
  private readonly texts = new TextColumn();

  constructor(kind: KeyKind) {
    this.integers = kind === 'integer' ? new Int32Array(0) : null;
    this.numbers = kind === 'number' ? new Float64Array(0) : null;
  }

  /** Takes over what another thread has sent. */
  adopt({ integers, numbers, texts }: KeyColumn): void {
    this.integers = integers;
    this.numbers = numbers;
    this.texts.adopt(texts);
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
      this.integers = withCapacity(this.integers, row + 1, noInteger);
      this.integers[row] = key === null ? noInteger : (key as number); // callers pass integers to a column of integers
    } else if (this.numbers) {
      this.numbers = withCapacity(this.numbers, row + 1, Number.NaN);
      this.numbers[row] = key === null ? Number.NaN : (key as number); // callers pass numbers to a column of numbers
    } else this.texts.set(row, key as string | null); // callers pass texts to a column of texts
  }

  /** Returns these rows in ascending order of their keys, rows without a key last and equal ones as given. All must have been set. */
  sorted(rows: Int32Array): Int32Array {
    const words = this.integers
      ? [integerWords(this.integers, rows)]
      : this.numbers
        ? numberWords(Float64Array.from(rows, (row) => this.numbers?.[row] ?? Number.NaN))
        : null;
    if (!words) return this.texts.sorted(rows);
    return sortPositions(words, rows.length).map((at) => rows[at] as number); // positions of rows
  }

  /** Negative if row a comes before row b, ascending, rows without a key last. Both rows must have been set. */
  compare(a: number, b: number): number {
    if (this.integers) {
      const x = this.integers[a] as number; // rows in an order have been set
      const y = this.integers[b] as number;
      if (x === y) return 0;
      // noInteger is the smallest number, but null comes last
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

/** Unsigned integers in the same order; the highest stands for no key. */
function integerWords(integers: Int32Array, rows: Int32Array): Uint32Array {
  const words = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const key = integers[rows[at] as number] as number; // at < length; the row has been set
    words[at] = key === noInteger ? 0xffff_ffff : key - noInteger - 1;
  }
  return words;
}

/** The halves of unsigned integers in the order of these numbers, for `sortPositions`; NaN is the highest. */
export function numberWords(numbers: Float64Array): [high: Uint32Array, low: Uint32Array] {
  const high = new Uint32Array(numbers.length).fill(0xffff_ffff);
  const low = new Uint32Array(numbers.length).fill(0xffff_ffff);
  const halves = new Uint32Array(numbers.map((number) => number + 0).buffer); // -0 equals 0
  const [lower, higher] = isLittleEndian ? [0, 1] : [1, 0];
  for (let at = 0; at < numbers.length; at++) {
    if (Number.isNaN(numbers[at])) continue;
    const sign = halves[2 * at + higher] as number; // two halves for each
    const rest = halves[2 * at + lower] as number; // likewise
    // of negative numbers all bits are inverted, of the others only the sign
    const isNegative = sign >>> 31 === 1;
    high[at] = isNegative ? ~sign : sign | 0x8000_0000;
    low[at] = isNegative ? ~rest : rest;
  }
  return [high, low];
}

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** Compares keys of one kind: ascending, null last. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return a < b ? -1 : 1;
}

/** By code point, like PostgreSQL's "C" collation and a text column; JavaScript compares UTF-16 units. */
function compareTexts(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x === y) continue;
    const isSurrogate = [x, y].map((unit) => unit >= 0xd800 && unit < 0xe000);
    // a surrogate belongs to a code point above all those of one unit
    return isSurrogate[0] === isSurrogate[1] ? x - y : isSurrogate[0] ? 1 : -1;
  }
  return a.length - b.length;
}
