import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { atMost } from '#platform/lanes/at-most.ts';
import type { ServerBlobStore, StoredBlob, TempBlob } from './blob-store.ts';
import { lazyFile } from './lazy-file.ts';
import { assertSha256, type SizeLimit } from './limits.ts';
import { closedAfter, closeToOthers, folderMode, missing, removedOnFailure } from './on-disk.ts';
import { type TempFile, TempFiles } from './temp-files.ts';

/**
 * A blob store in a folder: `blobs/ab/cd/<hash>`, files that are being received in `temp/<process>/`. Both are on one file system, so that a
 * rename stores a file, and a crash leaves either the whole file or nothing under its hash.
 */
export class DiskBlobStore implements ServerBlobStore {
  readonly stored = { files: 0, bytes: 0 };
  readonly #blobs: string;
  readonly #temp: TempFiles;

  private constructor(folder: string, temp: TempFiles) {
    this.#blobs = join(folder, 'blobs');
    this.#temp = temp;
  }

  /** Opens (and creates) the store, and deletes the temporary files of processes that have ended. */
  static async open(folder: string, now: Date, log?: Pick<Logger, 'error' | 'info'>): Promise<DiskBlobStore> {
    const blobs = join(folder, 'blobs');
    await mkdir(blobs, { recursive: true, mode: folderMode });
    await closeToOthers(blobs);
    return new DiskBlobStore(folder, await TempFiles.open(join(folder, 'temp'), now, log));
  }

  get tempFolder(): string {
    return this.#temp.path;
  }

  close(): Promise<void> {
    return this.#temp.close();
  }

  async reach(): Promise<void> {
    await access(this.#blobs);
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
    const target = this.#path(sha256);
    const folder = dirname(target);
    const keep = async () => {
      await synced(path, 'r+');
      await mkdir(folder, { recursive: true, mode: folderMode });
      // Replaces an identical file if there is one, so that the hash always exists.
      await rename(path, target);
      // New entries in folders must survive a power failure too.
      for (const part of [folder, dirname(folder), this.#blobs]) await synced(part, 'r');
      this.stored.files += 1;
      this.stored.bytes += sizeBytes;
    };
    return this.#temp.once(file, () =>
      this.#temp.guarded(() => removedOnFailure(path, keep), { ends: true }),
    );
  }

  discard(blob: TempBlob): Promise<void> {
    return this.#temp.discard(blob as TempFile); // as above
  }

  async open(sha256: string): Promise<StoredBlob | null> {
    const path = this.#path(sha256);
    const found = await stat(path).catch(missing);
    if (!found) return null;
    const whole = { start: 0, end: found.size - 1 };
    return { sizeBytes: found.size, stream: (range = whole) => lazyFile(path, range) };
  }

  async read(sha256: string, target: Uint8Array): Promise<void> {
    const file = await open(this.#path(sha256), 'r');
    await closedAfter(file, async () => {
      for (let at = 0; at < target.length; ) {
        const { bytesRead } = await file.read(target, at, target.length - at, at);
        if (bytesRead === 0) throw new Error(`${sha256} ends at ${at} instead of ${target.length}.`);
        at += bytesRead;
      }
    });
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#path(sha256), { force: true });
  }

  async *list(): AsyncIterable<{ sha256: string; storedAt: Date }> {
    for (const first of await readdir(this.#blobs)) {
      for (const second of await readdir(join(this.#blobs, first))) {
        for (const sha256 of await readdir(join(this.#blobs, first, second))) {
          const found = await stat(this.#path(sha256)).catch(missing);
          if (found) yield { sha256, storedAt: found.mtime };
        }
      }
    }
  }

  #path(sha256: string): string {
    assertSha256(sha256);
    return join(this.#blobs, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }
}

/** A slow disk may take long for each: two of the four threads that read files stay free. */
const placeToSync = atMost(2);

async function synced(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  await closedAfter(file, () => placeToSync(() => file.sync()));
}
