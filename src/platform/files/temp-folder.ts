import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '#lib/codes/durations.ts';
import { addressFor, takeAddress } from '#platform/machine-lock.ts';
import { noRoomProblem } from './no-room.ts';

/** Not readable by other users of the machine. */
const folderMode = 0o750;

/**
 * The folder of one process for files that it receives, inside a folder that processes share. The process holds a lock named after it, which
 * the kernel releases when the process dies, so that another process can tell abandoned files from those being received.
 */
export class TempFolder {
  readonly path: string;
  readonly #lock: Server;

  private constructor(path: string, lock: Server) {
    this.path = path;
    this.#lock = lock;
  }

  /**
   * Makes a folder in `parent`, which must exist. It is locked before it exists, so nobody mistakes it for an abandoned one. On a full
   * disk it is created by the first write that succeeds.
   */
  static async open(parent: string): Promise<TempFolder> {
    const name = `${machine()}-${randomBytes(8).toString('hex')}`;
    const lock = makeLock();
    if (!(await takeAddress(lock, addressFor('temp', parent, name))))
      throw new Error(`The lock of the new folder ${name} is taken.`);
    lock.unref();
    const folder = new TempFolder(join(parent, name), lock);
    await folder.create().catch((error: unknown) => {
      if (!noRoomProblem(error)) throw error;
    });
    return folder;
  }

  /** Creates the folder, also if it was deleted since. Rejects if `parent` is missing, as on a disk that is not mounted. */
  async create(): Promise<void> {
    await createFolder(this.path);
  }

  /** Removes the folder and releases its lock. */
  async close(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
    await new Promise((closed) => this.#lock.close(closed));
  }
}

/** Creates a folder, unless it exists, in one that must exist. */
export async function createFolder(path: string): Promise<void> {
  await mkdir(path, { mode: folderMode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Removes what dead processes left in a shared folder, and returns the number of files. A lock shows only processes of this machine and
 * network namespace: what others left is removed after a day, like files outside any folder, which older versions wrote.
 */
export async function removeAbandoned(parent: string, now: Date): Promise<number> {
  const own = `${machine()}-`;
  const isOld = async (path: string) => {
    const found = await stat(path).catch(() => null); // another process may have removed it
    return found !== null && now.getTime() - found.mtimeMs > dayMs;
  };
  let removed = 0;
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    if (entry.isDirectory() && entry.name.startsWith(own)) {
      removed += await removeIfDead(parent, entry.name);
      continue;
    }
    const files = entry.isDirectory() ? await filesIn(path) : [];
    const ages = await Promise.all([path, ...files].map(isOld));
    if (!ages.every((old) => old)) continue;
    await rm(path, { recursive: true, force: true });
    removed += entry.isDirectory() ? files.length : 1;
  }
  return removed;
}

async function removeIfDead(parent: string, name: string): Promise<number> {
  const lock = makeLock();
  if (!(await takeAddress(lock, addressFor('temp', parent, name)))) return 0; // its process lives
  try {
    const path = join(parent, name);
    const files = await filesIn(path);
    await rm(path, { recursive: true, force: true });
    return files.length;
  } finally {
    await new Promise((closed) => lock.close(closed));
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []); // another process may have removed it
  return names.map((name) => join(folder, name));
}

const makeLock = (): Server => createServer((socket) => void socket.on('error', () => {}).destroy());

/** Names where a lock is visible: the machine and, on Linux, its network namespace. */
function machine(): string {
  const namespace = process.platform === 'linux' ? readlinkSync('/proc/self/ns/net') : '';
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 8);
}
