/** A growing little-endian buffer. Ids share one context, as in a body or in one header chunk. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  readonly #ids = new Map<string, number>();
  #idsStarted = false;

  get length(): number {
    return this.#length;
  }

  /** A copy of the bytes written so far. */
  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #room(bytes: number): number {
    const at = this.#length;
    this.#length += bytes;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }

  u8(value: number): void {
    const at = this.#room(1); // first, because it may replace the view
    this.#view.setUint8(at, value);
  }
  u16(value: number): void {
    const at = this.#room(2); // first, because it may replace the view
    this.#view.setUint16(at, value, true);
  }
  u32(value: number): void {
    const at = this.#room(4); // first, because it may replace the view
    this.#view.setUint32(at, value, true);
  }
  f32(value: number): void {
    const at = this.#room(4); // first, because it may replace the view
    this.#view.setFloat32(at, value, true);
  }

  /** A time, score or count; null is -1. */
  u32OrNone(value: number | null): void {
    this.u32(value ?? 0xffff_ffff);
  }

  raw(bytes: Uint8Array): void {
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
  }

  zeros(count: number): void {
    this.#room(count);
  }

  /** Text without a length. */
  rawText(text: string): void {
    this.raw(new TextEncoder().encode(text));
  }

  string(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.u32(bytes.length);
    this.raw(bytes);
  }

  /** An id: '' means no id, a known name is written as a number. */
  id(name: string): void {
    if (!this.#idsStarted) this.u32(3);
    this.#idsStarted = true;
    if (name === '') {
      this.u32(0xffff_ffff);
      return;
    }
    const known = this.#ids.get(name);
    this.u32(0x4000_0000 + (known ?? 0));
    if (known !== undefined) return;
    this.#ids.set(name, this.#ids.size + 1);
    this.string(name);
  }

  ident(uid: string, collection: string, author: string): void {
    this.id(uid);
    this.id(collection);
    this.id(author);
  }

  /** A chunk that the game may skip: id, SKIP mark, length, content. Ids inside share the context. */
  skippable(id: number, write: (w: ByteWriter) => void): void {
    this.u32(id);
    this.rawText('PIKS');
    const lengthAt = this.#room(4);
    write(this);
    this.#view.setUint32(lengthAt, this.#length - lengthAt - 4, true);
  }
}
