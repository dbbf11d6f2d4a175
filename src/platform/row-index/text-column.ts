import { withCapacity } from './grow.ts';
import { sortPositions } from './sort-positions.ts';

/** The first six bytes of a text are also stored as one number below 2^48, which decides most comparisons. */
const headBytes = 6;
const none = -1;
/** So few texts are sorted by comparing them. */
const fewTexts = 200;

/**
 * One text per row, as UTF-8 in one buffer: the garbage collector would visit half a million strings again and again. Texts
 * are compared byte by byte, which is the order of code points and of PostgreSQL's "C" collation.
 */
export class TextColumn {
  private bytes = Buffer.alloc(1024);
  private used = 0;
  /** bytes that no row uses any more */
  private wasted = 0;
  private starts = new Int32Array(0);
  private sizes = new Int32Array(0);
  private heads = new Float64Array(0);

  /** Takes over what another thread has sent. */
  adopt(sent: TextColumn): void {
    const { bytes } = sent;
    Object.assign(this, sent, { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) });
  }

  get(row: number): string | null {
    const start = this.starts[row] ?? none;
    if (start === none) return null;
    return this.bytes.toString('utf8', start, start + (this.sizes[row] as number)); // as long as starts
  }

  has(row: number): boolean {
    return (this.starts[row] ?? none) !== none;
  }

  /** The bytes of a row's text, valid until the next change. */
  bytesOf(row: number): Buffer {
    const start = this.starts[row] as number; // the row has a text
    return this.bytes.subarray(start, start + (this.sizes[row] as number)); // likewise
  }

  /** Whether the text of a row contains these bytes, of which there is at least one. */
  contains(row: number, part: Buffer): boolean {
    const { bytes } = this;
    const start = this.starts[row] ?? none;
    if (start === none) return false;
    const first = part[0];
    const last = start + (this.sizes[row] as number) - part.length; // as long as starts
    for (let at = start; at <= last; at++) {
      if (bytes[at] !== first) continue;
      let same = 1;
      while (same < part.length && bytes[at + same] === part[same]) same++;
      if (same === part.length) return true;
    }
    return false;
  }

  set(row: number, text: string | null): void {
    this.starts = withCapacity(this.starts, row + 1, none);
    this.sizes = withCapacity(this.sizes, row + 1);
    this.heads = withCapacity(this.heads, row + 1);
    this.wasted += this.starts[row] === none ? 0 : (this.sizes[row] as number); // just reserved
    this.starts[row] = none;
    if (text === null) return;
    const size = Buffer.byteLength(text);
    this.reserve(size);
    this.bytes.write(text, this.used);
    this.starts[row] = this.used;
    this.sizes[row] = size;
    this.heads[row] = this.headAt(this.used, size);
    this.used += size;
    if (this.wasted > 65_536 && this.wasted * 3 > this.used) this.compact();
  }

  /** Negative if row a comes before row b; rows without a text last. */
  compare(a: number, b: number): number {
    const from = this.starts[a] ?? none;
    const other = this.starts[b] ?? none;
    if (from === none || other === none) return Number(from === none) - Number(other === none);
    const head = (this.heads[a] as number) - (this.heads[b] as number); // as long as starts
    if (head !== 0) return head;
    const [size, otherSize] = [this.sizes[a] as number, this.sizes[b] as number];
    const shared = Math.min(size, otherSize);
    for (let at = headBytes; at < shared; at++) {
      const side = (this.bytes[from + at] as number) - (this.bytes[other + at] as number); // within both texts
      if (side !== 0) return side;
    }
    return size - otherSize;
  }

  /** Returns these rows in ascending order of their texts, rows without a text last and equal ones as given. */
  sorted(rows: Int32Array): Int32Array {
    const texts = rows.filter((row) => this.has(row));
    this.sortFrom(0, texts);
    const all = new Int32Array(rows.length);
    all.set(texts);
    all.set(
      rows.filter((row) => !this.has(row)),
      texts.length,
    );
    return all;
  }

  /** Sorts rows, whose texts agree in their first `skipped` bytes, by the next six bytes, and those that agree in them likewise. */
  private sortFrom(skipped: number, rows: Int32Array): void {
    if (rows.length <= fewTexts) {
      rows.sort((a, b) => this.compare(a, b));
      return;
    }
    const high = new Uint32Array(rows.length);
    const low = new Uint32Array(rows.length);
    for (const [at, row] of rows.entries()) {
      const size = (this.sizes[row] as number) - skipped; // a row with a text
      const head = size <= 0 ? 0 : this.headAt((this.starts[row] as number) + skipped, size); // likewise
      high[at] = head / 2 ** 32;
      low[at] = head % 2 ** 32;
    }
    const positions = sortPositions([high, low], rows.length);
    rows.set(positions.map((at) => rows[at] as number)); // positions of rows
    for (let start = 0; start < rows.length; ) {
      const first = positions[start] as number; // start < length
      let end = start + 1;
      while (end < rows.length && high[positions[end] as number] === high[first]) {
        if (low[positions[end] as number] !== low[first]) break; // end < length
        end++;
      }
      // texts that are not longer are equal
      const isOver = ((low[first] as number) & 0xff) === 0; // a position
      if (end - start > 1 && !isOver) this.sortFrom(skipped + headBytes, rows.subarray(start, end));
      start = end;
    }
  }

  private headAt(start: number, size: number): number {
    let head = 0;
    for (let at = 0; at < headBytes; at++)
      head = head * 256 + (at < size ? (this.bytes[start + at] as number) : 0); // within the text
    return head;
  }

  private reserve(size: number): void {
    if (this.used + size <= this.bytes.length) return;
    const grown = Buffer.alloc(Math.max(this.bytes.length * 2, this.used + size));
    this.bytes.copy(grown, 0, 0, this.used);
    this.bytes = grown;
  }

  private compact(): void {
    const bytes = Buffer.alloc(this.used - this.wasted + 1024);
    let used = 0;
    for (const [row, start] of this.starts.entries()) {
      if (start === none) continue;
      this.starts[row] = used;
      used += this.bytes.copy(bytes, used, start, start + (this.sizes[row] as number)); // as long as starts
    }
    this.bytes = bytes;
    this.used = used;
    this.wasted = 0;
  }
}
