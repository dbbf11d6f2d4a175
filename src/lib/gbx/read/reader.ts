import { collectionName } from './environment.ts';
import { LIMITS } from './limits.ts';
import { Fault, overLimit, type RefusalCode, tooLarge } from './refusal.ts';

/** The ids read so far; a later id may refer to one of them. Each header chunk has its own, a body has one. */
type IdContext = { started: boolean; readonly names: string[] };

const NO_ID = 0xffff_ffff;
const utf8 = new TextDecoder('utf-8', { fatal: true });
// Games before TMU wrote names in the code page of the player's Windows; western Europe is by far the most likely.
const windows1252 = new TextDecoder('windows-1252');

/** A uid, a collection and an author, which the game stores together for maps, blocks and cars. */
export type Ident = { readonly uid: string; readonly collection: string; readonly author: string };

/**
 * A little-endian cursor over part of a file. Every read first checks the bytes left, so nothing is read past the end and no
 * length from the file is trusted. A bad read throws a Fault with the code of the current part.
 */
export class Reader {
  readonly bytes: Uint8Array;
  readonly end: number;
  readonly place: RefusalCode;
  pos: number;
  readonly #view: DataView;
  readonly #ids: IdContext;

  constructor(bytes: Uint8Array, place: RefusalCode, start = 0, end = bytes.length, ids?: IdContext) {
    this.bytes = bytes;
    this.place = place;
    this.pos = start;
    this.end = end;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#ids = ids ?? { started: false, names: [] };
  }

  get left(): number {
    return this.end - this.pos;
  }

  /** A fault in this part, for a caller that finds invalid data. */
  fault(message?: string): Fault {
    return new Fault(this.place, message);
  }

  /** Skips `length` bytes and returns where they began. */
  skip(length: number): number {
    if (length > this.left) throw this.fault();
    const at = this.pos;
    this.pos = at + length;
    return at;
  }

  u8(): number {
    return this.#view.getUint8(this.skip(1));
  }
  u16(): number {
    return this.#view.getUint16(this.skip(2), true);
  }
  u32(): number {
    return this.#view.getUint32(this.skip(4), true);
  }
  i32(): number {
    return this.#view.getInt32(this.skip(4), true);
  }

  /** The next u32 without consuming it, or null within the last three bytes. */
  peekU32(ahead = 0): number | null {
    return this.left < ahead + 4 ? null : this.#view.getUint32(this.pos + ahead, true);
  }

  /** A time, score or count, where -1 means none. */
  u32OrNull(): number | null {
    const value = this.u32();
    return value === 0xffff_ffff ? null : value;
  }

  /** A view of the next `length` bytes, sharing the file's memory. Always a Uint8Array, even if the file is a Buffer. */
  take(length: number): Uint8Array {
    const at = this.skip(length);
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + at, length);
  }

  /** A reader of the next `length` bytes only, with the same id context. */
  within(length: number): Reader {
    const at = this.skip(length);
    return new Reader(this.bytes, this.place, at, at + length, this.#ids);
  }

  /** A u32 count of items of at least `bytesEach` bytes. */
  count(bytesEach: number, what: string, most: number): number {
    const count = this.u32();
    if (count * bytesEach > this.left) throw this.fault();
    if (count > most) throw overLimit(what, most);
    return count;
  }

  /** A u32 byte length and UTF-8 text without terminator; a leading byte order mark is removed. */
  string(most: number = LIMITS.stringBytes): string {
    const length = this.u32();
    if (length > this.left) throw this.fault();
    if (length > most) throw tooLarge('A text in this file', most);
    return decodeText(this.take(length));
  }

  /** An id ("lookback string"): '' for none, the name of the collection for a number. */
  id(): string {
    if (!this.#ids.started) {
      if (this.u32() !== 3) throw this.fault();
      this.#ids.started = true;
    }
    const x = this.u32();
    if (x === NO_ID) return '';
    const kind = x >>> 30;
    if (kind === 0) return collectionName(x);
    if (kind === 3) throw this.fault();
    const index = x & 0x3fff_ffff;
    if (index === 0) {
      if (this.#ids.names.length >= LIMITS.ids) throw overLimit('names', LIMITS.ids);
      const name = this.string(LIMITS.nameBytes);
      this.#ids.names.push(name);
      return name;
    }
    const name = this.#ids.names[index - 1];
    if (name === undefined) throw this.fault();
    return name;
  }

  ident(): Ident {
    const uid = this.id();
    const collection = this.id();
    return { uid, collection, author: this.id() };
  }
}

/** Text as UTF-8, or as Windows-1252 if the bytes are not UTF-8. */
function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}
