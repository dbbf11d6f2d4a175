import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BlobStore, StoredBlob, TempBlob } from './blob-store.ts';
import { assertSha256, limited, type SizeLimit } from './limits.ts';

interface MemoryTemp extends TempBlob {
  readonly bytes: Buffer;
}

/** A blob store for tests, with the same guarantees but without a disk. */
export class MemoryBlobStore implements BlobStore {
  readonly #blobs = new Map<string, { bytes: Buffer; storedAt: Date }>();
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  async putTemp(source: Readable, limit: SizeLimit): Promise<TempBlob> {
    const chunks: Buffer[] = [];
    for await (const chunk of limited(source, limit)) chunks.push(chunk);
    return temporary(Buffer.concat(chunks));
  }

  async putBytes(bytes: Uint8Array): Promise<TempBlob> {
    return temporary(Buffer.from(bytes));
  }

  async makePermanent(blob: TempBlob): Promise<void> {
    const { bytes, sha256 } = blob as MemoryTemp; // only this store creates its TempBlobs
    this.#blobs.set(sha256, { bytes, storedAt: this.#now() });
  }

  async discard(): Promise<void> {}

  async open(sha256: string): Promise<StoredBlob | null> {
    assertSha256(sha256);
    const found = this.#blobs.get(sha256);
    if (!found) return null;
    const { bytes } = found;
    return {
      sizeBytes: bytes.length,
      stream: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    };
  }

  async read(sha256: string, target: Uint8Array): Promise<void> {
    const { bytes } = this.#blobs.get(sha256) ?? { bytes: Buffer.alloc(0) };
    if (bytes.length < target.length) throw new Error(`${sha256} is missing or too short.`);
    target.set(bytes.subarray(0, target.length));
  }

  async remove(sha256: string): Promise<void> {
    assertSha256(sha256);
    this.#blobs.delete(sha256);
  }

  async *list(): AsyncIterable<{ sha256: string; storedAt: Date }> {
    for (const [sha256, { storedAt }] of [...this.#blobs]) yield { sha256, storedAt };
  }

  async removeAbandoned(): Promise<number> {
    return 0; // they ended with their process
  }
}

function temporary(bytes: Buffer): MemoryTemp {
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    path: null,
    read: async () => bytes,
  };
}
