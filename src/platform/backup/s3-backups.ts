import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Address } from '#platform/files/s3/address.ts';
import { S3Client } from '#platform/files/s3/client.ts';
import type { BackupStore, Bytes } from './store.ts';

/**
 * Backups in an object store. What is written is first collected in a file of this machine, because its size and hash are sent before
 * it.
 */
export class S3Backups implements BackupStore {
  readonly #client: S3Client;

  constructor(address: S3Address) {
    this.#client = new S3Client(address);
  }

  async put(name: string, content: Bytes): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'paddock-backup-')); // nobody else may read it
    const path = join(folder, 'object');
    try {
      const file = await open(path, 'wx', 0o600);
      const hash = createHash('sha256');
      let sizeBytes = 0;
      try {
        for await (const chunk of content) {
          await file.writeFile(chunk);
          hash.update(chunk);
          sizeBytes += chunk.length;
        }
      } finally {
        await file.close();
      }
      const read = () => createReadStream(path);
      await this.#client.put(name, { sizeBytes, sha256: hash.digest('hex'), read });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  size(name: string): Promise<number | null> {
    return this.#client.size(name);
  }

  async *get(name: string): Bytes {
    const sizeBytes = await this.#client.size(name);
    if (sizeBytes === null) throw new Error(`The object store has no ${name}.`);
    yield* this.#client.get(name, { start: 0, end: sizeBytes - 1 });
  }

  async list(folder: string): Promise<readonly string[]> {
    return (await Array.fromAsync(this.#client.list(`${folder}/`))).map(({ name }) => name);
  }

  remove(name: string): Promise<void> {
    return this.#client.remove(name);
  }
}
