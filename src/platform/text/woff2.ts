import { brotliDecompressSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';

/** Tags that have a number in the directory, in the order of the standard; only those used here have a name. */
const known: Readonly<Record<number, string>> = {
  0: 'cmap',
  1: 'head',
  2: 'hhea',
  3: 'hmtx',
  10: 'glyf',
  11: 'loca',
};
const headerBytes = 48;

/** A table of a font; `isTransformed`: stored in the form that WOFF2 defines for it. */
export interface FontTable {
  readonly bytes: Uint8Array;
  readonly isTransformed: boolean;
}

/** The tables of a font in the format WOFF2 (W3C), as far as they are needed to draw text. */
export function woff2Tables(file: Uint8Array): ReadonlyMap<string, FontTable> {
  const reader = new ByteReader(file);
  if (reader.u32() !== 0x774f4632) throw new Error('The font is not in the format WOFF2.');
  reader.at = 12;
  const count = reader.u16();
  reader.at = 20;
  const compressedBytes = reader.u32();
  reader.at = headerBytes;
  const directory = Array.from({ length: count }, () => {
    const flags = reader.u8();
    const number = flags & 0x3f;
    if (number === 0x3f) reader.u32(); // its tag is written out
    const tag = known[number] ?? `other ${number}`;
    const version = flags >> 6;
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    const original = reader.base128();
    return { tag, isTransformed, length: isTransformed ? reader.base128() : original };
  });
  const data = brotliDecompressSync(file.subarray(reader.at, reader.at + compressedBytes));
  let at = 0;
  return new Map(
    directory.map(({ tag, isTransformed, length }) => {
      at += length;
      return [tag, { bytes: data.subarray(at - length, at), isTransformed }];
    }),
  );
}
