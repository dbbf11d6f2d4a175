import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findServer } from '#platform/postgres/embedded.ts';
import { oneStartAtATime } from '#platform/postgres/start-lock.ts';
import { cloneDb, testDb } from '#testing/db.ts';
import { startDbProxy } from '#testing/db-proxy.ts';

const { url } = await testDb({ empty: true });

const steps = fileURLToPath(new URL('../testing/start-steps.ts', import.meta.url));

async function start(dataDir: string, databaseUrl: string): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [steps], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output += String(text);
    });
  const [code] = await once(child, 'close');
  return `${output}code ${code}`;
}

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-starts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

test('three first starts at the same time, on one new database of the operator, all succeed', async () => {
  const fresh = await cloneDb(url, { empty: true });
  onTestFinished(() => fresh.drop());
  const dataDir = await freshFolder();
  const outputs = await Promise.all([1, 2, 3].map(() => start(dataDir, fresh.url)));
  for (const output of outputs) expect(output).toMatch(/started\ncode 0$/);
  const secrets = await fresh.db.selectFrom('server_secret').select('name').execute();
  expect(new Set(secrets.map(({ name }) => name)).size).toBe(secrets.length);
}, 120_000);

test('two first starts at the same time, in one new data folder, both succeed; the demo is created once', async () => {
  const dataDir = await freshFolder();
  const outputs = await Promise.all([1, 2].map(() => start(dataDir, '')));
  for (const output of outputs) expect(output).toMatch(/started\ncode 0$/);
  expect(await findServer(join(dataDir, 'postgres'))).toBeNull();
}, 180_000);

test('steps of concurrent starts wait for each other', async () => {
  const happened: string[] = [];
  const step = (name: string) =>
    oneStartAtATime(url, async () => {
      happened.push(`${name} begins`);
      await new Promise((resume) => setTimeout(resume, 50));
      happened.push(`${name} ends`);
    });
  await Promise.all([step('one'), step('two')]);
  expect(happened[1]?.split(' ')[0]).toBe(happened[0]?.split(' ')[0]);
  expect(happened).toHaveLength(4);
});

test('a start waits for a starting database, and says so if it stays unavailable', async () => {
  const proxy = await startDbProxy(url);
  onTestFinished(() => proxy.close());
  proxy.cut();
  await expect(oneStartAtATime(proxy.url, async () => {}, 300)).rejects.toThrow(
    /^The database .* cannot be used: .*\.$/,
  );
  setTimeout(() => proxy.restore(), 300);
  await oneStartAtATime(proxy.url, async () => {});
  const wrong = new URL(url);
  wrong.pathname = '/missing';
  await expect(oneStartAtATime(wrong.href, async () => {})).rejects.toThrow(/missing.* does not exist\.$/m);
});
