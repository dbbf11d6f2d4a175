/** Reads big-endian numbers from bytes, one after the other. */
export class ByteReader {
  readonly #view: DataView;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  u8(): number {
    this.at += 1;
    return this.#view.getUint8(this.at - 1);
  }

  u16(): number {
    this.at += 2;
    return this.#view.getUint16(this.at - 2);
  }

  i16(): number {
    this.at += 2;
    return this.#view.getInt16(this.at - 2);
  }

  u32(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4);
  }

  /** A number of 1 to 5 bytes with 7 bits each (UIntBase128 of WOFF2). */
  base128(): number {
    let value = 0;
    for (let bytes = 0; bytes < 5; bytes++) {
      const byte = this.u8();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new Error('A number of the font is too long.');
  }

  /** A small number of 1 to 3 bytes (255UInt16 of WOFF2). */
  short(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 254) return this.u8() + 506;
    return code === 255 ? this.u8() + 253 : code;
  }
}
