import { Bitset } from './bitset.ts';
import { TextColumn } from './text-column.ts';

/** Pairs of bytes are told apart by so many sets, each of one bit per row. */
const pairSets = 256;
/** Words of 32 rows per step, which takes a tenth of a millisecond at most. */
const stepSize = 64;

/**
 * Finds the rows whose text contains another text. For each byte there is a set of the rows in whose text it occurs, and each pair of
 * adjacent bytes is counted in one of a fixed number of sets. Only texts in all the sets of the searched text's pairs are compared with
 * it, in steps, so that the process can answer other requests in between.
 */
export class SubstringSearch {
  private readonly texts = new TextColumn();
  private readonly ofByte: Bitset[] = Array.from({ length: 256 }, () => new Bitset(0));
  private readonly ofPair: Bitset[] = Array.from({ length: pairSets }, () => new Bitset(0));

  /** Takes over what another thread has sent. */
  adopt({ texts, ofByte, ofPair }: SubstringSearch): void {
    this.texts.adopt(texts);
    for (const [at, set] of ofByte.entries()) Object.assign(this.ofByte[at] as Bitset, set); // there are 256
    for (const [at, set] of ofPair.entries()) Object.assign(this.ofPair[at] as Bitset, set); // as many in each thread
  }

  set(row: number, text: string): void {
    this.remove(row);
    this.texts.set(row, text);
    let last = -1;
    for (const byte of this.texts.bytesOf(row)) {
      (this.ofByte[byte] as Bitset).add(row); // there are 256
      if (last >= 0) this.pairSet(last, byte).add(row);
      last = byte;
    }
  }

  remove(row: number): void {
    if (!this.texts.has(row)) return;
    this.texts.set(row, null);
    for (const set of this.ofByte) set.remove(row);
    for (const set of this.ofPair) set.remove(row);
  }

  /** Returns the rows whose text contains `part`; none if that is empty. */
  containing(part: string): Bitset {
    const found = new Bitset(0);
    for (const _ of this.finding(part, found));
    return found;
  }

  /** Adds these rows to `found` in steps. If a text changes in between, the caller adds or removes its row. */
  *finding(part: string, found: Bitset): Generator<void> {
    const needle = Buffer.from(part);
    const [first] = needle;
    if (first === undefined) return;
    const candidates = new Bitset(0).assign(this.ofByte[first] as Bitset); // there are 256
    if (needle.length === 1) {
      found.or(candidates);
      return;
    }
    for (let at = 1; at < needle.length; at++)
      candidates.and(this.pairSet(needle[at - 1] as number, needle[at] as number)); // at < length
    found.clear(candidates);
    const { words } = candidates;
    for (let at = 0; at < words.length; at++) {
      for (let word = words[at] as number; word !== 0; word &= word - 1) {
        const row = (at << 5) + 31 - Math.clz32(word & -word);
        if (this.texts.contains(row, needle)) found.add(row);
      }
      if (at % stepSize === stepSize - 1) yield;
    }
  }

  /** Whether the text of a row contains `part`, which must not be empty. */
  has(row: number, part: string): boolean {
    return part !== '' && this.texts.contains(row, Buffer.from(part));
  }

  private pairSet(first: number, second: number): Bitset {
    const hash = Math.imul((first << 8) | second, 0x9e3779b1) >>> 24;
    return this.ofPair[hash] as Bitset; // eight bits, 256 sets
  }
}
