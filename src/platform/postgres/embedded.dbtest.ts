import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { findServer, startEmbedded } from './embedded.ts';

const home = mkdtempSync(join(tmpdir(), 'paddock-embedded-'));
const dataDir = join(home, 'postgres');
const options = { dataDir };
afterAll(() => rmSync(home, { recursive: true, force: true }));

const postmasterPid = () =>
  Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
const isDown = () => !existsSync(join(dataDir, 'cluster', 'postmaster.pid'));

/** The process that started the server: its keeper (Linux). */
const keeperPid = () =>
  Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${postmasterPid()}/status`, 'utf8'))?.[1]);

/** Processes of the server that are still running, regardless of its pid file (Linux). */
function serverProcesses(): string[] {
  const cluster = join(dataDir, 'cluster');
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false; // it has ended
    }
  });
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await what()); waited += 50) {
    if (waited > 60_000) throw new Error(`waited in vain for ${what}`);
    await sleep(50);
  }
}

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // a server that is killed between two queries: the next query rejects
  try {
    await client.connect();
    return (await client.query(question)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that uses the server until it is stopped or killed. */
async function otherProcess(): Promise<ChildProcess> {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)});
    await startEmbedded(${JSON.stringify(options)});
    console.log('up');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(child.stdout), 'line');
  return child;
}

test('concurrent users share one server, which ends with the last one', async () => {
  expect(await findServer(dataDir)).toBeNull();
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => startEmbedded(options)));
  expect(new Set([one?.url, two?.url, three?.url]).size).toBe(1);
  const found = await findServer(dataDir);
  await one?.stop();
  await two?.stop();
  await three?.stop();
  expect(await ask(found?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  await found?.stop();
  expect(isDown()).toBe(true);
});

test('the server listens to this machine alone, requires its password, and keeps it private', async () => {
  const server = await startEmbedded(options);
  expect(await ask(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  const wrong = new URL(server.url);
  wrong.password = 'guess';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  expect(statSync(join(dataDir, 'password')).mode & 0o077).toBe(0);
  expect(statSync(join(dataDir, 'server.log')).mode & 0o077).toBe(0);
  await server.stop();
});

test('a killed process leaves no server behind, and the port stays the same', async () => {
  const port = readFileSync(join(dataDir, 'port'), 'utf8');
  const child = await otherProcess();
  expect(isDown()).toBe(false);
  child.kill('SIGKILL');
  await until(isDown);
  const server = await startEmbedded(options);
  expect(new URL(server.url).port).toBe(port);
  await server.stop();
});

test('a killed server restarts by itself, with what was committed', async () => {
  const server = await startEmbedded(options);
  await ask(server.url, 'create table kept (n int); insert into kept values (7)');
  process.kill(postmasterPid(), 'SIGKILL');
  await until(() =>
    ask(server.url, 'select n from kept').then(
      (rows) => rows.length === 1,
      () => false,
    ),
  );
  await server.stop();
  expect(isDown()).toBe(true);
});

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('a keeper that is killed together with its last user leaves no server behind', async () => {
  const child = await otherProcess();
  const keeper = keeperPid();
  process.kill(keeper, 'SIGKILL');
  child.kill('SIGKILL');
  await until(() => isDown() && serverProcesses().length === 0);
});

onLinux('a keeper that is killed during the start leaves no second server behind', async () => {
  const starting = startEmbedded(options);
  await until(() => serverProcesses().length > 0);
  const [first] = serverProcesses();
  const keeper = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${first}/status`, 'utf8'))?.[1]);
  process.kill(keeper, 'SIGKILL');
  const server = await starting;
  await ask(server.url, 'select 1');
  await server.stop();
  await until(() => isDown() && serverProcesses().length === 0);
});

onLinux(
  'a keeper that is killed is replaced by a user: same port, same rows, and a keeper again',
  async () => {
    const server = await startEmbedded(options);
    for (let times = 0; times < 2; times++) {
      const keeper = keeperPid();
      process.kill(keeper, 'SIGKILL');
      await until(
        () =>
          ask(server.url, 'select n from kept')
            .then((rows) => rows.length === 1 && keeperPid() !== keeper)
            .catch(() => false), // neither the server nor its keeper may be there yet
      );
    }
    await server.stop();
    await until(() => isDown() && serverProcesses().length === 0);
  },
);

onLinux('a keeper that is ended while it restarts a killed server stops what it was starting', async () => {
  const child = await otherProcess();
  const [keeper, before] = [keeperPid(), postmasterPid()];
  process.kill(before, 'SIGKILL');
  child.kill('SIGKILL');
  await until(() => serverProcesses().length === 0 && !existsSync(`/proc/${keeper}`));
});

test('a folder that cannot be created is refused with a sentence', async () => {
  await expect(startEmbedded({ dataDir: join(home, 'postgres', 'port', 'x') })).rejects.toThrow(
    /postgres.port.x cannot be written: .*DATA_DIR/,
  );
});
