/**
 * The process that owns the embedded server: one per data folder, whoever asks first starts it. Every user holds a
 * connection to it; a user that crashes lets go of it as surely as one that leaves. When the last one is gone the
 * server is stopped and the keeper ends, so no server outlives those who need it. It stands in a session of its own:
 * Ctrl-C reaches the application alone, which still needs its database to finish.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeeperTask, type KeeperWord, keeperAddress, leaving } from './address.ts';
import { binariesFor } from './binaries.ts';
import { checkVersion, ensureCluster, files } from './cluster.ts';
import { startPostmaster, stopPostmaster } from './postmaster.ts';
import type { Programs } from './programs.ts';
import { serverUser } from './run-as.ts';

const task = JSON.parse(process.argv[2] ?? '{}') as KeeperTask; // written by embedded.ts
const users = new Set<Socket>();
let server: ChildProcess | undefined;
let word: KeeperWord | undefined;
let ending = false;
/** nobody is missed before the first one came */
let hadUsers = false;

const door = createServer((socket) => {
  users.add(socket);
  hadUsers = true;
  socket.on('error', () => {});
  socket.on('close', () => leave(socket));
  socket.on('data', (text) => {
    if (String(text) !== leaving) return;
    leave(socket);
    // the last one to leave is let go when the server is down
    if (!ending) socket.end();
  });
  // Who comes while the server goes down is told nothing, sees the connection close, and starts a new keeper.
  if (word && !ending) tell(socket);
});

function leave(socket: Socket): void {
  users.delete(socket);
  endWhenAlone();
}

const tell = (socket: Socket) => void socket.write(`${JSON.stringify(word)}\n`);

function announce(news: KeeperWord): void {
  word = news;
  for (const socket of users) tell(socket);
}

async function run(): Promise<void> {
  const user = serverUser(join(task.dataDir, files.cluster));
  const programs: Programs = { user, native: binariesFor(user, task.dataDir) };
  await ensureCluster(task.dataDir, programs, task.durable);
  checkVersion(task.dataDir, '18');
  for (let isFirst = true; !ending; isFirst = false) {
    // after a crash, recovery must not fail for want of patience
    const started = await startPostmaster(programs, task.dataDir, task.durable, isFirst ? 15_000 : 600_000);
    server = started.child;
    announce({ port: started.port });
    endWhenAlone();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    if (!ending) console.error('The server ended by itself; starting it again.');
  }
}

function endWhenAlone(): void {
  if (word && hadUsers && users.size === 0) void end(0);
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  if (server) await stopPostmaster(server);
  if (task.throwAway) rmSync(task.dataDir, { recursive: true, force: true });
  process.exit(code);
}

/** Takes the address, or ends in silence when another keeper has it. */
async function takeDoor(): Promise<void> {
  door.listen(keeperAddress(task.dataDir));
  try {
    await once(door, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') process.exit(0); // listen() fails with system errors only
    throw error;
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

await takeDoor();
// somebody started this keeper; should that process be gone already, nobody would ever leave
setTimeout(() => {
  hadUsers = true;
  endWhenAlone();
}, 15_000).unref();
try {
  await run();
} catch (error) {
  const failed = error instanceof Error ? error.message : String(error);
  console.error(failed);
  announce({ failed });
  await sleep(200);
  await end(1);
}
