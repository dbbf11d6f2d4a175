import type { Inflate } from '#lib/gbx/run/line.ts';

/** Unpacks a zlib stream with the browser's own decoder, which works outside the thread of the page. */
export const inflate: Inflate = async (packed, unpackedBytes) => {
  const source = new Blob([new Uint8Array(packed)]).stream();
  const reader = source.pipeThrough(new DecompressionStream('deflate')).getReader();
  const unpacked = new Uint8Array(unpackedBytes);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return unpacked.subarray(0, length);
    if (length + value.length > unpackedBytes) {
      await reader.cancel();
      throw new RangeError('more than stated');
    }
    unpacked.set(value, length);
    length += value.length;
  }
};
