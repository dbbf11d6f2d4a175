/**
 * The process that owns the embedded server: one per data folder, started by its first user. Every user holds a connection to
 * it, which also ends if the user crashes. After the last one, the server is stopped and the keeper ends, so no server
 * outlives its users; if the keeper itself is killed, its watcher (programs.ts) stops the server. It runs in its own
 * session: Ctrl-C reaches only the application, which still needs its database to finish.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeAddress } from '#platform/machine-lock.ts';
import { type KeeperMessage, type KeeperTask, keeperAddress, leaving } from './address.ts';
import { binariesFor } from './binaries.ts';
import { checkVersion, ensureCluster, ensureRoles, files } from './cluster.ts';
import { endOrphan, startPostmaster, stopPostmaster } from './postmaster.ts';
import type { Programs } from './programs.ts';
import { serverUser } from './run-as.ts';

const task = JSON.parse(process.argv[2] ?? '{}') as KeeperTask; // written by embedded.ts
const users = new Set<Socket>();
let server: ChildProcess | undefined;
let message: KeeperMessage | undefined;
let ending = false;
/** false until the first user has connected */
let hadUsers = false;

const listener = createServer((socket) => {
  users.add(socket);
  hadUsers = true;
  socket.on('error', () => {});
  socket.on('close', () => leave(socket));
  socket.on('data', (text) => {
    if (String(text) !== leaving) return;
    leave(socket);
    // the last user is released when the server has stopped
    if (!ending) socket.end();
  });
  // A client that connects during shutdown gets no message, sees the connection close, and starts a new keeper.
  if (message && !ending) sendMessage(socket);
});

function leave(socket: Socket): void {
  users.delete(socket);
  endWhenAlone();
}

const sendMessage = (socket: Socket) => void socket.write(`${JSON.stringify(message)}\n`);

function announce(next: KeeperMessage): void {
  message = next;
  for (const socket of users) sendMessage(socket);
}

async function run(): Promise<void> {
  const user = serverUser(join(task.dataDir, files.cluster));
  const programs: Programs = { user, native: binariesFor(user, task.dataDir) };
  await ensureCluster(task, programs);
  checkVersion(task.dataDir, '18');
  await endOrphan(join(task.dataDir, files.cluster));
  await ensureRoles(task, programs);
  for (let isFirst = true; !ending; isFirst = false) {
    // recovery after a crash must not fail because of a timeout
    const { port, child } = await startPostmaster({
      ...task,
      programs,
      patienceMs: isFirst ? 15_000 : 600_000,
      // known from the beginning: ending this keeper during the start stops the server too
      onSpawn: (spawned) => {
        server = spawned;
      },
    });
    announce({ port });
    endWhenAlone();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (!ending) console.error('The server ended by itself; starting it again.');
  }
}

function endWhenAlone(): void {
  if (message && hadUsers && users.size === 0) void end(0);
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  if (server) await stopPostmaster(server);
  if (task.throwAway) rmSync(task.dataDir, { recursive: true, force: true });
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

process.on('uncaughtException', (error) => {
  console.error(error);
  void end(1); // the users will start another keeper
});

if (!(await takeAddress(listener, keeperAddress(task.dataDir)))) process.exit(0); // another keeper is running
listener.on('error', (error) => console.error(error.message));
// the process that started this keeper may already be gone: then no user would ever disconnect
setTimeout(() => {
  hadUsers = true;
  endWhenAlone();
}, 15_000).unref();
try {
  await run();
} catch (error) {
  if (!ending) {
    const failed = error instanceof Error ? error.message : String(error);
    console.error(failed);
    announce({ failed });
    await sleep(200);
    await end(1);
  }
}
