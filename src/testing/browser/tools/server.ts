import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allSites } from '#sites/all.ts';
import type { Site } from '#sites/schema.ts';
import { storeLongWords } from './long-words.ts';

const readyWithinMs = 600_000; // on a busy machine, four builds included
const logFile = 'test-results/server.log';

/**
 * One real server for all browser tests: `npm start` with a data folder of its own, so its own database, files, outbox
 * and demo community. Its log goes to test-results/server.log.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'paddock-e2e-'));
  await chmod(dataDir, 0o755); // started by root, the database runs as another user and must get in
  let stop = async () => {};
  const end = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    // a smaller demo has everything that the tests look at
    stop = await startOn(dataDir, { env: { DEMO_TRACKS: '40' } });
    for (const site of (await allSites()).slice(0, 1))
      await storeLongWords(`http://${site.host}:${process.env.E2E_PORT}`);
  } catch (error) {
    await end();
    throw error;
  }
  process.env.E2E_BEGAN = String(Date.now());
  return end;
}

interface Start {
  /** options of Node */
  readonly node?: readonly string[];
  /** options of `npm start` */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** the first of the ports of which it takes a free one */
  readonly firstPort?: number;
}

/** Such a server on a data folder that stays when it is stopped. */
export async function startOn(
  dataDir: string,
  { node = [], options = [], env = {}, firstPort }: Start = {},
): Promise<() => Promise<void>> {
  const { port, stop } = await startProcess(dataDir, logFile, {
    node,
    options,
    env,
    ...(firstPort && { firstPort }),
  });
  process.env.E2E_PORT = String(port); // workers inherit the environment as it is after this function
  process.env.E2E_DATA_DIR = dataDir;
  return stop;
}

/** One more server process of one edition on the data of the browser tests. It runs no jobs. */
export const startAnother = (site: Site): Promise<ServerProcess> =>
  startProcess(process.env.E2E_DATA_DIR ?? '', 'test-results/another-server.log', {
    env: { WORKER: 'off', SITES: site.code },
  });

interface ServerProcess {
  readonly port: number;
  stop(): Promise<void>;
}

async function startProcess(
  dataDir: string,
  logFile: string,
  { node = [], options = [], env = {}, firstPort = 4520 }: Start,
): Promise<ServerProcess> {
  const port = await freePort(firstPort);
  await mkdir('test-results', { recursive: true });
  const log = createWriteStream(logFile);
  await once(log, 'open');
  const child = spawn(process.execPath, [...node, 'src/scripts/start.mjs', ...options], {
    stdio: ['ignore', log, log],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...settings, ...env },
  });
  try {
    await ready(child, logFile);
  } catch (error) {
    await stop(child);
    throw error;
  }
  return { port, stop: () => stop(child) };
}

/** Each test browses from an address of its own, which it passes on as a proxy would: limits per address stay on. */
const settings = {
  TRUST_PROXY: 'on',
  LOG_LEVEL: 'info',
  NODE_ENV: 'production',
  DATABASE_URL: '',
  SITES: '',
  SMTP_URL: '',
  MAIL_FROM: '',
};

async function ready(child: ChildProcess, logFile: string): Promise<void> {
  const until = Date.now() + readyWithinMs;
  while (Date.now() < until) {
    if (child.exitCode !== null) {
      throw new Error(`The server ended with code ${child.exitCode}:\n${await readFile(logFile, 'utf8')}`);
    }
    // an answer is no proof: another server may have taken the port meanwhile
    if (/^ready in /m.test(await readFile(logFile, 'utf8'))) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`The server was not ready within ${readyWithinMs / 1000} s; see ${logFile}.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function freePort(from: number): Promise<number> {
  for (let port = from; port < from + 40; port++) {
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, () => resolve(true));
    });
    server.close();
    if (free) return port;
  }
  throw new Error(`No free port between ${from} and ${from + 39} for the browser tests.`);
}
