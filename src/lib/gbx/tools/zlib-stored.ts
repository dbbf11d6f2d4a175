const maxBytesPerBlock = 0xffff;
const adlerModulus = 65_521;

/** A zlib stream (RFC 1950) of uncompressed blocks: for generated files, whose size does not matter. */
export function zlibStored(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / maxBytesPerBlock));
  const out = new Uint8Array(2 + 5 * blocks + bytes.length + 4);
  const view = new DataView(out.buffer);
  out.set([0x78, 0x01]); // deflate with a window of 32 KiB, fastest
  let at = 2;
  for (let i = 0; i < blocks; i++) {
    const part = bytes.subarray(i * maxBytesPerBlock, (i + 1) * maxBytesPerBlock);
    out[at] = i === blocks - 1 ? 1 : 0; // whether it is the last block; stored
    view.setUint16(at + 1, part.length, true);
    view.setUint16(at + 3, ~part.length & 0xffff, true);
    out.set(part, at + 5);
    at += 5 + part.length;
  }
  view.setUint32(at, adler32(bytes));
  return out;
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % adlerModulus;
    b = (b + a) % adlerModulus;
  }
  return b * 0x1_0000 + a;
}
