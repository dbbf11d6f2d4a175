import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fileReply } from './serve.ts';

const bytes = Buffer.from('0123456789');
const sha256 = 'a'.repeat(64);
const etag = `"${sha256}"`;
const modifiedAt = new Date('2026-11-21T12:00:00.500Z');
const lastModified = 'Sat, 21 Nov 2026 12:00:00 GMT';

async function ask(headers: Record<string, string>, method = 'GET') {
  const stream = (range?: { start: number; end: number }) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
  const served = { blob: { sizeBytes: 10, stream }, sha256, modifiedAt, headers: { 'x-own': '1' } };
  const reply = fileReply({ method, headers }, served);
  const body = reply.body instanceof Readable ? await text(reply.body) : null;
  return { status: reply.status, headers: reply.headers ?? {}, body };
}

test('a file is served with its length and validators', async () => {
  expect(await ask({})).toEqual({
    status: 200,
    headers: {
      'x-own': '1',
      etag,
      'last-modified': lastModified,
      'accept-ranges': 'bytes',
      'content-length': '10',
    },
    body: '0123456789',
  });
});

test.each([
  ['bytes=0-3', 'bytes 0-3/10', '0123'],
  ['bytes=4-', 'bytes 4-9/10', '456789'],
  ['bytes=-3', 'bytes 7-9/10', '789'],
  ['bytes=-100', 'bytes 0-9/10', '0123456789'],
  ['bytes=8-100', 'bytes 8-9/10', '89'],
  ['bytes=0-0', 'bytes 0-0/10', '0'],
])('range %s is %s', async (range, contentRange, body) => {
  const reply = await ask({ range });
  expect(reply).toMatchObject({ status: 206, body });
  expect(reply.headers).toMatchObject({
    'content-range': contentRange,
    'content-length': String(body.length),
  });
});

test.each([['bytes=10-'], ['bytes=20-30'], ['bytes=-0']])('range %s cannot be satisfied', async (range) => {
  const reply = await ask({ range });
  expect(reply).toMatchObject({ status: 416, body: null });
  expect(reply.headers['content-range']).toBe('bytes */10');
});

test.each([['bytes=0-1,4-5'], ['lines=0-1'], ['bytes'], ['bytes=x-y']])(
  'range %s returns the whole file',
  async (range) => {
    expect(await ask({ range })).toMatchObject({ status: 200, body: '0123456789' });
  },
);

test.each([
  [{ 'if-range': etag }, 206],
  [{ 'if-range': lastModified }, 206],
  [{ 'if-range': '"other"' }, 200],
  [{ 'if-range': `W/${etag}` }, 200],
  [{ 'if-range': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 200],
])('a range with %j is %i', async (headers, status) => {
  expect((await ask({ range: 'bytes=0-3', ...headers })).status).toBe(status);
});

test('HEAD ignores ranges', async () => {
  expect((await ask({ range: 'bytes=0-3' }, 'HEAD')).status).toBe(200);
});

test.each([
  [{ 'if-none-match': etag }, 304],
  [{ 'if-none-match': `W/${etag}` }, 304],
  [{ 'if-none-match': `"x", ${etag}` }, 304],
  [{ 'if-none-match': '*' }, 304],
  [{ 'if-none-match': '"x"' }, 200],
  [{ 'if-none-match': '"x"', 'if-modified-since': lastModified }, 200],
  [{ 'if-modified-since': lastModified }, 304],
  [{ 'if-modified-since': 'Sat, 21 Nov 2026 11:59:59 GMT' }, 200],
  [{ 'if-modified-since': 'yesterday' }, 200],
])('a client with %j gets %i', async (headers, status) => {
  expect((await ask(headers)).status).toBe(status);
});
