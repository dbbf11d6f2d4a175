import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { otherPublicAddress, publicAddress, remoteWorld } from '#testing/remote-world.ts';
import type { RemoteRequest } from './remote.ts';

const world = await remoteWorld();
afterAll(() => world.close());

const at = (host: string, path = '/') => `http://${host}:${world.port}${path}`;
const limits: RemoteRequest = { maxBytes: 1000, timeoutMs: 2000, accept: ['text/plain', 'image/*'] };
const get = (url: string, own: Partial<RemoteRequest> = {}) => world.remote.get(url, { ...limits, ...own });
const refusal = (url: string, own?: Partial<RemoteRequest>) =>
  get(url, own).then(
    () => 'accepted',
    ({ kind }) => kind,
  );
const send = (response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}) => {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', ...headers });
  response.end(body);
};

beforeEach(() => {
  world.name('pictures.org', [publicAddress]);
  world.answers((_, response) => send(response, 'hello'));
  world.seen.connections = 0;
  for (const list of [world.seen.requests, world.dialled, world.resolved]) list.length = 0;
});

test('reads an address, with the name of the host and nothing about the visitor', async () => {
  let headers = {};
  world.answers((request, response) => {
    headers = request.headers;
    send(response, 'hello', { 'set-cookie': 'a=b' });
  });
  const file = await get(at('pictures.org', '/p.png?x=1#part'));
  expect(file).toEqual({
    url: at('pictures.org', '/p.png?x=1'),
    type: 'text/plain',
    bytes: Buffer.from('hello'),
  });
  expect(headers).toEqual({
    host: `pictures.org:${world.port}`,
    'user-agent': 'Paddock (tests)',
    accept: 'text/plain, image/*',
    'accept-encoding': 'identity',
    connection: 'close',
  });
  expect(world.dialled).toEqual([publicAddress]);
});

/** Hosts that resolve to these addresses. */
const answers: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1'],
  'loopback elsewhere': ['127.8.9.10'],
  'this network': ['0.0.0.0'],
  private: ['10.0.0.1'],
  'home network': ['192.168.1.1'],
  'link-local': ['169.254.169.254'],
  'carrier network': ['100.64.0.1'],
  multicast: ['224.0.0.1'],
  broadcast: ['255.255.255.255'],
  'IPv6 loopback': ['::1'],
  'IPv6 unspecified': ['::'],
  'IPv4-mapped': ['::ffff:127.0.0.1'],
  'IPv4-mapped in hexadecimal': ['::ffff:7f00:1'],
  'IPv4-compatible': ['::127.0.0.1'],
  'IPv6 link-local': ['fe80::1'],
  'with a zone': ['fe80::1%lo'],
  'unique local': ['fd00::1'],
  NAT64: ['64:ff9b::7f00:1'],
  '6to4': ['2002:7f00:1::'],
  Teredo: ['2001:0:7f00:1::'],
  'a public and a private one': [publicAddress, '127.0.0.1'],
  'a private and a public one': ['::1', publicAddress],
  'public IPv4, private IPv6': [publicAddress, 'fd00::1'],
  'no address': [],
  'something else': ['localhost'],
};

test.each(Object.entries(answers))('%s: nothing is requested', async (_, addresses) => {
  world.name('bad.org', addresses);
  expect(await refusal(at('bad.org'))).toBe('unreachable');
  world.answers((_, response) => response.writeHead(302, { location: at('bad.org') }).end());
  expect(await refusal(at('pictures.org'))).toBe('unreachable');
  // only the redirecting server was reached
  expect(world.seen.connections).toBe(1);
  expect(world.dialled).toEqual([publicAddress]);
});

/** Addresses of this machine, as they are typed or sent in a redirect. */
const ownAddresses = [
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0:PORT/',
  'http://１２７.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://localhost:PORT/',
  'http://localhost.:PORT/',
  'http://a.localhost:PORT/',
  'http://pictures.org@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT#@pictures.org/',
  'http://127.0.0.1:PORT\\@pictures.org/',
  'HTTP://127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT/',
  '//127.0.0.1:PORT/',
  '/\\127.0.0.1:PORT/',
  'http:/127.0.0.1:PORT/',
  'http:127.0.0.1:PORT/',
].map((address) => address.replace('PORT', String(world.port)));

