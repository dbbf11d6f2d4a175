import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * An address that only one process of this machine can listen on, for a purpose and a folder. Listening is the lock: the
 * kernel releases it when the process dies, for whatever reason (Linux: abstract socket, Windows: named pipe). Elsewhere it
 * is a socket file, which `takeAddress` removes if no process listens on it. With `entry` it is for that entry of the folder,
 * which need not exist yet.
 */
export function addressFor(purpose: string, folder: string, entry = ''): string {
  const path = join(realpathSync(folder), entry);
  const name = `paddock-${purpose}-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

const isFile = (address: string) => !address.startsWith('\0') && !address.startsWith('\\\\.\\pipe\\');

/** Connects to the process listening there; null if there is none. */
export function connectTo(address: string): Promise<Socket | null> {
  return new Promise((done) => {
    const socket = createConnection(address);
    socket.once('connect', () => done(socket));
    socket.on('error', () => done(null));
  });
}

/** Listens on the address; false if another process does. */
export async function takeAddress(server: Server, address: string): Promise<boolean> {
  if (await listens(server, address)) return true;
  if (!isFile(address)) return false;
  const other = await connectTo(address);
  if (other) {
    other.destroy();
    return false;
  }
  rmSync(address, { force: true }); // left by a process that was killed
  return listens(server, address);
}

function listens(server: Server, address: string): Promise<boolean> {
  return new Promise((done, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off('listening', listening);
      if (error.code === 'EADDRINUSE') done(false);
      else reject(error);
    };
    const listening = () => {
      server.off('error', failed);
      done(true);
    };
    server.once('error', failed).once('listening', listening).listen(address);
  });
}

/** Runs `run` while no other process of this machine does so for the same purpose and folder. */
export async function oneAtATime<T>(purpose: string, folder: string, run: () => Promise<T>): Promise<T> {
  const server = createServer((socket) => void socket.on('error', () => {}).destroy());
  const address = addressFor(purpose, folder);
  while (!(await takeAddress(server, address))) await sleep(100);
  try {
    return await run();
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}
