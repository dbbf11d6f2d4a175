import { type ChildProcess, spawn } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { join, parse, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Backoff } from '#platform/backoff.ts';
import { connectTo } from '#platform/machine-lock.ts';
import { type KeeperMessage, type KeeperTask, keeperAddress, leaving } from './address.ts';
import { files, passwordIn } from './cluster.ts';
import { database, owner } from './roles.ts';

export interface EmbeddedServer {
  readonly url: string;
  /** Releases the server. The last user waits until it has stopped. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** folder of the cluster, its password, port and log; created if missing */
  readonly dataDir: string;
  readonly log?: { info(message: string): void };
  /** false: no fsync, for data that may be lost */
  readonly durable?: boolean;
  /** remove the whole folder when the last user has left */
  readonly throwAway?: boolean;
  /** the role may create databases and load rows without checks: for tests and benchmarks */
  readonly forTools?: boolean;
}

/**
 * The PostgreSQL server of this data folder: started if it is not running, otherwise shared. It runs until the last process
 * that uses it has stopped, crashed or been killed (keeper.ts).
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const task: KeeperTask = {
    dataDir: resolve(options.dataDir),
    durable: options.durable ?? true,
    throwAway: options.throwAway ?? false,
    forTools: options.forTools ?? false,
  };
  try {
    mkdirSync(task.dataDir, { recursive: true });
    accessSync(task.dataDir, constants.W_OK);
    return await open(task, options.log);
  } catch (error) {
    if (
      !['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')
    )
      throw error; // any other Error has no code
    throw new Error(
      `${task.dataDir} cannot be written: start as the user who made it, or set DATA_DIR to a folder of your own.`,
      { cause: error },
    );
  }
}

async function open(task: KeeperTask, log: EmbeddedOptions['log']): Promise<EmbeddedServer> {
  log?.info(`Opening the embedded PostgreSQL in ${task.dataDir}`);
  return connected(await attach(task), passwordIn(task.dataDir), task);
}

/** The running server of this data folder, or null. */
export async function findServer(dataDir: string): Promise<EmbeddedServer | null> {
  if (!existsSync(dataDir)) return null;
  const folder = resolve(dataDir);
  const socket = await connect(folder);
  const message = socket && (await firstMessage(socket));
  return socket && message && 'port' in message
    ? connected({ socket, port: message.port }, passwordIn(folder))
    : null;
}

interface Connection {
  readonly socket: Socket;
  readonly port: number;
}

/** How often a keeper that is killed during its start is replaced. */
const maxKilled = 3;

/** Connects to the keeper; starts one if there is none. */
async function attach(task: KeeperTask): Promise<Connection> {
  let keeper: ChildProcess | undefined;
  let killed = 0;
  for (;;) {
    const socket = await connect(task.dataDir);
    if (socket) {
      const message = await firstMessage(socket);
      if (message && 'failed' in message) throw new Error(message.failed);
      if (message) return { socket, port: message.port };
      // closed without a message: that keeper was shutting down
    } else if (keeper === undefined || keeper.exitCode === 0) {
      keeper = startKeeper(task);
    } else if (keeper.signalCode !== null && killed < maxKilled) {
      killed += 1;
      keeper = startKeeper(task);
    } else if (keeper.exitCode !== null || keeper.signalCode !== null) {
      throw new Error(`The embedded PostgreSQL could not be started; see ${join(task.dataDir, files.log)}.`);
    }
    await sleep(20);
  }
}

/** Connects to the keeper of this folder; null if there is none. */
const connect = (dataDir: string): Promise<Socket | null> => connectTo(keeperAddress(dataDir));

/** The first message of the keeper, which may take as long as a recovery; null if it ends without one. */
async function firstMessage(socket: Socket): Promise<KeeperMessage | null> {
  let received = '';
  return new Promise((done) => {
    socket.on('data', (text) => {
      received += String(text);
      const end = received.indexOf('\n');
      if (end >= 0) done(JSON.parse(received.slice(0, end)) as KeeperMessage); // keeper.ts writes nothing else
    });
    socket.once('close', () => done(null));
  });
}

const largestLog = 16 * 2 ** 20;

/** Starts the keeper in its own session; its output and the server's go to one log that only we can read. */
function startKeeper(task: KeeperTask): ChildProcess {
  const path = join(task.dataDir, files.log);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(path, `${path}.1`);
  const log = openSync(path, 'a', 0o600);
  const program = fileURLToPath(new URL('./keeper.ts', import.meta.url));
  const keeper = spawn(process.execPath, [program, JSON.stringify(task)], {
    detached: true,
    cwd: parse(task.dataDir).root,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  closeSync(log);
  keeper.unref();
  return keeper;
}

/**
 * Keeps the connection without keeping the process alive. If the keeper is gone and `task` describes how it was started,
 * another one is started, as often as necessary: its disk may be full for an hour.
 */
function connected(first: Connection, password: string, task?: KeeperTask): EmbeddedServer {
  let { socket } = first;
  let stopped = false;
  const use = (connection: Connection) => {
    socket = connection.socket.unref();
    if (connection.port !== first.port)
      console.error(`The embedded PostgreSQL moved to port ${connection.port}: restart the application.`);
    socket.once('close', () => void reconnect());
    if (stopped) socket.destroy();
  };
  const reconnect = async () => {
    for (const backoff = new Backoff(); !stopped && task; ) {
      try {
        return use(await attach(task));
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        await sleep(backoff.next(), undefined, { ref: false });
      }
    }
  };
  use(first);
  return {
    url: `postgres://${owner}:${password}@127.0.0.1:${first.port}/${database}`,
    async stop() {
      if (stopped) return;
      stopped = true;
      if (socket.destroyed) return;
      const closed = new Promise((done) => socket.ref().once('close', done));
      socket.write(leaving);
      await closed;
    },
  };
}
