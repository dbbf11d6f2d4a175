/** Where a page begins, given by a row. */
export interface Cursor {
  row: number;
  inclusive: boolean;
  back: boolean;
}

/**
 * Row numbers in an order that the caller decides, in a typed array with room at both ends: adding or removing one shifts the
 * rows on its shorter side, four bytes per row. Positions count from 0.
 */
export class RowList {
  private rows: Int32Array;
  /** array index of the first row */
  private start = 0;
  length: number;

  /** Takes over the array; all of it is in use. */
  constructor(rows: Int32Array = new Int32Array(0)) {
    this.rows = rows;
    this.length = rows.length;
  }

  /** The row at a position below the length. */
  at(position: number): number {
    return this.rows[this.start + position] as number;
  }

  /** The rows between two positions, the second one excluded; valid until the next change. */
  view(from: number, to: number): Int32Array {
    return this.rows.subarray(this.start + from, this.start + to);
  }

  insert(position: number, row: number): void {
    const isInFirstHalf = position < this.length / 2;
    if (isInFirstHalf ? this.start === 0 : this.start + this.length === this.rows.length) this.makeRoom();
    const from = this.start;
    if (isInFirstHalf) {
      this.start -= 1;
      this.rows.copyWithin(this.start, from, from + position);
    } else this.rows.copyWithin(from + position + 1, from + position, from + this.length);
    this.rows[this.start + position] = row;
    this.length += 1;
  }

  remove(position: number): void {
    const from = this.start;
    if (position < this.length / 2) {
      this.rows.copyWithin(from + 1, from, from + position);
      this.start += 1;
    } else this.rows.copyWithin(from + position, from + position + 1, from + this.length);
    this.length -= 1;
  }

  /** Moves a row; `to` is its position afterwards. Only the rows between the two are shifted. */
  move(from: number, to: number): void {
    const row = this.at(from);
    const [source, target] = [this.start + from, this.start + to];
    if (target > source) this.rows.copyWithin(source, source + 1, target + 1);
    else this.rows.copyWithin(target + 1, target, source);
    this.rows[target] = row;
  }

  /** Room for a sixteenth of the rows at each end: copying all of them is rare then. */
  private makeRoom(): void {
    const room = 16 + (this.length >>> 4);
    const wider = new Int32Array(this.length + 2 * room);
    wider.set(this.view(0, this.length), room);
    this.rows = wider;
    this.start = room;
  }
}
