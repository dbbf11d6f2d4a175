import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { ObjectStore } from '#testing/object-store.ts';
import { downloadReply } from './direct.ts';
import { openFiles } from './open-files.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'direct-'));
const remote = await ObjectStore.open();
const { origin } = remote.address;
const opened = (direct: string | null, former: 'disk' | null = null) =>
  openFiles({ place: remote.address, former, direct }, { dataDir, now: new Date() });
const files = await opened(origin);
const bytes = Buffer.from('GBX and what follows');
const sha256 = createHash('sha256').update(bytes).digest('hex');
await files.makePermanent(await files.putBytes(bytes));
afterAll(async () => {
  await files.close();
  await remote.close();
  await rm(dataDir, { recursive: true });
});

const shown = {
  'content-type': 'application/gbx',
  'content-disposition': `attachment; filename="a + b.Gbx"`,
};
async function ask(headers: Record<string, string> = {}, method = 'GET', store = files) {
  const blob = await store.open(sha256);
  if (!blob) throw new Error('The file is missing.');
  return downloadReply({ method, headers }, { blob, sha256, modifiedAt: null, headers: shown });
}

test('a download leads to the object store for a minute, with its type and name', async () => {
  const { status, headers = {}, body } = await ask();
  expect([status, headers['cache-control'], body]).toEqual([302, 'private, no-store', undefined]);
  const address = new URL(String(headers.location));
  expect([address.origin, address.pathname]).toEqual([origin, `/paddock/files/${sha256}`]);
  expect(address.searchParams.get('X-Amz-Expires')).toBe('60');
  expect(address.href).not.toContain('secret');
  const answer = await fetch(address);
  expect(answer.headers.get('content-type')).toBe(shown['content-type']);
  expect(answer.headers.get('content-disposition')).toBe(shown['content-disposition']);
  expect(await answer.text()).toBe(String(bytes));
});

test.each([
  ['a part of it', { range: 'bytes=2-5' }, 'GET', 302],
  ['a link in a browser', { 'sec-fetch-mode': 'navigate' }, 'GET', 302],
  ['a script of a page', { 'sec-fetch-mode': 'cors' }, 'GET', 200],
  ['a script that asks for a part', { 'sec-fetch-mode': 'same-origin', range: 'bytes=2-5' }, 'GET', 206],
  ['a client that has it', { 'if-none-match': `"${sha256}"` }, 'GET', 304],
  ['a part that does not exist', { range: 'bytes=90-' }, 'GET', 416],
  ['a question for its length', {}, 'HEAD', 200],
])('%s is answered with %j by %s: %i', async (_, headers, method, status) => {
  const reply = await ask(headers, method);
  expect(reply.status).toBe(status);
  if (reply.body instanceof Readable && method === 'GET')
    expect(await text(reply.body)).toBe(status === 206 ? String(bytes.subarray(2, 6)) : String(bytes));
});

test('without a public address of the store, and from a former place on disk, visitors get files from us', async () => {
  const closed = await opened(null);
  expect((await ask({}, 'GET', closed)).status).toBe(200);
  remote.objects.clear();
  const disk = await openFiles({ place: 'disk', former: null }, { dataDir, now: new Date() });
  await disk.makePermanent(await disk.putBytes(bytes));
  const moving = await opened(origin, 'disk');
  expect((await ask({}, 'GET', moving)).status).toBe(200);
  await Promise.all([closed, disk, moving].map((store) => store.close()));
});
