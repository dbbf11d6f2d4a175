import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DiskBlobStore } from './disk.ts';
import { TempFolder } from './temp-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'paddock-temp-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(root, { recursive: true });
});

let folder: string;
let folders = 0;
beforeEach(() => {
  folders += 1;
  folder = join(root, String(folders));
});
const temp = () => join(folder, 'temp');

/** A process with its own store of this folder, that is receiving a file. */
async function receivingElsewhere(): Promise<{ own: string; kill(): Promise<void> }> {
  const script = `
    import { writeFileSync } from 'node:fs';
    import { DiskBlobStore } from ${JSON.stringify(join(import.meta.dirname, 'disk.ts'))};
    const store = await DiskBlobStore.open(${JSON.stringify(folder)}, new Date());
    await store.putBytes(Buffer.from('GBX'));
    console.log(store.tempFolder);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  return {
    own: String(line).trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('the next start removes the files of a killed process at once, and none of a living one', async () => {
  const living = await receivingElsewhere();
  const killed = await receivingElsewhere();
  await killed.kill();
  expect(readdirSync(killed.own)).toHaveLength(1);
  const store = await DiskBlobStore.open(folder, new Date());
  expect(existsSync(killed.own)).toBe(false);
  expect(readdirSync(living.own)).toHaveLength(1);
  await living.kill();
  expect(await store.removeAbandoned(new Date())).toBe(1);
  expect(readdirSync(temp())).toEqual([store.tempFolder.split('/').at(-1)]);
});

test('a store removes its folder when it closes', async () => {
  const store = await DiskBlobStore.open(folder, new Date());
  await store.putBytes(Buffer.from('GBX'));
  await store.close();
  expect(readdirSync(temp())).toEqual([]);
});

test('a folder that was deleted is created again by the next write', async () => {
  const store = await DiskBlobStore.open(folder, new Date());
  rmSync(store.tempFolder, { recursive: true });
  const blob = await store.putBytes(Buffer.from('GBX'));
  await store.makePermanent(blob);
  expect(await store.open(blob.sha256)).not.toBeNull();
});

const dayMs = 24 * 3_600_000;

test.each([
  ['just under a day', dayMs - 1000, true],
  ['more than a day', dayMs + 1000, false],
])('files without a visible lock, %s old, stay: %s', async (_, ageMs, stays) => {
  const store = await DiskBlobStore.open(folder, new Date());
  const other = join(temp(), 'ffffffff-of-another-machine');
  const flat = join(temp(), 'of-an-older-version');
  mkdirSync(other);
  for (const path of [join(other, 'file'), flat]) writeFileSync(path, 'GBX');
  const now = new Date();
  const then = new Date(now.getTime() - ageMs);
  for (const path of [join(other, 'file'), flat, other]) utimesSync(path, then, then);
  expect(await store.removeAbandoned(now)).toBe(stays ? 0 : 2);
  expect([other, flat].map((path) => existsSync(path))).toEqual([stays, stays]);
});

test('a folder of another machine stays while a file in it is young', async () => {
  const store = await DiskBlobStore.open(folder, new Date());
  const other = join(temp(), 'ffffffff-of-another-machine');
  mkdirSync(other);
  writeFileSync(join(other, 'young'), 'GBX');
  const then = new Date(Date.now() - 2 * dayMs);
  utimesSync(other, then, then);
  expect(await store.removeAbandoned(new Date())).toBe(0);
  expect(existsSync(join(other, 'young'))).toBe(true);
});

test('each open folder has its own name', async () => {
  mkdirSync(folder);
  const opened = await Promise.all(Array.from({ length: 5 }, () => TempFolder.open(folder)));
  expect(new Set(opened.map(({ path }) => path)).size).toBe(5);
  await Promise.all(opened.map((one) => one.close()));
});
