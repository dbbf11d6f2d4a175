import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { ObjectStore } from '#testing/object-store.ts';
import { S3BlobStore } from './s3-store.ts';

const folder = await mkdtemp(join(tmpdir(), 's3-'));
const remote = await ObjectStore.open();
let store: S3BlobStore;
beforeEach(async () => {
  remote.objects.clear();
  remote.requests.length = 0;
  store = await S3BlobStore.open({ address: remote.address, tempFolder: folder, now: new Date() });
});
afterEach(async () => {
  remote.fault = () => false;
  await store.close();
});
afterAll(async () => {
  await remote.close();
  await rm(folder, { recursive: true });
});

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const hash = createHash('sha256').update(bytes).digest('hex');
const stored = async () => store.makePermanent(await store.putBytes(bytes));
/** Spoils the first requests of this kind. */
const failing = (
  method: string,
  times: number,
  spoil: (response: ServerResponse, request: IncomingMessage) => void,
) => {
  let left = times;
  remote.fault = (request, response) => {
    if (request.method !== method || left === 0) return false;
    left -= 1;
    spoil(response, request);
    return true;
  };
};
const wholeOf = async () => buffer((await store.open(hash))?.stream() ?? Readable.from([]));

test('an object is named by the hash, below the prefix, and no temporary file is left', async () => {
  await stored();
  expect([...remote.objects.keys()]).toEqual([`files/${hash}`]);
  expect(await readdir(store.tempFolder)).toEqual([]);
  expect(store.stored).toEqual({ files: 1, bytes: 1000 });
});

test('what fails for a moment is tried again with the same bytes', async () => {
  failing('PUT', 2, (response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'));
  await stored();
  failing('HEAD', 1, (response) => response.destroy());
  expect((await wholeOf()).equals(bytes)).toBe(true);
});

test('a store that stays away is a 503, nothing is left, and the file can be stored later', async () => {
  failing('PUT', 99, (response) => response.destroy());
  await expect(stored()).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('Try again'),
  });
  expect(await readdir(store.tempFolder)).toEqual([]);
  remote.fault = () => false;
  await stored();
  expect(remote.objects.size).toBe(1);
}, 20_000);

test('a refusal is not repeated, and says why', async () => {
  failing('PUT', 99, (response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'));
  await expect(stored()).rejects.toThrow('403 AccessDenied');
  expect(remote.requests).toHaveLength(1);
});

test('a download that breaks off is continued from where it ended', async () => {
  await stored();
  failing('GET', 1, (response) => {
    response.writeHead(206, { 'content-length': 1000 });
    response.write(bytes.subarray(0, 400), () => response.destroy());
  });
  expect((await wholeOf()).equals(bytes)).toBe(true);
  expect(remote.requests.filter((request) => request.startsWith('GET'))).toHaveLength(2);
});

test('a download fails if the object is gone, shorter, or longer than it was', async () => {
  await stored();
  const opened = await store.open(hash);
  remote.objects.clear();
  await expect(buffer(opened?.stream() ?? Readable.from([]))).rejects.toThrow('has no');
  await stored();
  failing('GET', 1, (response) => response.writeHead(206, { 'content-length': 0 }).end());
  await expect(wholeOf()).rejects.toThrow('ends at 0 instead of 1000');
  failing('GET', 1, (response) => response.writeHead(206).end(Buffer.alloc(1001)));
  await expect(wholeOf()).rejects.toThrow('longer');
});

test('a stream that nobody reads asks for nothing', async () => {
  await stored();
  (await store.open(hash))?.stream().destroy();
  expect(remote.requests.some((request) => request.startsWith('GET'))).toBe(false);
});

test('all pages of a listing are read; objects with other names are not files', async () => {
  for (let index = 0; index < 5; index += 1)
    await store.makePermanent(await store.putBytes(Buffer.from([index])));
  remote.objects.set('files/notes.txt', { bytes, storedAt: new Date() });
  remote.objects.set(`other/${hash}`, { bytes, storedAt: new Date() });
  const listed = await Array.fromAsync(store.list());
  expect(listed).toHaveLength(5);
  expect(listed.every(({ storedAt }) => storedAt.getTime() <= Date.now())).toBe(true);
});

test('a bucket that is missing or refuses cannot be reached', async () => {
  await store.reach();
  const elsewhere = { ...remote.address, bucket: 'elsewhere' };
  const wrong = await S3BlobStore.open({ address: elsewhere, tempFolder: folder, now: new Date() });
  await expect(wrong.reach()).rejects.toThrow('404');
  await expect(wrong.makePermanent(await wrong.putBytes(bytes))).rejects.toThrow('404 NoSuchBucket');
  await wrong.close();
});
