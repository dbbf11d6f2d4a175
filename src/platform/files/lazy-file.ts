import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';

const chunkBytes = 64 * 1024;

/**
 * Streams the bytes from `start` to `end`, both inclusive. The file is opened by the first read and closed at the end or when
 * the stream is destroyed, so an unread stream holds no descriptor and cannot fail.
 */
export function lazyFile(path: string, range: { start: number; end: number }): Readable {
  return Readable.from(chunksOf(path, range), { objectMode: false, highWaterMark: chunkBytes });
}

async function* chunksOf(path: string, { start, end }: { start: number; end: number }) {
  if (end < start) return;
  const file = await open(path, 'r');
  try {
    for (let at = start; at <= end; ) {
      const wanted = Math.min(chunkBytes, end - at + 1);
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
      if (bytesRead === 0) throw new Error(`${path} ends at ${at} instead of ${end + 1}.`);
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
