import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredBlob } from './blob-store.ts';

/** Bytes in memory as a file of the store, with their hash. */
export function blobOf(bytes: Uint8Array): { readonly sha256: string; readonly blob: StoredBlob } {
  const stream: StoredBlob['stream'] = (range) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    blob: { sizeBytes: bytes.length, stream },
  };
}
