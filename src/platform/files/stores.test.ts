import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ObjectStore } from '#testing/object-store.ts';
import type { BlobStore, TempBlob } from './blob-store.ts';
import { DiskBlobStore } from './disk.ts';
import { bytesInWords } from './limits.ts';
import { MemoryBlobStore } from './memory.ts';
import { S3BlobStore } from './s3/s3-store.ts';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'blobs-'));
  folders.push(made);
  return made;
}
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

const bytes = Buffer.from('GBX and what follows');
const hash = createHash('sha256').update(bytes).digest('hex');
const limit = { bytes: 100, what: 'a.Challenge.Gbx' };
const remote = await ObjectStore.open();
afterAll(() => remote.close());
async function emptyBucket() {
  remote.objects.clear();
  return remote.address;
}
const kinds: [string, () => Promise<BlobStore>][] = [
  ['disk', () => DiskBlobStore.open(folder(), new Date())],
  ['memory', async () => new MemoryBlobStore()],
  [
    'S3',
    async () => S3BlobStore.open({ address: await emptyBucket(), tempFolder: folder(), now: new Date() }),
  ],
];
const listed = async (store: BlobStore) => {
  const hashes: string[] = [];
  for await (const { sha256 } of store.list()) hashes.push(sha256);
  return hashes;
};

describe.each(kinds)('the %s store', (_, open) => {
  test('returns stored files, whole and in part', async () => {
    const store = await open();
    const blob = await store.putTemp(Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]), limit);
    expect(blob).toMatchObject({ sha256: hash, sizeBytes: bytes.length });
    expect(Buffer.from(await blob.read()).equals(bytes)).toBe(true);
    expect(await store.open(hash)).toBeNull();
    await store.makePermanent(blob);
    const kept = await store.open(hash);
    expect(kept?.sizeBytes).toBe(bytes.length);
    expect(Buffer.concat((await kept?.stream().toArray()) ?? []).equals(bytes)).toBe(true);
    expect(String(Buffer.concat((await kept?.stream({ start: 4, end: 6 }).toArray()) ?? []))).toBe('and');
    expect(await listed(store)).toEqual([hash]);
  });

  test('a transaction that runs again makes the same file permanent again', async () => {
    const store = await open();
    const blob = await store.putBytes(bytes);
    await store.makePermanent(blob);
    await store.makePermanent(blob);
    await store.discard(blob);
    expect(await listed(store)).toEqual([hash]);
    expect((await store.open(hash))?.sizeBytes).toBe(bytes.length);
  });

  test('stores equal bytes once', async () => {
    const store = await open();
    await Promise.all(
      Array.from({ length: 5 }, async () => store.makePermanent(await store.putBytes(bytes))),
    );
    expect(await listed(store)).toEqual([hash]);
  });

  test('refuses files above the limit and leaves the rest of the source unread', async () => {
    const store = await open();
    const source = Readable.from([Buffer.alloc(60), Buffer.alloc(60), Buffer.alloc(60)]);
    await expect(store.putTemp(source, limit)).rejects.toThrow(
      'a.Challenge.Gbx is too large: at most 100 bytes are accepted.',
    );
    expect(source.destroyed).toBe(false);
    expect(await listed(store)).toEqual([]);
  });

  test('a broken stream leaves nothing behind', async () => {
    const store = await open();
    const source = new Readable({ read() {} });
    source.push(bytes);
    setTimeout(() => source.destroy(new Error('gone')), 10);
    await expect(store.putTemp(source, limit)).rejects.toThrow('gone');
    expect(await listed(store)).toEqual([]);
  });

  test('deletes discarded and removed files', async () => {
    const store = await open();
    const dropped = await store.putBytes(bytes);
    await store.discard(dropped);
    expect(await store.open(hash)).toBeNull();
    await store.makePermanent(await store.putBytes(bytes));
    await store.remove(hash);
    await store.remove(hash);
    expect(await store.open(hash)).toBeNull();
  });

  test('accepts only hashes as names', async () => {
    const store = await open();
    for (const name of ['../../etc/passwd', hash.toUpperCase(), '', `${hash}0`]) {
      await expect(store.open(name)).rejects.toThrow('Not a SHA-256');
    }
  });
});

test('on disk a file is stored under its hash in subfolders, and no temporary file is left', async () => {
  const path = folder();
  const store = await DiskBlobStore.open(path, new Date());
  await store.makePermanent(await store.putBytes(bytes));
  expect(existsSync(join(path, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash))).toBe(true);
  expect(readdirSync(store.tempFolder)).toEqual([]);
});

const blobPath = (path: string) => join(path, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash);
const mode = (path: string) => statSync(path).mode & 0o777;

