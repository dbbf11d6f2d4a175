import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ResponseReader, requestText, Wire } from './wire.ts';

const response = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Other: a\r\n\r\nhello');

test.each([1, 2, 7, 30, response.length])('a response is read in chunks of %i bytes', (size) => {
  const reader = new ResponseReader();
  let isComplete = false;
  for (let at = 0; at < response.length; at += size) {
    expect(isComplete).toBe(false);
    isComplete = reader.take(response.subarray(at, at + size));
  }
  expect(isComplete).toBe(true);
  expect([reader.status, reader.body().toString()]).toEqual([200, 'hello']);
});

test('a response without a body is complete after its headers', () => {
  const reader = new ResponseReader();
  expect(reader.take(Buffer.from('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n'))).toBe(true);
  expect(reader.status).toBe(304);
});

test('a response whose length is unknown is refused', () => {
  const reader = new ResponseReader();
  expect(() => reader.take(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('no content-length');
});

test('a form is sent with its length in bytes', () => {
  const text = requestText({ method: 'POST', path: '/a', headers: { host: 'x' }, body: 'é' });
  expect(text).toBe('POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\né');
});

test('one connection serves many requests, and a new one is opened after the server has closed it', async () => {
  const sockets = new Set<unknown>();
  const server = createServer((request, answer) => {
    sockets.add(request.socket);
    if (request.url === '/last') answer.setHeader('connection', 'close');
    answer.setHeader('content-length', 3);
    answer.end('yes');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const wire = new Wire((server.address() as AddressInfo).port); // it listens on a port
  for (const path of ['/', '/last', '/']) {
    const answer = await wire.ask({ method: 'GET', path, headers: { host: 'x' } });
    expect(answer.body.toString()).toBe('yes');
  }
  wire.close();
  expect(sockets.size).toBe(2);
});
