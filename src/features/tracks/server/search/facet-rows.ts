import { Bits } from './bits.ts';

/** From this many rows on, a set of bits is smaller and faster than a list. */
const dense = 512;

/** The rows that have one facet: a list while they are few (most authors), bits when they are many (a tag). */
export class FacetRows {
  private list: number[] = [];
  private bits: Bits | null = null;

  add(row: number): void {
    if (this.bits) {
      this.bits.add(row);
      return;
    }
    this.list.push(row);
    if (this.list.length < dense) return;
    this.bits = new Bits(0);
    // the highest first, so that the set grows once
    for (const one of this.list.toSorted((a, b) => b - a)) this.bits.add(one);
    this.list = [];
  }

  remove(row: number): void {
    if (this.bits) {
      this.bits.remove(row);
      return;
    }
    const at = this.list.indexOf(row);
    if (at === -1) return;
    const last = this.list.pop();
    if (last !== undefined && last !== row) this.list[at] = last;
  }

  /** The rows as they are kept, when that is as bits: to be read, never to be changed. */
  get dense(): Bits | null {
    return this.bits;
  }

  /** Adds the rows to a set. */
  addTo(set: Bits): void {
    if (this.bits) set.or(this.bits);
    else for (const row of this.list) set.add(row);
  }
}
