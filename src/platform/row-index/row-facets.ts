import { withCapacity } from './grow.ts';

/** The facets of each row, four bytes each, in one array. A row that needs more space than before moves to the end. */
export class RowFacets {
  private facets = new Uint32Array(64);
  private starts = new Int32Array(16);
  private counts = new Uint8Array(16);
  private used = 0;
  /** elements that no row uses any more */
  private wasted = 0;
  private rows = 0;

  /** Returns a copy of the facets of a row. */
  of(row: number): readonly number[] {
    const start = this.starts[row] ?? 0;
    return Array.from(this.facets.subarray(start, start + (this.counts[row] ?? 0)));
  }

  /** Throws a RangeError if a row has more than 255 facets. */
  set(row: number, facets: readonly number[]): void {
    if (facets.length > 255) throw new RangeError(`Row ${row} has ${facets.length} facets.`);
    this.starts = withCapacity(this.starts, row + 1);
    this.counts = withCapacity(this.counts, row + 1);
    this.rows = Math.max(this.rows, row + 1);
    const before = this.counts[row] as number; // just reserved
    if (facets.length > before) {
      this.wasted += before;
      this.starts[row] = this.used;
      this.facets = withCapacity(this.facets, this.used + facets.length);
      this.used += facets.length;
    } else this.wasted += before - facets.length;
    this.counts[row] = facets.length;
    this.facets.set(facets, this.starts[row]);
    if (this.wasted > 4096 && this.wasted * 3 > this.used) this.compact();
  }

  clear(row: number): void {
    this.set(row, []);
  }

  private compact(): void {
    const kept = new Uint32Array(this.used - this.wasted + 64);
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
    this.wasted = 0;
  }
}
