import { Bitset } from './bitset.ts';
import { withCapacity } from './grow.ts';
import { absent, IntMap } from './int-map.ts';

/** From this many rows on, a bitset is smaller and faster than a linked list. */
const denseFrom = 512;

/**
 * An inverted index: the rows of each facet. A facet with few rows, such as most authors, has a linked list of twelve bytes per
 * row; one with many, such as a tag, a bitset.
 */
export class Postings {
  private readonly bits = new Map<number, Bitset>();
  /** the first link of the list of each facet */
  private readonly heads = new IntMap();
  private rows = new Int32Array(16);
  private nexts = new Int32Array(16);
  /** at least the length of the list from this link on: removals do not update it */
  private counts = new Int32Array(16);
  private used = 0;
  /** the first of the unused links */
  private free = absent;

  /** Takes over what another thread has sent. */
  adopt({ bits, heads, ...links }: Postings): void {
    for (const [facet, set] of bits) this.bits.set(facet, Object.assign(new Bitset(0), set));
    Object.assign(this.heads, heads);
    Object.assign(this, links);
  }

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
    this.counts[link] = head === absent ? 1 : (this.counts[head] as number) + 1; // links in use
    this.heads.set(facet, link);
    if ((this.counts[link] as number) >= denseFrom) this.convert(facet);
  }

  remove(facet: number, row: number): void {
    const bits = this.bits.get(facet);
    if (bits) {
      bits.remove(row);
      return;
    }
    let before = absent;
    for (let link = this.heads.get(facet); link !== absent; link = this.next(link)) {
      if (this.rows[link] === row) {
        const next = this.next(link);
        if (before !== absent) this.nexts[before] = next;
        else this.heads.set(facet, next);
        this.release(link);
        return;
      }
      before = link;
    }
  }

  /** Returns the bitset of a facet that has one. Callers must not change it. */
  bitsetOf(facet: number): Bitset | undefined {
    return this.bits.get(facet);
  }

  /** Adds the rows of a facet to a set. */
  addTo(set: Bitset, facet: number): void {
    const bits = this.bits.get(facet);
    if (bits) set.or(bits);
    else
      for (let link = this.heads.get(facet); link !== absent; link = this.next(link))
        set.add(this.rows[link] as number); // links in use
  }

  private convert(facet: number): void {
    const rows: number[] = [];
    for (let link = this.heads.get(facet); link !== absent; ) {
      const next = this.next(link);
      rows.push(this.rows[link] as number); // links in use
      this.release(link);
      link = next;
    }
    this.heads.set(facet, absent);
    const bits = new Bitset(0);
    // highest first, so that the set grows only once
    for (const row of rows.sort((a, b) => b - a)) bits.add(row);
    this.bits.set(facet, bits);
  }

  private next(link: number): number {
    return this.nexts[link] as number; // links in use
  }

  private newLink(): number {
    const link = this.free;
    if (link !== absent) {
      this.free = this.next(link);
      return link;
    }
    this.rows = withCapacity(this.rows, this.used + 1);
    this.nexts = withCapacity(this.nexts, this.used + 1);
    this.counts = withCapacity(this.counts, this.used + 1);
    return this.used++;
  }

  private release(link: number): void {
    this.nexts[link] = this.free;
    this.free = link;
  }
}
