import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { files } from './cluster.ts';
import { type Programs, runOn } from './programs.ts';
import { serverSettings } from './settings.ts';

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
};

/** How long to wait for the previous port, which running applications know. */
const portPatienceMs = 5000;

/** The previous port, or another one if it stays in use; below the range that systems use for outgoing connections. */
async function choosePort(dataDir: string): Promise<number> {
  const path = join(dataDir, files.port);
  const remembered = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  for (let waited = 0; remembered > 0 && waited <= portPatienceMs; waited += 100) {
    if (await isFree(remembered)) return remembered;
    await sleep(100);
  }
  for (let tries = 0; tries < 100; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (!(await isFree(port))) continue;
    writeFileSync(path, String(port));
    return port;
  }
  throw new Error('No free port was found between 20000 and 29999.');
}

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
}

interface Start {
  readonly programs: Programs;
  readonly dataDir: string;
  readonly durable: boolean;
  readonly patienceMs: number;
  onSpawn(child: ChildProcess): void;
}

/**
 * Starts the server and waits until it accepts connections. Retries for a while, because a killed predecessor may hold its
 * shared memory for some seconds.
 */
export async function startPostmaster(start: Start): Promise<Started> {
  const deadline = Date.now() + start.patienceMs;
  for (;;) {
    const started = await tryToStart(start);
    if (started) return started;
    if (Date.now() > deadline)
      throw new Error(
        `The embedded PostgreSQL does not start; the reason is at the end of ${join(start.dataDir, files.log)}.`,
      );
    await sleep(250);
  }
}

async function tryToStart({ programs, dataDir, durable, onSpawn }: Start): Promise<Started | null> {
  const cluster = join(dataDir, files.cluster);
  await endOrphan(cluster);
  const port = await choosePort(dataDir);
  const settings = Object.entries(serverSettings(port, durable)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = runOn(programs, cluster, 'postgres', (path) => ['-D', path, ...settings], { watched: true });
  onSpawn(child);
  const ended = new Promise<'ended'>((resolve) => {
    child.once('exit', () => resolve('ended'));
    child.once('error', (error) => {
      console.error(error.message);
      resolve('ended');
    });
  });
  // recovery after a crash may take any time
  while (!(await isReady(cluster, child.pid))) {
    if ((await Promise.race([ended, sleep(10)])) === 'ended') return null;
  }
  return { child, port };
}

/** The server writes its state to line 8 of postmaster.pid. */
async function isReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const lines = pidFile(cluster);
  return lines !== null && Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

function pidFile(cluster: string): string[] | null {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
}

/**
 * Stops a server that another keeper started and left running. A pid file whose number now belongs to another program would
 * prevent the server from starting, and is removed.
 */
export async function endOrphan(cluster: string): Promise<void> {
  const pid = Number(pidFile(cluster)?.[0] ?? 0);
  if (!(pid > 0) || !isAlive(pid)) return;
  if (!isPostmaster(pid, cluster)) return rmSync(join(cluster, 'postmaster.pid'), { force: true });
  console.error(`Stopping a server left behind (process ${pid}).`);
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 20) await sleep(20);
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
  for (let waited = 0; waited < 5_000 && isAlive(pid); waited += 20) await sleep(20);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // kill() throws system errors only
  }
  if (process.platform !== 'linux') return true;
  try {
    // a zombie is dead, though its number is still taken
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether this process is the server of this cluster. */
function isPostmaster(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    return /postgres/.test(execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}

/** Stops the server cleanly, or forcibly after 20 s. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const urge = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await ended;
  clearTimeout(urge);
}
