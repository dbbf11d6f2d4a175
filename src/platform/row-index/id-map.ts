import { withCapacity } from './grow.ts';

const empty = 0;
const removed = -1;

/** A two-way map between ids and row numbers: a hash table of row numbers with open addressing, four bytes per bucket, about half full. */
export class IdMap {
  private ids = new Int32Array(16);
  /** row + 1 */
  private buckets = new Int32Array(64);
  /** buckets that are not empty, removed entries included */
  private used = 0;
  /** number of ids */
  size = 0;

  /** The row must be in use. */
  idOf(row: number): number {
    return this.ids[row] as number; // rows in use have an id
  }

  rowOf(id: number): number | undefined {
    const mask = this.buckets.length - 1;
    for (let at = hash(id) & mask; ; at = (at + 1) & mask) {
      const bucket = this.buckets[at] as number; // at <= mask
      if (bucket === empty) return undefined;
      if (bucket !== removed && this.ids[bucket - 1] === id) return bucket - 1;
    }
  }

  /** The id must not be in the map yet. */
  add(id: number, row: number): void {
    this.ids = withCapacity(this.ids, row + 1);
    this.ids[row] = id;
    if ((this.used + 1) * 5 > this.buckets.length * 3) this.rehash();
    this.put(id, row);
    this.size += 1;
  }

  remove(id: number): void {
    const mask = this.buckets.length - 1;
    for (let at = hash(id) & mask; this.buckets[at] !== empty; at = (at + 1) & mask) {
      const bucket = this.buckets[at] as number; // at <= mask
      if (bucket === removed || this.ids[bucket - 1] !== id) continue;
      this.buckets[at] = removed;
      this.size -= 1;
      return;
    }
  }

  private put(id: number, row: number): void {
    const mask = this.buckets.length - 1;
    let at = hash(id) & mask;
    while (this.buckets[at] !== empty) at = (at + 1) & mask;
    this.buckets[at] = row + 1;
    this.used += 1;
  }

  private rehash(): void {
    const before = this.buckets;
    let length = 64;
    while (length < this.size * 4) length *= 2;
    this.buckets = new Int32Array(length);
    this.used = 0;
    for (const bucket of before) if (bucket > 0) this.put(this.idOf(bucket - 1), bucket - 1);
  }
}

/** Spreads consecutive ids (Knuth's multiplicative hash). */
const hash = (id: number): number => Math.imul(id, 0x9e3779b1) >>> 7;
