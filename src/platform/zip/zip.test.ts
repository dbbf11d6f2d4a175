import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { DiskBlobStore } from '#platform/files/disk.ts';
import { type ZipFile, zipPlan } from './plan.ts';
import { zipBlob } from './zip-blob.ts';

const folder = mkdtempSync(join(tmpdir(), 'paddock-zip-'));
afterAll(() => rmSync(folder, { recursive: true }));
const store = await DiskBlobStore.open(join(folder, 'files'), new Date());

async function stored(
  name: string,
  bytes: Buffer,
  modifiedAt = new Date('2011-05-06T07:08:10Z'),
): Promise<ZipFile> {
  const blob = await store.putBytes(bytes);
  await store.makePermanent(blob);
  return { name, sizeBytes: bytes.length, modifiedAt, sha256: blob.sha256 };
}

/** One file is empty, two are sent in several pieces, of which one is read twice. */
const contents: Record<string, Buffer> = {
  'Łódź 東京 𝒳_(1).Challenge.Gbx': Buffer.from('first'),
  'empty_(2).Challenge.Gbx': Buffer.alloc(0),
  'middle_(3).Challenge.Gbx': Buffer.alloc(100_000, 'ab'),
  'large_(4).Challenge.Gbx': Buffer.alloc(400_000, 'xyz'),
  'tracks.json': Buffer.from('{"Version":1}'),
};
const json = contents['tracks.json'] ?? Buffer.alloc(0);
const files = await Promise.all(
  Object.entries(contents).map(([name, bytes]) =>
    bytes === json
      ? { name, sizeBytes: json.length, modifiedAt: new Date('1970-01-01'), bytes: json }
      : stored(name, bytes),
  ),
);
const plan = await zipPlan(files);
const blob = zipBlob(store, plan);
const read = async (range?: { start: number; end: number }) =>
  Buffer.concat(await blob.stream(range).toArray());
const whole = await read();

const hasTool = (name: string, ...args: string[]) => spawnSync(name, args).status === 0;

test('the length is known before anything is read', () => {
  expect(whole.length).toBe(plan.sizeBytes);
});

test.skipIf(!hasTool('python3', '--version'))('Python reads every file, name and time', () => {
  const path = join(folder, 'python.zip');
  writeFileSync(path, whole);
  const script = `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, i.date_time, i.compress_type, z.read(i).hex()] for i in z.infolist()]))`;
  const rows = JSON.parse(
    execFileSync('python3', ['-c', script, path], { encoding: 'utf8', maxBuffer: 2 ** 24 }),
  );
  expect(rows).toEqual(
    Object.entries(contents).map(([name, bytes]) => [
      name,
      bytes === json ? [1980, 1, 1, 0, 0, 0] : [2011, 5, 6, 7, 8, 10],
      0,
      bytes.toString('hex'),
    ]),
  );
});

test.skipIf(!hasTool('unzip', '-v'))('unzip accepts it', () => {
  const path = join(folder, 'unzip.zip');
  writeFileSync(path, whole);
  expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors detected');
});

test('every range contains the same bytes as the whole zip', async () => {
  const edges = [...plan.offsets, plan.directoryAt, plan.sizeBytes - plan.end.length, plan.sizeBytes];
  for (const edge of edges.slice(1)) {
    for (const start of [edge - 70, edge - 1, edge, edge + 1, edge + 60]) {
      for (const end of [start, start + 1, start + 75, plan.sizeBytes - 1]) {
        if (start > end || end >= plan.sizeBytes) continue;
        expect((await read({ start, end })).equals(whole.subarray(start, end + 1)), `${start}-${end}`).toBe(
          true,
        );
      }
    }
  }
});

test('files sent from their beginning are reported', async () => {
  const sent: number[] = [];
  const reported = zipBlob(store, plan, (index) => sent.push(index));
  const second = plan.offsets[1] ?? 0;
  await reported.stream({ start: 1, end: second }).toArray();
  expect(sent).toEqual([1]);
  await reported.stream({ start: plan.directoryAt, end: plan.sizeBytes - 1 }).toArray();
  expect(sent).toEqual([1]);
  await reported.stream().toArray();
  expect(sent).toEqual([1, 0, 1, 2, 3, 4]);
});

test.each([
  ['another name', { name: 'other' }],
  ['another time', { modifiedAt: new Date('2011-05-06T07:08:11Z') }],
  ['other bytes', { sha256: 'f'.repeat(64) }],
])('%s changes the tag', async (_, change) => {
  const [first, ...rest] = files;
  expect((await zipPlan([{ ...first, ...change } as ZipFile, ...rest])).sha256).not.toBe(plan.sha256);
  expect((await zipPlan([...files])).sha256).toBe(plan.sha256);
  expect((await zipPlan([...rest, first as ZipFile])).sha256).not.toBe(plan.sha256);
});

test('an empty zip is valid, too', async () => {
  const empty = await zipPlan([]);
  expect(empty.sizeBytes).toBe(22);
  expect(Buffer.concat(await zipBlob(store, empty).stream().toArray()).toString('latin1', 0, 4)).toBe(
    'PK\x05\x06',
  );
});

test('a file that has vanished or changed breaks the stream', async () => {
  const lost: ZipFile = { name: 'lost', sizeBytes: 5, modifiedAt: new Date(), sha256: 'e'.repeat(64) };
  await expect(
    zipBlob(store, await zipPlan([lost]))
      .stream()
      .toArray(),
  ).rejects.toThrow(/^lost has changed/);
  const shorter = { ...files[0], sizeBytes: 6 } as ZipFile;
  await expect(
    zipBlob(store, await zipPlan([shorter]))
      .stream()
      .toArray(),
  ).rejects.toThrow(/has changed/);
});

test.skipIf(process.platform !== 'linux')('a destroyed stream leaves no file open', async () => {
  const open = async () => {
    const { readlinkSync } = await import('node:fs');
    const paths = (await readdir('/proc/self/fd')).map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return ''; // closed meanwhile
      }
    });
    return paths.filter((path) => path.startsWith(folder)).length;
  };
  const streams = Array.from({ length: 20 }, () =>
    blob.stream({ start: plan.offsets[3] ?? 0, end: plan.sizeBytes - 1 }),
  );
  for (const stream of streams) {
    for await (const _ of stream.iterator({ destroyOnReturn: false })) break;
  }
  expect(await open()).toBeGreaterThan(0);
  for (const stream of streams) stream.destroy();
  for (let tries = 0; tries < 100 && (await open()) > 0; tries++) await setTimeout(10);
  expect(await open()).toBe(0);
});
