import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { TempBlob } from './blob-store.ts';
import { limited, type SizeLimit } from './limits.ts';
import { roomGuard } from './no-room.ts';
import { closedAfter, closeToOthers, folderMode, missing, removedOnFailure } from './on-disk.ts';
import { removeAbandoned, TempFolder } from './temp-folder.ts';

/** The mode of every stored file: not readable by other users of the machine, who could otherwise bypass the server's rules. */
export const fileMode = 0o640;

/** A file of this process that is not part of a store yet. */
export interface TempFile extends TempBlob {
  readonly path: string;
}

/** Files that are being received, in `<folder>/<process>/`. A full disk is logged once, and every write then rejects with a Problem 507. */
export class TempFiles {
  /** wraps a write of the store (see roomGuard) */
  readonly guarded: ReturnType<typeof roomGuard>;
  /** the temporary folders of all processes */
  readonly #parent: string;
  readonly #folder: TempFolder;
  readonly #stored = new WeakSet<TempFile>();

  private constructor(parent: string, folder: TempFolder, guarded: TempFiles['guarded']) {
    this.#parent = parent;
    this.#folder = folder;
    this.guarded = guarded;
  }

  /** Opens (and creates) the folder, and deletes the files of processes that have ended. */
  static async open(
    parent: string,
    now: Date,
    log: Pick<Logger, 'error' | 'info'> | undefined,
  ): Promise<TempFiles> {
    await mkdir(parent, { recursive: true, mode: folderMode });
    await closeToOthers(parent);
    // on a read-only disk nothing can be removed, and everything can still be read
    await removeAbandoned(parent, now).catch((err: unknown) =>
      log?.error({ err }, 'temporary files of dead processes were not removed'),
    );
    return new TempFiles(parent, await TempFolder.open(parent), roomGuard(log));
  }

  /** Where this process stores files that are being received. */
  get path(): string {
    return this.#folder.path;
  }

  /** Removes the files of this process. Nothing may be stored afterwards. */
  close(): Promise<void> {
    return this.#folder.close();
  }

  /** As BlobStore's. */
  removeAbandoned(now: Date): Promise<number> {
    return removeAbandoned(this.#parent, now);
  }

  /** As BlobStore's. */
  putTemp(source: Readable, limit: SizeLimit): Promise<TempFile> {
    return this.#write(async (append) => {
      for await (const chunk of limited(source, limit)) await append(chunk);
    });
  }

  /** As BlobStore's. */
  putBytes(bytes: Uint8Array): Promise<TempFile> {
    return this.#write((append) => append(bytes));
  }

  /** Moves a file into the store, once: a transaction that runs again asks for it again, and the file is no longer here. */
  async once(file: TempFile, move: () => Promise<void>): Promise<void> {
    if (this.#stored.has(file)) return;
    await move();
    this.#stored.add(file);
  }

  /** As BlobStore's. */
  async discard({ path }: TempFile): Promise<void> {
    await rm(path, { force: true });
  }

  /** Writes a temporary file and removes it on any error. */
  #write(fill: (append: (bytes: Uint8Array) => Promise<void>) => Promise<void>): Promise<TempFile> {
    const path = join(this.path, randomUUID());
    const hash = createHash('sha256');
    let sizeBytes = 0;
    return this.guarded(async () => {
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
      return { path, sha256: hash.digest('hex'), sizeBytes, read: () => readFile(path) };
    });
  }

  async #created(path: string): Promise<FileHandle> {
    const create = () => open(path, 'wx', fileMode);
    return create().catch(async (error: unknown) => {
      missing(error as NodeJS.ErrnoException); // errors of the file system; others are rethrown
      await this.#folder.create();
      return create();
    });
  }
}