test.each(ownAddresses)('%s reaches nothing, typed or as a redirect', async (address) => {
  expect(await refusal(address)).toMatch(/^(address|unreachable)$/);
  expect(world.seen.connections).toBe(0);
  // as bytes, because that is what a server sends
  world.answers((request) =>
    request.socket.end(`HTTP/1.1 302 Found\r\nLocation: ${address}\r\nContent-Length: 0\r\n\r\n`),
  );
  expect(await refusal(at('pictures.org'))).toMatch(/^(address|unreachable|redirect)$/);
  expect(world.dialled.every((dialled) => dialled === publicAddress)).toBe(true);
  expect(world.seen.connections).toBe(world.dialled.length);
});

test('a name that resolves to a private address the second time is connected to at its first', async () => {
  let requested = 0;
  world.name('rebinding.org', () => [requested++ === 0 ? publicAddress : '127.0.0.1']);
  await get(at('rebinding.org'));
  expect(world.resolved).toEqual(['rebinding.org']);
  expect(world.dialled).toEqual([publicAddress]);
  // the next request, and each redirect, is checked by the addresses that it resolves to
  expect(await refusal(at('rebinding.org'))).toBe('unreachable');
  requested = 0;
  world.answers((_, response) => response.writeHead(302, { location: '/again' }).end());
  expect(await refusal(at('rebinding.org'))).toBe('unreachable');
  expect(world.dialled).toEqual([publicAddress, publicAddress]);
  expect(world.seen.connections).toBe(2);
});

test.each([
  [3, 'accepted'],
  [4, 'redirect'],
])('of %s redirects: %s', async (count, outcome) => {
  world.name('elsewhere.org', [otherPublicAddress]);
  world.answers(({ url = '' }, response) => {
    const hop = Number(url.slice(1));
    if (hop === count) return send(response, 'there');
    const host = hop % 2 ? 'pictures.org' : 'elsewhere.org';
    response.writeHead([301, 302, 303, 307, 308][hop] ?? 302, { location: at(host, `/${hop + 1}`) }).end();
  });
  expect(await refusal(at('pictures.org', '/0'))).toBe(outcome);
  expect(world.seen.connections).toBe(4);
});

test('with a list of hosts, others are refused, also as the target of a redirect', async () => {
  world.name('elsewhere.org', [otherPublicAddress]);
  const hosts = ['pictures.org'];
  expect(await refusal(at('elsewhere.org'), { hosts })).toBe('host');
  expect(await refusal(at('a.pictures.org'), { hosts })).toBe('host');
  expect(world.resolved).toEqual([]);
  world.answers((_, response) => response.writeHead(302, { location: at('elsewhere.org') }).end());
  expect(await refusal(at('PICTURES.org'), { hosts })).toBe('host');
  expect(world.resolved).toEqual(['pictures.org']);
});

test.each([
  ['at the limit', 1000, 'accepted'],
  ['above it', 1001, 'size'],
])('a body %s', async (_, bytes, outcome) => {
  const body = Buffer.alloc(bytes, 'x');
  expect(await refusalOf(body)).toBe(outcome); // with its length
  world.answers((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write(body.subarray(0, 500));
    response.end(body.subarray(500)); // in parts, without it
  });
  expect(await refusal(at('pictures.org'))).toBe(outcome);
  for (const [coding, compress] of Object.entries({
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
  }))
    expect([coding, await refusalOf(compress(body), { 'content-encoding': coding })]).toEqual([
      coding,
      outcome,
    ]);
});

async function refusalOf(body: Buffer, headers: Record<string, string> = {}) {
  world.answers((_, response) => send(response, body, headers));
  return refusal(at('pictures.org'));
}

test('a body without end is refused as soon as it is too large', async () => {
  world.answers((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const timer = setInterval(() => response.write('x'.repeat(400)), 5);
    response.on('close', () => clearInterval(timer));
  });
  expect(await refusal(at('pictures.org'))).toBe('size');
});

test.each([
  ['text/html', 'type'],
  ['', 'type'],
  ['application/json', 'type'],
  ['imageish/png', 'type'],
  ['TEXT/PLAIN', 'accepted'],
  ['image/png', 'accepted'],
])('content type %j: %s', async (type, outcome) => {
  world.answers((_, response) => response.writeHead(200, type ? { 'content-type': type } : {}).end('x'));
  expect(await refusal(at('pictures.org'))).toBe(outcome);
});

