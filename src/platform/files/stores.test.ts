import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { DiskBlobStore } from './disk.ts';
import { MemoryBlobStore } from './memory.ts';

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
const kinds: [string, () => Promise<BlobStore>][] = [
  ['disk', () => DiskBlobStore.open(folder(), new Date())],
  ['memory', async () => new MemoryBlobStore()],
];
const listed = async (store: BlobStore) => {
  const hashes: string[] = [];
  for await (const { sha256 } of store.list()) hashes.push(sha256);
  return hashes;
};

describe.each(kinds)('the store on %s', (_, open) => {
  test('hands out what was kept, whole and in part', async () => {
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

  test('keeps equal bytes once, however often they come', async () => {
    const store = await open();
    await Promise.all(
      Array.from({ length: 5 }, async () => store.makePermanent(await store.putBytes(bytes))),
    );
    expect(await listed(store)).toEqual([hash]);
  });

  test('refuses what grows past its limit, and leaves the rest to the caller', async () => {
    const store = await open();
    const source = Readable.from([Buffer.alloc(60), Buffer.alloc(60), Buffer.alloc(60)]);
    await expect(store.putTemp(source, limit)).rejects.toThrow(
      'a.Challenge.Gbx is too large: at most 100 bytes are accepted.',
    );
    expect(source.destroyed).toBe(false);
    expect(await listed(store)).toEqual([]);
  });

  test('a stream that breaks leaves nothing', async () => {
    const store = await open();
    const source = new Readable({ read() {} });
    source.push(bytes);
    setTimeout(() => source.destroy(new Error('gone')), 10);
    await expect(store.putTemp(source, limit)).rejects.toThrow('gone');
    expect(await listed(store)).toEqual([]);
  });

  test('forgets what is discarded or removed', async () => {
    const store = await open();
    const dropped = await store.putBytes(bytes);
    await store.discard(dropped);
    expect(await store.open(hash)).toBeNull();
    await store.makePermanent(await store.putBytes(bytes));
    await store.remove(hash);
    await store.remove(hash);
    expect(await store.open(hash)).toBeNull();
  });

  test('takes nothing but a hash for a name', async () => {
    const store = await open();
    for (const name of ['../../etc/passwd', hash.toUpperCase(), '', `${hash}0`]) {
      await expect(store.open(name)).rejects.toThrow('Not a SHA-256');
    }
  });
});

test('arriving files older than a day are cleared when the store opens, younger ones are not', async () => {
  const path = folder();
  await DiskBlobStore.open(path, new Date());
  writeFileSync(join(path, 'temp', 'old'), 'x');
  writeFileSync(join(path, 'temp', 'young'), 'x');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(path, 'temp', 'old'), yesterday, yesterday);
  await DiskBlobStore.open(path, new Date());
  expect(readdirSync(join(path, 'temp'))).toEqual(['young']);
});

test('on disk a file lies under its hash, fanned out, and no temporary is left', async () => {
  const path = folder();
  const store = await DiskBlobStore.open(path, new Date());
  await store.makePermanent(await store.putBytes(bytes));
  expect(existsSync(join(path, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash))).toBe(true);
  expect(readdirSync(join(path, 'temp'))).toEqual([]);
});
