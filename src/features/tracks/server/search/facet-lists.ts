import { roomFor } from './growing.ts';

/** The facets of each row, laid end to end, four bytes each; a row that needs more than before moves to the end. */
export class FacetLists {
  private facets = new Uint32Array(64);
  private starts = new Int32Array(16);
  private counts = new Uint8Array(16);
  private used = 0;
  /** places no row uses any more */
  private lost = 0;
  private rows = 0;

  of(row: number): readonly number[] {
    const start = this.starts[row] ?? 0;
    return Array.from(this.facets.subarray(start, start + (this.counts[row] ?? 0)));
  }

  set(row: number, facets: readonly number[]): void {
    if (facets.length > 255) throw new RangeError(`Row ${row} has ${facets.length} facets.`);
    this.starts = roomFor(this.starts, row + 1);
    this.counts = roomFor(this.counts, row + 1);
    this.rows = Math.max(this.rows, row + 1);
    const before = this.counts[row] as number; // just made room for
    if (facets.length > before) {
      this.lost += before;
      this.starts[row] = this.used;
      this.facets = roomFor(this.facets, this.used + facets.length);
      this.used += facets.length;
    } else this.lost += before - facets.length;
    this.counts[row] = facets.length;
    this.facets.set(facets, this.starts[row]);
    if (this.lost > 4096 && this.lost * 3 > this.used) this.sweep();
  }

  clear(row: number): void {
    this.set(row, []);
  }

  private sweep(): void {
    const kept = new Uint32Array(this.used - this.lost + 64);
    let at = 0;
    for (let row = 0; row < this.rows; row++) {
      const start = this.starts[row] as number; // row < rows
      const count = this.counts[row] as number;
      kept.set(this.facets.subarray(start, start + count), at);
      this.starts[row] = at;
      at += count;
    }
    this.facets = kept;
    this.used = at;
    this.lost = 0;
  }
}
