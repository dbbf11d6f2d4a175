import { Bits } from './bits.ts';
import { roomFor } from './growing.ts';

const none = -1;
const separator = 10; // a line feed: folded names hold none
/** one name in so many is a hit: then each is looked at by itself */
const denseFrom = 8;
/** names, or hits, of one step: a few tenths of a millisecond */
const namesAtOnce = 4096;

/** Where the next step begins, and how many names this one found. */
interface Step {
  readonly place: number;
  readonly hits: number;
}

/**
 * Names containing a text, by one pass over all names laid end to end: 12 MB of names take about 3 ms by the engine's own
 * byte search, 20 ms where most names are hits; in steps, so that others are answered in between. A changed name is laid at the end anew; the old place is forgotten and later swept.
 */
export class NameSearch {
  private bytes = Buffer.alloc(1024, separator);
  private used = 0;
  /** start of each name laid down, ascending, and the row it belongs to (-1: forgotten) */
  private starts = new Int32Array(16);
  private owners = new Int32Array(16);
  private laid = 0;
  /** place of each row's name, -1: none */
  private placeOfRow = new Int32Array(0);
  private forgotten = 0;
  /** how often names were laid end to end again, and so moved */
  private sweeps = 0;

  set(row: number, folded: string): void {
    this.forget(row);
    const size = Buffer.byteLength(folded);
    this.reserve(size + 1);
    this.placeOfRow = roomFor(this.placeOfRow, row + 1, none);
    this.starts = roomFor(this.starts, this.laid + 1);
    this.owners = roomFor(this.owners, this.laid + 1);
    this.placeOfRow[row] = this.laid;
    this.starts[this.laid] = this.used;
    this.owners[this.laid] = row;
    this.laid += 1;
    this.bytes.write(folded, this.used);
    this.used += size;
    this.bytes[this.used++] = separator;
    if (this.forgotten > 1024 && this.forgotten * 4 > this.laid) this.sweep();
  }

  forget(row: number): void {
    const place = this.placeOfRow[row];
    if (place === undefined || place === none) return;
    this.placeOfRow[row] = none;
    this.owners[place] = none;
    this.forgotten += 1;
  }

  /** Rows whose name contains `folded`, which must be folded by the same rule as the names. */
  containing(folded: string): Bits {
    const found = new Bits(this.placeOfRow.length);
    for (const _ of this.finding(folded, found));
    return found;
  }

  /**
   * Adds these rows to `found` in steps of some hundred names. Names may change in between: rows that do are then added or
   * removed by whoever changes them.
   */
  *finding(folded: string, found: Bits): Generator<void> {
    const needle = Buffer.from(folded);
    if (needle.length === 0 || needle.includes(separator)) return;
    let sweeps = this.sweeps;
    // what is laid down later changed meanwhile
    let last = this.laid;
    let isDense = false;
    for (let place = 0; place < last; ) {
      const from = place;
      const step: Step = isDense
        ? this.stepByBytes(needle, from, found)
        : this.stepBySearch(needle, from, found);
      place = step.place;
      isDense = step.hits * denseFrom > place - from;
      yield;
      if (sweeps === this.sweeps) continue;
      // laid anew from the first on
      place = 0;
      last = this.laid;
      sweeps = this.sweeps;
    }
  }

  /** From one place on to where the next step begins; for needles in so many names that each search would end at once. */
  private stepByBytes(needle: Buffer, from: number, found: Bits): Step {
    const { bytes, starts, owners } = this;
    const [first, second] = needle;
    let hits = 0;
    const end = Math.min(this.laid, from + namesAtOnce);
    for (let place = from; place < end; place++) {
      const owner = owners[place] as number; // place < laid
      if (owner === none) continue;
      const stop = this.endOf(place) - needle.length;
      for (let at = starts[place] as number; at <= stop; at++) {
        if (bytes[at] !== first || (second !== undefined && bytes[at + 1] !== second)) continue;
        if (needle.length > 2 && bytes.compare(needle, 0, needle.length, at, at + needle.length) !== 0)
          continue;
        found.add(owner);
        hits += 1;
        break;
      }
    }
    return { place: end, hits };
  }

  /** The same by the engine's own search, which skips what it can. */
  private stepBySearch(needle: Buffer, from: number, found: Bits): Step {
    const end = Math.min(this.laid, from + 16 * namesAtOnce);
    const stop = end < this.laid ? (this.starts[end] as number) : this.used; // end < laid
    const haystack = this.bytes.subarray(0, stop);
    let place = from;
    let hits = 0;
    for (let at = haystack.indexOf(needle, this.starts[from]); at !== -1; at = haystack.indexOf(needle, at)) {
      place = this.lastStartUpTo(at, place);
      if (hits >= namesAtOnce) return { place, hits };
      const owner = this.owners[place] as number; // place < starts.length
      if (owner >= 0) found.add(owner);
      hits += 1;
      // on to the next name: one hit a name is enough
      at = this.endOf(place) + 1;
      if (at >= stop) break;
    }
    return { place: end, hits };
  }

  /** Whether the name of a row contains a text. */
  has(row: number, folded: string): boolean {
    const place = this.placeOfRow[row] ?? none;
    if (place === none || folded === '') return false;
    return this.bytes.toString('utf8', this.starts[place], this.endOf(place)).includes(folded);
  }

  /** The name an offset lies in; hits ascend, so it is near the one before, or found by doubling steps. */
  private lastStartUpTo(offset: number, from: number): number {
    const starts = this.starts;
    let low = from;
    let step = 1;
    while (low + step < this.laid && (starts[low + step] as number) <= offset) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.laid) - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((starts[middle] as number) <= offset)
        low = middle; // middle < laid
      else high = middle - 1;
    }
    return low;
  }

  private reserve(size: number): void {
    if (this.used + size <= this.bytes.length) return;
    const grown = Buffer.alloc(Math.max(this.bytes.length * 2, this.used + size), separator);
    this.bytes.copy(grown, 0, 0, this.used);
    this.bytes = grown;
  }

  /** Lays the names that are left end to end again. */
  private sweep(): void {
    const bytes = Buffer.alloc(this.bytes.length, separator);
    let used = 0;
    let laid = 0;
    for (let place = 0; place < this.laid; place++) {
      const row = this.owners[place] as number; // place < laid
      if (row === none) continue;
      const length = this.bytes.copy(bytes, used, this.starts[place], this.endOf(place) + 1);
      this.placeOfRow[row] = laid;
      this.owners[laid] = row;
      this.starts[laid++] = used;
      used += length;
    }
    this.bytes = bytes;
    this.used = used;
    this.laid = laid;
    this.forgotten = 0;
    this.sweeps += 1;
  }

  /** Where the separator behind a name stands. */
  private endOf(place: number): number {
    return (place + 1 < this.laid ? (this.starts[place + 1] as number) : this.used) - 1; // places laid
  }
}