test.each([
  [204, 'status', false],
  [304, 'status', false],
  [302, 'status', false],
  [403, 'status', false],
  [404, 'missing', false],
  [410, 'missing', false],
  [429, 'status', true],
  [500, 'status', true],
  [503, 'status', true],
])('status %s: %s', async (status, kind, isTemporary) => {
  world.answers((_, response) => response.writeHead(status).end());
  await expect(get(at('pictures.org'))).rejects.toMatchObject({ kind, isTemporary });
});

test.each<[string, string]>([
  ['says nothing', ''],
  ['sends half a header', 'HTTP/1.1 200 OK\r\nContent-'],
  ['stops in the body', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nabc'],
])('a server that %s is given up in time', async (_, sent) => {
  world.answers(({ socket }) => void socket.write(sent));
  await expect(get(at('pictures.org'), { timeoutMs: 150 })).rejects.toMatchObject({
    kind: 'slow',
    isTemporary: true,
  });
});

test.each<[string, string]>([
  ['closes the connection', ''],
  ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  [
    'sends two lengths',
    'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['sends a header without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['ends too early', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nabc'],
])('a server that %s cannot be reached', async (_, sent) => {
  world.answers(({ socket }) => void socket.end(sent));
  expect(await refusal(at('pictures.org'))).toBe('unreachable');
});

test('an unknown encoding, and a damaged one, are refused', async () => {
  expect(await refusalOf(Buffer.from('x'), { 'content-encoding': 'zstd' })).toBe('type');
  expect(await refusalOf(Buffer.from('x'), { 'content-encoding': 'gzip, gzip' })).toBe('type');
  expect(await refusalOf(Buffer.from('no gzip'), { 'content-encoding': 'gzip' })).toBe('unreachable');
});

test('https speaks TLS to the checked address, and refuses a server that does not', async () => {
  const secure = `https://pictures.org:${world.port}/`;
  expect(await refusal(secure)).toBe('unreachable');
  expect(world.dialled).toEqual([publicAddress]);
  expect(world.seen.requests).toEqual([]);
});

test('an unknown host and a private one are refused with the same message', async () => {
  world.name('private.org', ['10.0.0.1']);
  const reason = (host: string) => get(at(host)).catch((error) => error.reason.replace(host, 'HOST'));
  expect(await reason('private.org')).toBe(await reason('unknown.org'));
});

test('sends a message with its headers, and returns the status of the answer without reading its body', async () => {
  let got: unknown;
  world.answers(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    got = [request.method, request.url, request.headers['webhook-id'], Buffer.concat(parts).toString()];
    response.writeHead(429, { 'retry-after': '1.5' }).write('more follows');
  });
  const message = { headers: { 'webhook-id': '7' }, body: '{"ü":1}', timeoutMs: 2000 };
  expect(await world.remote.post(at('pictures.org', '/in?key=1'), message)).toEqual({
    status: 429,
    retryAfterSeconds: 2,
  });
  expect(got).toEqual(['POST', '/in?key=1', '7', '{"ü":1}']);
});

test('a message goes to no private address, rebound names included, and follows no redirect', async () => {
  const post = (url: string) => world.remote.post(url, { headers: {}, body: 'x', timeoutMs: 150 });
  let requested = 0;
  world.name('rebinding.org', () => [requested++ === 0 ? publicAddress : '127.0.0.1']);
  expect(await post(at('rebinding.org'))).toMatchObject({ status: 200 });
  await expect(post(at('rebinding.org'))).rejects.toMatchObject({ kind: 'unreachable' });
  await expect(post(at('127.0.0.1'))).rejects.toMatchObject({ kind: 'unreachable' });
  world.answers((_, response) => response.writeHead(307, { location: at('rebinding.org') }).end());
  expect(await post(at('pictures.org'))).toMatchObject({ status: 307 });
  world.answers(() => {});
  await expect(post(at('pictures.org'))).rejects.toMatchObject({ kind: 'slow' });
  expect(world.dialled.every((address) => address === publicAddress)).toBe(true);
});

test('a process reads sixteen addresses at once', async () => {
  world.answers((_, response) => setTimeout(() => send(response, 'hello'), 50));
  const kinds = await Promise.all(Array.from({ length: 17 }, () => refusal(at('pictures.org'))));
  expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(16);
  expect(kinds[16]).toBe('slow');
});
