import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { ConfigError } from '#platform/env.ts';
import { exampleAddress, parseS3Address } from '#platform/files/s3/address.ts';
import { S3Backups } from './s3-backups.ts';

export type Bytes = AsyncIterable<Uint8Array>;

/** Where backups are stored: objects by names such as `files/ab/cd`, each there as a whole or not at all. */
export interface BackupStore {
  /** Writes an object, or replaces it. It has its name once all of it is safely stored. */
  put(name: string, content: Bytes): Promise<void>;
  /** Null if there is no such object. */
  size(name: string): Promise<number | null>;
  /** Rejects if there is no such object. */
  get(name: string): Bytes;
  /** The names that begin with `folder/`. */
  list(folder: string): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
}

/** The store at an address: a folder, or an object store that speaks S3. */
export function backupStore(address: string): BackupStore {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address)?.[1];
  if (scheme === undefined) return new FolderStore(resolve(address));
  const place = parseS3Address(address);
  if (place) return new S3Backups(place);
  throw new ConfigError([
    `Backups are written to a folder, or to an object store such as ${exampleAddress}.`,
  ]);
}

/** Backups contain the secrets of the installation: nobody else on the machine may read them. */
const folderMode = 0o700;
const fileMode = 0o600;

class FolderStore implements BackupStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(name: string, content: Bytes): Promise<void> {
    const target = join(this.#root, name);
    const draft = join(this.#root, 'temp', randomUUID());
    await mkdir(dirname(draft), { recursive: true, mode: folderMode });
    await mkdir(dirname(target), { recursive: true, mode: folderMode });
    try {
      const file = await open(draft, 'wx', fileMode);
      try {
        for await (const chunk of content) await file.writeFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    // new entries of folders must survive a power failure too
    for (let folder = dirname(target); ; folder = dirname(folder)) {
      await synced(folder);
      if (folder === this.#root) return;
    }
  }

  async size(name: string): Promise<number | null> {
    const found = await stat(join(this.#root, name)).catch(missing);
    return found?.size ?? null;
  }

  get(name: string): Bytes {
    return createReadStream(join(this.#root, name), { highWaterMark: 256 * 1024 });
  }

  async list(folder: string): Promise<readonly string[]> {
    const entries = await readdir(join(this.#root, folder), { recursive: true, withFileTypes: true }).catch(
      missing,
    );
    return (entries ?? [])
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(this.#root, join(parentPath, name)).replaceAll('\\', '/'));
  }

  async remove(name: string): Promise<void> {
    const path = join(this.#root, name);
    await rm(path, { force: true });
    // folders that are empty now
    for (let folder = dirname(path); folder !== this.#root; folder = dirname(folder))
      if (
        !(await rmdir(folder).then(
          () => true,
          () => false,
        ))
      )
        return;
  }
}

async function synced(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
