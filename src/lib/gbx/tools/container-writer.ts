import { ByteWriter } from './byte-writer.ts';
import { lzo1xCompress } from './lzo1x-compress.ts';

/** A header chunk to write: its chunk number, and whether the game may skip it when reading. */
export type HeaderPart = { readonly chunk: number; readonly bytes: Uint8Array; readonly heavy: boolean };

/** The bytes of one header chunk, which has its own id context. */
export function headerPart(chunk: number, write: (w: ByteWriter) => void, heavy = false): HeaderPart {
  const w = new ByteWriter();
  write(w);
  return { chunk, bytes: w.done(), heavy };
}

/** A whole GBX file with compressed body. `classId` also provides the class number of the chunk ids. */
export function writeContainer(
  classId: number,
  parts: readonly HeaderPart[],
  nodes: number,
  body: Uint8Array,
): Uint8Array {
  const w = new ByteWriter();
  w.rawText('GBX');
  w.u16(6);
  w.rawText('BUCR');
  w.u32(classId);
  const headerBytes = parts.reduce((sum, { bytes }) => sum + 8 + bytes.length, 4);
  if (parts.length === 0) {
    w.u32(0);
  } else {
    w.u32(headerBytes);
    w.u32(parts.length);
    for (const { chunk, bytes, heavy } of parts) {
      w.u32(classId + chunk);
      w.u32(bytes.length + (heavy ? 0x8000_0000 : 0));
    }
    for (const { bytes } of parts) w.raw(bytes);
  }
  w.u32(nodes);
  w.u32(0); // no external files
  const packed = lzo1xCompress(body);
  w.u32(body.length);
  w.u32(packed.length);
  w.raw(packed);
  return w.done();
}
