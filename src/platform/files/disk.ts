import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobStore, StoredBlob, TempBlob } from './blob-store.ts';
import { assertSha256, tooLarge } from './limits.ts';

const dayMs = 86_400_000;

interface DiskTemp extends TempBlob {
  readonly path: string;
}

/**
 * A blob store in a folder: `blobs/ab/cd/<hash>`, arriving files in `temp/`. Both lie on one file system, so a rename
 * is all it takes to keep a file, and a crash leaves either the whole file or none under its hash.
 */
export class DiskBlobStore implements BlobStore {
  readonly #blobs: string;
  readonly #temp: string;

  private constructor(folder: string) {
    this.#blobs = join(folder, 'blobs');
    this.#temp = join(folder, 'temp');
  }

  /** Opens (and makes) the store, and clears arriving files that a crash left more than a day before `now`. */
  static async open(folder: string, now: Date): Promise<DiskBlobStore> {
    const store = new DiskBlobStore(folder);
    await mkdir(store.#blobs, { recursive: true });
    await mkdir(store.#temp, { recursive: true });
    for (const name of await readdir(store.#temp)) {
      const path = join(store.#temp, name);
      const found = await stat(path).catch(() => null); // another process may have kept or dropped it meanwhile
      if (found && now.getTime() - found.mtimeMs > dayMs) await rm(path, { force: true });
    }
    return store;
  }

  async putTemp(source: Readable, limit: { bytes: number; what: string }): Promise<TempBlob> {
    const path = join(this.#temp, randomUUID());
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const file = await open(path, 'wx');
    try {
      for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length;
        if (sizeBytes > limit.bytes) throw tooLarge(limit);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
    await file.close();
    return this.#temporary(path, hash.digest('hex'), sizeBytes);
  }

  async putBytes(bytes: Uint8Array): Promise<TempBlob> {
    const path = join(this.#temp, randomUUID());
    const file = await open(path, 'wx');
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    return this.#temporary(path, createHash('sha256').update(bytes).digest('hex'), bytes.length);
  }

  #temporary(path: string, sha256: string, sizeBytes: number): DiskTemp {
    return { sha256, sizeBytes, path, read: () => readFile(path) };
  }

  async makePermanent(blob: TempBlob): Promise<void> {
    const { path, sha256 } = blob as DiskTemp; // every TempBlob handed to this store was made by it
    const target = this.#path(sha256);
    const folder = dirname(target);
    await synced(path, 'r+');
    await mkdir(folder, { recursive: true });
    // Over an equal file when there is one: same hash, same bytes, and never a moment without it.
    await rename(path, target);
    // The entry in its folder, and the folder's own entry, when it is new, must survive a power cut too.
    for (const part of [folder, dirname(folder), this.#blobs]) await synced(part, 'r');
  }

  async discard(blob: TempBlob): Promise<void> {
    const { path } = blob as DiskTemp; // as above
    await rm(path, { force: true });
  }

  async open(sha256: string): Promise<StoredBlob | null> {
    const path = this.#path(sha256);
    const found = await stat(path).catch(missing);
    if (!found) return null;
    return { sizeBytes: found.size, stream: (range) => createReadStream(path, range) };
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#path(sha256), { force: true });
  }

  async *list(): AsyncIterable<{ sha256: string; keptAt: Date }> {
    for (const first of await readdir(this.#blobs)) {
      for (const second of await readdir(join(this.#blobs, first))) {
        for (const sha256 of await readdir(join(this.#blobs, first, second))) {
          const found = await stat(this.#path(sha256)).catch(missing);
          if (found) yield { sha256, keptAt: found.mtime };
        }
      }
    }
  }

  #path(sha256: string): string {
    assertSha256(sha256);
    return join(this.#blobs, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }
}

async function synced(path: string, flags: string): Promise<void> {
  const file: FileHandle = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
