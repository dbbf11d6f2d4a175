import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { BackupStore, Bytes } from './store.ts';

/** Backups contain the secrets of the installation: nobody else on the machine may read them. */
const folderMode = 0o700;
const fileMode = 0o600;

/** Backups in a folder. */
export class FolderStore implements BackupStore {
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
