import { Bits } from './bits.ts';
import { end, FacetHeads } from './facet-heads.ts';
import { roomFor } from './growing.ts';

/** From this many rows on, a set of bits is smaller and faster than a chain. */
const dense = 512;

/** The rows of each facet: a chain while they are few (most authors), eight bytes a row; bits when many (a tag). */
export class FacetSets {
  private readonly bits = new Map<number, Bits>();
  private readonly heads = new FacetHeads();
  private rows = new Int32Array(16);
  private nexts = new Int32Array(16);
  /** rows from this link on, or a few more */
  private counts = new Int32Array(16);
  private used = 0;
  private free = end;

  add(facet: number, row: number): void {
    const bits = this.bits.get(facet);
    if (bits) {
      bits.add(row);
      return;
    }
    const head = this.heads.get(facet);
    const link = this.newLink();
    this.rows[link] = row;
    this.nexts[link] = head;
    this.counts[link] = head === end ? 1 : (this.counts[head] as number) + 1; // links in use
    this.heads.set(facet, link);
    if ((this.counts[link] as number) >= dense) this.condense(facet);
  }

  remove(facet: number, row: number): void {
    const bits = this.bits.get(facet);
    if (bits) {
      bits.remove(row);
      return;
    }
    let before = end;
    for (let link = this.heads.get(facet); link !== end; link = this.next(link)) {
      if (this.rows[link] === row) {
        const next = this.next(link);
        if (before !== end) this.nexts[before] = next;
        else this.heads.set(facet, next);
        this.release(link);
        return;
      }
      before = link;
    }
  }

  /** The rows as they are kept, when that is as bits: to be read, never to be changed. */
  bitsOf(facet: number): Bits | undefined {
    return this.bits.get(facet);
  }

  /** Adds the rows of a facet to a set. */
  addTo(set: Bits, facet: number): void {
    const bits = this.bits.get(facet);
    if (bits) set.or(bits);
    else
      for (let link = this.heads.get(facet); link !== end; link = this.next(link))
        set.add(this.rows[link] as number); // links in use
  }

  private condense(facet: number): void {
    const rows: number[] = [];
    for (let link = this.heads.get(facet); link !== end; ) {
      const next = this.next(link);
      rows.push(this.rows[link] as number); // links in use
      this.release(link);
      link = next;
    }
    this.heads.set(facet, end);
    const bits = new Bits(0);
    // the highest first, so that the set grows once
    for (const row of rows.sort((a, b) => b - a)) bits.add(row);
    this.bits.set(facet, bits);
  }

  private next(link: number): number {
    return this.nexts[link] as number; // links in use
  }

  private newLink(): number {
    const link = this.free;
    if (link !== end) {
      this.free = this.next(link);
      return link;
    }
    this.rows = roomFor(this.rows, this.used + 1);
    this.nexts = roomFor(this.nexts, this.used + 1);
    this.counts = roomFor(this.counts, this.used + 1);
    return this.used++;
  }

  private release(link: number): void {
    this.nexts[link] = this.free;
    this.free = link;
  }
}
