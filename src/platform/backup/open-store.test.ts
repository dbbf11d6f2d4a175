import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ObjectStore } from '#testing/object-store.ts';
import { backupStore } from './open-store.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'paddock-backup-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

async function bucket(): Promise<string> {
  const remote = await ObjectStore.open();
  onTestFinished(() => remote.close());
  return remote.url;
}

test.each([
  ['a folder', folder],
  ['an object store', bucket],
])('%s has objects as a whole or not at all', async (_, place) => {
  const store = backupStore(await place());
  const names = ['files/ab/1', 'files/ab/2', 'files/cd/3', 'backups/1/manifest', 'empty'];
  for (const name of names) await store.put(name, Readable.from(name === 'empty' ? [] : [Buffer.from(name)]));
  expect((await store.list('files')).toSorted()).toEqual(names.slice(0, 3));
  expect([await store.size('files/ab/1'), await store.size('empty'), await store.size('files/ab/9')]).toEqual(
    [10, 0, null],
  );
  expect(await text(store.get('files/cd/3'))).toBe('files/cd/3');
  expect(await text(store.get('empty'))).toBe('');
  await expect(text(store.get('files/ab/9'))).rejects.toThrow();
  await store.put('files/ab/1', Readable.from([Buffer.from('again')]));
  expect(await text(store.get('files/ab/1'))).toBe('again');
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('broken');
    })(),
  );
  await expect(store.put('half', broken)).rejects.toThrow('broken');
  expect(await store.size('half')).toBeNull();
  await store.remove('files/ab/1');
  await store.remove('files/ab/1');
  expect((await store.list('files')).toSorted()).toEqual(names.slice(1, 3));
});

test('an address that is neither is refused', () => {
  for (const address of ['s3://bucket', 'ftp://k:s@host/bucket', 'https://host/bucket'])
    expect(() => backupStore(address)).toThrow(
      'to a folder, or to an object store such as https://KEY:SECRET@',
    );
});
