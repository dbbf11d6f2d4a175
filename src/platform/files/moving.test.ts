import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ServerBlobStore } from './blob-store.ts';
import { MemoryBlobStore } from './memory.ts';
import { copyMissing, MovingBlobStore } from './moving.ts';

/** A store of a server, in memory. */
class ServerMemory extends MemoryBlobStore implements ServerBlobStore {
  readonly stored = { files: 0, bytes: 0 };
  readonly tempFolder = '';
  async reach() {}
  async close() {}
}

const textOf = (index: number) => Buffer.from(`file ${index}`);
const hashOf = (index: number) => createHash('sha256').update(textOf(index)).digest('hex');

async function holding(...indices: number[]) {
  const store = new ServerMemory();
  for (const index of indices) await store.makePermanent(await store.putBytes(textOf(index)));
  return store;
}
const hashesIn = async (store: Pick<ServerBlobStore, 'list'>) =>
  (await Array.fromAsync(store.list())).map(({ sha256 }) => sha256).sort();
const hashes = (...indices: number[]) => indices.map(hashOf).sort();

test('while files move, all are read and listed once, new ones are stored in the new place, and removed ones are gone from both', async () => {
  const [now, former] = [await holding(1, 2), await holding(2, 3)];
  const store = new MovingBlobStore(now, former);
  expect(await hashesIn(store)).toEqual(hashes(1, 2, 3));
  for (const index of [1, 2, 3]) {
    const blob = await store.open(hashOf(index));
    expect(await buffer(blob?.stream() ?? Readable.from([]))).toEqual(textOf(index));
    const target = new Uint8Array(6);
    await store.read(hashOf(index), target);
    expect(Buffer.from(target)).toEqual(textOf(index));
  }
  await store.makePermanent(await store.putBytes(textOf(4)));
  expect(await hashesIn(now)).toEqual(hashes(1, 2, 4));
  await store.remove(hashOf(2));
  expect([await hashesIn(now), await hashesIn(former)]).toEqual([hashes(1, 4), hashes(3)]);
});

test('each file is copied once, and a damaged one is left out and named', async () => {
  const indices = Array.from({ length: 30 }, (_, index) => index);
  const [from, to] = [await holding(...indices), await holding(3, 4)];
  const { open } = from;
  from.open = async (sha256) =>
    sha256 === hashOf(7)
      ? { sizeBytes: 5, stream: () => Readable.from([Buffer.from('wrong')]) }
      : open.call(from, sha256);
  expect(await copyMissing({ from, to })).toEqual({ copied: 27, there: 2, damaged: [hashOf(7)] });
  expect(await copyMissing({ from, to })).toEqual({ copied: 0, there: 29, damaged: [hashOf(7)] });
  expect(await hashesIn(to)).toEqual(hashes(...indices.filter((index) => index !== 7)));
});
