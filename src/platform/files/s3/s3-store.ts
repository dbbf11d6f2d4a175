import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { ServerBlobStore, ShownAs, StoredBlob, TempBlob } from '../blob-store.ts';
import { assertSha256, type SizeLimit } from '../limits.ts';
import { type TempFile, TempFiles } from '../temp-files.ts';
import type { S3Address } from './address.ts';
import { S3Client } from './client.ts';

interface Opening {
  readonly address: S3Address;
  /** a folder of this machine for files that are being received */
  readonly tempFolder: string;
  readonly now: Date;
  /** the origin at which visitors reach the object store; without it they get files from this process only */
  readonly direct?: string | null;
  readonly log?: Pick<Logger, 'error' | 'info'>;
}

/**
 * A blob store in an object store: each file is an object named by its hash. Files are received in a folder of this machine and sent as
 * a whole, together with their hash, which the object store compares: there is never a part of a file.
 */
export class S3BlobStore implements ServerBlobStore {
  readonly stored = { files: 0, bytes: 0 };
  readonly #client: S3Client;
  readonly #temp: TempFiles;
  readonly #direct: string | null;

  private constructor(client: S3Client, temp: TempFiles, direct: string | null) {
    this.#client = client;
    this.#temp = temp;
    this.#direct = direct;
  }

  /** Opens the store, without a request, and deletes the temporary files of processes that have ended. */
  static async open({ address, tempFolder, now, log, direct = null }: Opening): Promise<S3BlobStore> {
    return new S3BlobStore(new S3Client(address), await TempFiles.open(tempFolder, now, log), direct);
  }

  get tempFolder(): string {
    return this.#temp.path;
  }

  async close(): Promise<void> {
    this.#client.close();
    await this.#temp.close();
  }

  reach(): Promise<void> {
    return this.#client.reach();
  }

  removeAbandoned(now: Date): Promise<number> {
    return this.#temp.removeAbandoned(now);
  }

  putTemp(source: Readable, limit: SizeLimit): Promise<TempBlob> {
    return this.#temp.putTemp(source, limit);
  }

  putBytes(bytes: Uint8Array): Promise<TempBlob> {
    return this.#temp.putBytes(bytes);
  }

  makePermanent(blob: TempBlob): Promise<void> {
    const file = blob as TempFile; // only this store creates its TempBlobs
    const { path, sha256, sizeBytes } = file;
    return this.#temp.once(file, async () => {
      try {
        await this.#client.put(sha256, { sha256, sizeBytes, read: () => createReadStream(path) });
      } finally {
        await this.discard(blob);
      }
      this.stored.files += 1;
      this.stored.bytes += sizeBytes;
    });
  }

  discard(blob: TempBlob): Promise<void> {
    return this.#temp.discard(blob as TempFile); // as above
  }

  async open(sha256: string): Promise<StoredBlob | null> {
    assertSha256(sha256);
    const sizeBytes = await this.#client.size(sha256);
    if (sizeBytes === null) return null;
    const whole = { start: 0, end: sizeBytes - 1 };
    const stream = (range = whole) => Readable.from(this.#client.get(sha256, range), { objectMode: false });
    const origin = this.#direct;
    return {
      sizeBytes,
      stream,
      ...(origin && { direct: (shown: ShownAs) => this.#client.signed(sha256, origin, shown) }),
    };
  }

  async read(sha256: string, target: Uint8Array): Promise<void> {
    assertSha256(sha256);
    let at = 0;
    for await (const chunk of this.#client.get(sha256, { start: 0, end: target.length - 1 })) {
      target.set(chunk, at);
      at += chunk.length;
    }
  }

  async remove(sha256: string): Promise<void> {
    assertSha256(sha256);
    await this.#client.remove(sha256);
  }

  async *list(): AsyncIterable<{ sha256: string; storedAt: Date }> {
    for await (const { name, storedAt } of this.#client.list())
      if (/^[0-9a-f]{64}$/.test(name)) yield { sha256: name, storedAt };
  }
}
