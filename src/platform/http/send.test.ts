import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StoredBlob } from '#platform/files/blob-store.ts';
import { DiskBlobStore } from '#platform/files/disk.ts';
import { fileReply } from '#platform/files/serve.ts';
import { listen } from '#server/listen.ts';
import { send } from './send.ts';
import type { Reply } from './types.ts';

// hundreds of connections, on a machine that may be busy
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'send-'));
/** Larger than any buffer on the way, so that a client can disconnect in the middle. */
const bytes = Buffer.alloc(4 * 1024 * 1024, 'x');
let blob: StoredBlob;
let server: Server;
let port: number;
/** how each request ended */
const ends: Promise<void>[] = [];
/** what the server does before it sends */
let before: (response: ServerResponse) => Promise<void> = async () => {};

beforeAll(async () => {
  const store = await DiskBlobStore.open(folder, new Date());
  const temp = await store.putBytes(bytes);
  await store.makePermanent(temp);
  const stored = await store.open(temp.sha256);
  if (!stored) throw new Error('The file was not stored.');
  blob = stored;
  server = createServer((message, response) => {
    const answer = async () => {
      await before(response);
      const request = { method: message.method ?? '', headers: message.headers };
      const served = { blob, sha256: temp.sha256, modifiedAt: new Date(0), headers: {} };
      await send(response, fileReply(request, served), request.method);
    };
    ends.push(answer());
  });
  port = await listen(server, 0, '127.0.0.1');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Open files of the store in this process; other descriptors come and go with sockets. */
const hasProc = existsSync('/proc/self/fd');
const openDescriptors = () => readdirSync('/proc/self/fd').length;

/** Sends this request and closes the connection, at once or when the response has begun. */
const askAndLeave = (text: string, leaves: 'at once' | 'in the middle') =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      if (leaves === 'at once') setImmediate(() => socket.resetAndDestroy());
      else socket.once('data', () => socket.resetAndDestroy());
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });

const request = (method = 'GET', header = '') => `${method} / HTTP/1.1\r\nHost: a\r\n${header}\r\n`;

test.each([
  ['before the response', request(), 'at once'],
  ['in the middle', request(), 'in the middle'],
  ['of a part', request('GET', 'Range: bytes=5-4000000\r\n'), 'in the middle'],
  ['with a second request waiting behind the first', request().repeat(2), 'in the middle'],
] as const)('400 clients that leave %s leave no descriptor, and are no failure', async (_, text, leaves) => {
  before = () => wait(2);
  const opened = hasProc ? openDescriptors() : 0;
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 20 }, () => askAndLeave(text, leaves)));
  }
  const outcomes = await Promise.allSettled(ends.splice(0));
  expect(outcomes.length).toBeGreaterThanOrEqual(leaves === 'at once' ? 1 : 400);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  if (hasProc) await vi.waitFor(() => expect(openDescriptors()).toBeLessThanOrEqual(opened + 5), 10_000);
});

test('HEAD, a file that has not changed and a wrong range open nothing', async () => {
  before = async () => {};
  const stream = vi.spyOn(blob, 'stream');
  const opened = hasProc ? openDescriptors() : 0;
  const texts = [
    request('HEAD'),
    request('GET', 'If-None-Match: *\r\n'),
    request('GET', 'Range: bytes=99999999-\r\n'),
  ];
  for (const text of texts) {
    for (let round = 0; round < 20; round++) await askAndLeave(text, 'in the middle');
  }
  expect((await Promise.allSettled(ends.splice(0))).map(({ status }) => status)).toEqual(
    Array(60).fill('fulfilled'),
  );
  for (const { value } of stream.mock.results) expect(value.destroyed).toBe(true);
  if (hasProc) await vi.waitFor(() => expect(openDescriptors()).toBeLessThanOrEqual(opened + 5), 10_000);
});

/** Lets `run` respond to one request of a client that reads the response itself. */
async function answering<T>(run: (response: ServerResponse) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const own = createServer((_message, response) => {
      run(response)
        .then(resolve, reject)
        .finally(() => {
          own.closeAllConnections();
          own.close();
        });
    });
    own.listen(0, '127.0.0.1', () => {
      const address = own.address();
      if (typeof address !== 'object' || !address) return reject(new Error('no port'));
      get({ port: address.port, host: '127.0.0.1' }, (answer) =>
        answer.resume().on('error', () => undefined),
      ).on('error', () => undefined);
    });
  });
}

const endless = (read = vi.fn()) => ({ read, body: new Readable({ read }) });

test('a closed response is not written to: the stream is destroyed unread', async () => {
  const { body, read } = endless();
  await answering(async (response) => {
    response.destroy();
    await send(response, { status: 200, body }, 'GET');
  });
  expect([body.destroyed, read.mock.calls.length]).toEqual([true, 0]);
});

test('a reply that cannot be sent destroys its stream', async () => {
  const { body } = endless();
  const reply: Reply = { status: 200, headers: { 'x-wrong': 'a\nb' }, body };
  await expect(answering((response) => send(response, reply, 'GET'))).rejects.toThrow('Invalid character');
  expect(body.destroyed).toBe(true);
});

test('a stream that fails by itself breaks the connection and is reported', async () => {
  const body = new Readable({
    read() {
      this.destroy(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
    },
  });
  let closed = false;
  await expect(
    answering(async (response) => {
      response.once('close', () => {
        closed = true;
      });
      await send(response, { status: 200, body }, 'GET');
    }),
  ).rejects.toThrow('too many open files');
  expect(closed).toBe(true);
});

test('the memory of a reusing stream is released when it was sent, also if the client disconnects', async () => {
  const released: string[] = [];
  const reusing = (chunks: readonly string[]) =>
    Object.assign(
      Readable.from(
        chunks.map((text) => Buffer.from(text)),
        { objectMode: false },
      ),
      {
        release: (chunk: Uint8Array) => void released.push(Buffer.from(chunk).toString()),
      },
    );
  const streams: Readable[] = [];
  const own = createServer((_, response) => {
    const isLong = streams.length > 0;
    const body = reusing(isLong ? Array<string>(1000).fill('x'.repeat(100_000)) : ['one ', 'two ', 'three']);
    streams.push(body);
    ends.push(send(response, { status: 200, body }, 'GET'));
  });
  const ownPort = await listen(own, 0, '127.0.0.1');
  const text = await new Promise<string>((resolve) =>
    get({ port: ownPort, host: '127.0.0.1', agent: false }, async (response) =>
      resolve(Buffer.concat(await response.toArray()).toString()),
    ),
  );
  expect([text, released]).toEqual(['one two three', ['one ', 'two ', 'three']]);
  const socket = connect(ownPort, '127.0.0.1', () => socket.write(request()));
  await new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.pause();
  await wait(50);
  expect(streams[1]?.destroyed).toBe(false);
  socket.resetAndDestroy();
  await ends.at(-1);
  expect(streams[1]?.destroyed).toBe(true);
  expect(released.length).toBeLessThan(1000);
  own.close();
});