test('files and folders are not readable by other users of the machine, even those of an older version', async () => {
  const path = folder();
  mkdirSync(join(path, 'blobs'));
  chmodSync(join(path, 'blobs'), 0o755);
  const store = await DiskBlobStore.open(path, new Date());
  const temp = await store.putBytes(bytes);
  const [name = ''] = readdirSync(store.tempFolder);
  const umask = process.umask();
  expect(mode(join(store.tempFolder, name))).toBe(0o640 & ~umask);
  await store.makePermanent(temp);
  expect(mode(blobPath(path))).toBe(0o640 & ~umask);
  expect(mode(join(path, 'blobs'))).toBe(0o750);
  for (const own of [
    join(path, 'temp'),
    store.tempFolder,
    join(blobPath(path), '..'),
    join(blobPath(path), '..', '..'),
  ]) {
    expect(mode(own)).toBe(0o750 & ~umask);
  }
});

/** Makes one write fail with an error of the file system. */
async function failing(path: string, what: 'writeFile' | 'sync', code: string) {
  const file = await open(join(path, 'probe'), 'w');
  const prototype: FileHandle = Object.getPrototypeOf(file);
  await file.close();
  return vi.spyOn(prototype, what).mockRejectedValue(Object.assign(new Error(`${code}: ${what}`), { code }));
}

test('at most two of the threads that read files wait for the disk', async () => {
  const store = await DiskBlobStore.open(folder(), new Date());
  const blobs = await Promise.all(
    Array.from({ length: 8 }, (_, index) => store.putBytes(Buffer.from([index]))),
  );
  const file = await open(join(folder(), 'any'), 'w');
  const prototype: FileHandle = Object.getPrototypeOf(file);
  await file.close();
  let [running, most] = [0, 0];
  const sync = vi.spyOn(prototype, 'sync').mockImplementation(async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
  });
  await Promise.all(blobs.map((blob) => store.makePermanent(blob)));
  expect(sync.mock.calls.length).toBeGreaterThan(8);
  expect(most).toBe(2);
  sync.mockRestore();
});

const noRoom = 'The server has no room left for files; nothing was saved. Try again later.';
const notNow = 'The server cannot store files at the moment; nothing was saved. Try again later.';

test.each([
  ['writeFile', 'ENOSPC', noRoom],
  ['writeFile', 'EDQUOT', noRoom],
  ['writeFile', 'EFBIG', noRoom],
  ['writeFile', 'EROFS', notNow],
  ['sync', 'ENOSPC', noRoom],
] as const)(
  'when %s fails with %s the response is 507, nothing stays, and it is logged once',
  async (what, code, detail) => {
    const path = folder();
    const lines: { level: number; msg: string }[] = [];
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
    const store = await DiskBlobStore.open(path, new Date(), log);
    const keep = async (put: () => Promise<TempBlob>) => store.makePermanent(await put());
    const spy = await failing(path, what, code);
    const ways = [
      () => store.putBytes(bytes),
      () => store.putTemp(Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]), limit),
    ];
    for (const put of ways) await expect(keep(put)).rejects.toMatchObject({ status: 507, message: detail });
    expect(readdirSync(store.tempFolder)).toEqual([]);
    spy.mockRestore();
    for (const put of ways) await keep(put);
    expect(await listed(store)).toEqual([hash]);
    expect(lines.map(({ level }) => level)).toEqual([50, 30]);
  },
);

test('a file that cannot be moved leaves no temporary file', async () => {
  const path = folder();
  const store = await DiskBlobStore.open(path, new Date());
  mkdirSync(join(blobPath(path), 'in the way'), { recursive: true });
  await expect(store.makePermanent(await store.putBytes(bytes))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(store.tempFolder)).toEqual([]);
});

test('the stream of a file opens it on the first read', async () => {
  const path = folder();
  const store = await DiskBlobStore.open(path, new Date());
  await store.makePermanent(await store.putBytes(bytes));
  const kept = await store.open(hash);
  const unread = kept?.stream();
  await store.remove(hash);
  await new Promise((resolve) => setTimeout(resolve, 20)); // an error now would end the process
  expect(unread?.destroyed).toBe(false);
  await expect(unread?.toArray()).rejects.toThrow('ENOENT');
});

test('a truncated file is an error, not a short response', async () => {
  const path = folder();
  const store = await DiskBlobStore.open(path, new Date());
  await store.makePermanent(await store.putBytes(bytes));
  const stream = (await store.open(hash))?.stream();
  writeFileSync(blobPath(path), 'GBX');
  await expect(stream?.toArray()).rejects.toThrow(`ends at 3 instead of ${bytes.length}`);
});

test('an empty file is an empty stream', async () => {
  const store = await DiskBlobStore.open(folder(), new Date());
  const empty = await store.putBytes(Buffer.alloc(0));
  await store.makePermanent(empty);
  expect(await (await store.open(empty.sha256))?.stream().toArray()).toEqual([]);
});

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [1025, '1025 bytes'],
  [1536 * 1024, '1536 KiB'],
  [1024 ** 2, '1 MiB'],
  [4 * 1024 ** 3, '4 GiB'],
])('%i bytes are %s in words', (size, words) => expect(bytesInWords(size)).toBe(words));
