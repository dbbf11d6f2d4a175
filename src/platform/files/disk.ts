import { createHash, randomUUID } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { atMost } from '#platform/lanes/at-most.ts';
import type { BlobStore, StoredBlob, TempBlob } from './blob-store.ts';
import { lazyFile } from './lazy-file.ts';
import { assertSha256, limited, type SizeLimit } from './limits.ts';
import { roomGuard } from './no-room.ts';
import { removeAbandoned, TempFolder } from './temp-folder.ts';

/** Not readable by other users of the machine, who could otherwise bypass the server's rules. */
/** The mode of every stored file. */
export const fileMode = 0o640;
const folderMode = 0o750;

interface DiskTemp extends TempBlob {
  readonly path: string;
}

/**
 * A blob store in a folder: `blobs/ab/cd/<hash>`, files that are being received in `temp/<process>/`. Both are on one file system, so that a
 * rename stores a file, and a crash leaves either the whole file or nothing under its hash.
 */
export class DiskBlobStore implements BlobStore {
  /** what was made permanent since it was opened */
  readonly stored = { files: 0, bytes: 0 };
  readonly #blobs: string;
  /** the temporary folders of all processes */
  readonly #tempFolders: string;
  readonly #temp: TempFolder;
  readonly #guarded: ReturnType<typeof roomGuard>;

  private constructor(folder: string, temp: TempFolder, log: Pick<Logger, 'error' | 'info'> | undefined) {
    this.#blobs = join(folder, 'blobs');
    this.#tempFolders = join(folder, 'temp');
    this.#temp = temp;
    this.#guarded = roomGuard(log);
  }

  /**
   * Opens (and creates) the store, and deletes the temporary files of processes that have ended. A full disk is logged once, and
   * every write then rejects with a Problem 507.
   */
  static async open(folder: string, now: Date, log?: Pick<Logger, 'error' | 'info'>): Promise<DiskBlobStore> {
    const tempFolders = join(folder, 'temp');
    for (const own of [join(folder, 'blobs'), tempFolders]) {
      await mkdir(own, { recursive: true, mode: folderMode });
      await closeToOthers(own);
    }
    // on a read-only disk nothing can be removed, and everything can still be read
    await removeAbandoned(tempFolders, now).catch((err: unknown) =>
      log?.error({ err }, 'temporary files of dead processes were not removed'),
    );
    return new DiskBlobStore(folder, await TempFolder.open(tempFolders), log);
  }

  /** Where this process stores files that are being received. */
  get tempFolder(): string {
    return this.#temp.path;
  }

  /** Removes the temporary files of this process. Nothing may be stored afterwards. */
  close(): Promise<void> {
    return this.#temp.close();
  }

  removeAbandoned(now: Date): Promise<number> {
    return removeAbandoned(this.#tempFolders, now);
  }

  putTemp(source: Readable, limit: SizeLimit): Promise<TempBlob> {
    return this.#writeTemp(async (append) => {
      for await (const chunk of limited(source, limit)) await append(chunk);
    });
  }

  putBytes(bytes: Uint8Array): Promise<TempBlob> {
    return this.#writeTemp((append) => append(bytes));
  }

  /** Writes a temporary file and removes it on any error. */
  #writeTemp(fill: (append: (bytes: Uint8Array) => Promise<void>) => Promise<void>): Promise<DiskTemp> {
    const path = join(this.#temp.path, randomUUID());
    const hash = createHash('sha256');
    let sizeBytes = 0;
    return this.#guarded(async () => {
      const file = await this.#created(path);
      await removedOnFailure(path, () =>
        closedAfter(file, () =>
          fill(async (bytes) => {
            await file.writeFile(bytes);
            hash.update(bytes);
            sizeBytes += bytes.length;
          }),
        ),
      );
      return this.#temporary(path, hash.digest('hex'), sizeBytes);
    });
  }

  async #created(path: string): Promise<FileHandle> {
    const create = () => open(path, 'wx', fileMode);
    return create().catch(async (error: unknown) => {
      missing(error as NodeJS.ErrnoException); // errors of the file system; others are rethrown
      await this.#temp.create();
      return create();
    });
  }

  #temporary(path: string, sha256: string, sizeBytes: number): DiskTemp {
    return { sha256, sizeBytes, path, read: () => readFile(path) };
  }

  makePermanent(blob: TempBlob): Promise<void> {
    const { path, sha256, sizeBytes } = blob as DiskTemp; // only this store creates its TempBlobs
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
    return this.#guarded(() => removedOnFailure(path, keep), { ends: true });
  }

  async discard(blob: TempBlob): Promise<void> {
    const { path } = blob as DiskTemp; // as above
    await rm(path, { force: true });
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

async function closedAfter(file: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await file.close();
  }
}

/** Removing may fail too, for example on a read-only disk: the first error is the one to report. */
async function removedOnFailure(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Folders created by an older version were readable by everyone. A folder owned by another user is left unchanged. */
async function closeToOthers(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if (mode & 0o027) await chmod(folder, mode & folderMode).catch(() => undefined);
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
