import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { usualSwitches } from '#lib/switches/model.ts';
import type { Services } from '#platform/context.ts';
import { fileReply } from '#platform/files/serve.ts';
import { customaryName } from '#platform/http/header-names.ts';
import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { embeddable } from '#platform/http/security-headers.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import { allSites } from '#sites/all.ts';
import { ask } from '#testing/http.ts';
import { rawRequest, smallServer } from '#testing/small-server.ts';

const [site] = await allSites();
if (!site) throw new Error('no edition');
const { host } = site;

const bytes = '0123456789';
const blob = {
  sizeBytes: bytes.length,
  stream: (part?: { start: number; end: number }) =>
    Readable.from(part ? bytes.slice(part.start, part.end + 1) : bytes),
};
const sha256 = 'a'.repeat(64);
const picture = (request: HttpRequest): Reply =>
  fileReply(request, {
    blob,
    sha256,
    modifiedAt: new Date(0),
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=60', ...embeddable },
  });
const cookie = { 'set-cookie': 'session_abc=secret' };
const isPublic = { 'cache-control': 'public, max-age=60' };

const routes: RouteTable = {
  'GET /json': { handle: async () => json({}) },
  'GET /bare': { handle: async () => ({ status: 200, body: 'x' }) },
  'GET /stream': { handle: async () => ({ status: 200, body: Readable.from(['x']) }) },
  'GET /busy-list': { handle: async () => json({}, 503) },
  'GET /full': { handle: async () => json({}, 503, { 'retry-after': '30' }) },
  'GET /gone': { handle: async () => Promise.reject(notFound('This')) },
  'GET /picture': { handle: async (_, request) => picture(request) },
  'POST /write': { handle: async () => seeOther('/') },
  'GET /renewed': { handle: async () => json({}, 200, { ...isPublic, ...cookie }) },
  'GET /unchanged': { handle: async () => ({ status: 304, headers: { ...isPublic, ...cookie } }) },
};
const services = {
  log: pino({ level: 'silent' }),
  secrets: { antiForgery: 'x' },
  clock: { now: () => new Date() },
  switches: { of: () => usualSwitches },
};

const start = (settings: { trustProxy: boolean; publicPort?: number }) =>
  smallServer({ services: services as unknown as Services, site, routes, ...settings }); // everything that these requests use

interface Kind {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  host?: string;
  status: number;
  /** the content type of text, with its charset */
  type?: string;
  isDocument?: true;
  mayBeEmbedded?: true;
}
const html = 'text/html; charset=utf-8';
const kinds: Readonly<Record<string, Kind>> = {
  page: { path: '/page', status: 200, type: html, isDocument: true },
  'prerendered page': { path: '/', status: 200, type: html, isDocument: true },
  script: { path: '/_astro/a.123.js', status: 200, type: 'text/javascript; charset=utf-8' },
  style: { path: '/_astro/a.123.css', status: 200, type: 'text/css; charset=utf-8' },
  drawing: { path: '/_astro/mark.svg', status: 200, type: 'image/svg+xml; charset=utf-8' },
  'picture of all editions': {
    path: '/images/road.svg',
    status: 200,
    type: 'image/svg+xml; charset=utf-8',
    mayBeEmbedded: true,
  },
  text: { path: '/words.txt', status: 200, type: 'text/plain; charset=utf-8' },
  manifest: { path: '/site.webmanifest', status: 200, type: 'application/manifest+json; charset=utf-8' },
  'file not sent again': { path: '/words.txt', headers: { 'if-none-match': '*' }, status: 304 },
  'HEAD of a file': { path: '/words.txt', method: 'HEAD', status: 200 },
  JSON: { path: '/json', status: 200, type: 'application/json; charset=utf-8' },
  'text without a type': { path: '/bare', status: 200 },
  stream: { path: '/stream', status: 200 },
  picture: { path: '/picture', status: 200, mayBeEmbedded: true },
  'part of a picture': {
    path: '/picture',
    headers: { range: 'bytes=0-3' },
    status: 206,
    mayBeEmbedded: true,
  },
  'part that is not there': {
    path: '/picture',
    headers: { range: 'bytes=90-' },
    status: 416,
    mayBeEmbedded: true,
  },
  'picture not sent again': {
    path: '/picture',
    headers: { 'if-none-match': '*' },
    status: 304,
    mayBeEmbedded: true,
  },
  redirect: { path: '/write', method: 'POST', status: 303 },
  'problem for scripts': { path: '/gone', status: 404, type: 'application/problem+json; charset=utf-8' },
  'problem for people': {
    path: '/gone',
    headers: { accept: 'text/html' },
    status: 404,
    type: html,
    isDocument: true,
  },
  'no page for scripts': { path: '/nowhere', status: 404, type: 'application/problem+json; charset=utf-8' },
  'wrong method': { path: '/json', method: 'DELETE', status: 405 },
  'API problem for people': {
    path: '/api/nowhere',
    headers: { accept: 'text/html' },
    status: 404,
    type: 'application/problem+json; charset=utf-8',
  },
  'other spelling of a page': { path: '/Page/?a=B', status: 301 },
  'API of an unknown host': {
    path: '/api/tracks',
    headers: { accept: 'text/html' },
    host: 'elsewhere.example',
    status: 404,
    type: 'application/problem+json; charset=utf-8',
  },
  'broken address': { path: '/%zz', status: 400 },
  portal: { path: '/', host: 'elsewhere.example', status: 200, type: html, isDocument: true },
  'portal, no such page': {
    path: '/x',
    host: 'elsewhere.example',
    status: 404,
    type: html,
    isDocument: true,
  },
  'broken host': { path: '/', host: 'a:99999', status: 400, type: 'application/problem+json; charset=utf-8' },
  'what node:http refuses by itself': { path: '/', headers: { expect: 'the unexpected' }, status: 417 },
};

test.each([
  ['without TLS', false],
  ['behind TLS', true],
])('every kind of response has its security headers: %s', async (_, isSecure) => {
  const port = await start({ trustProxy: true });
  for (const [name, kind] of Object.entries(kinds)) {
    const headers = { ...kind.headers, ...(isSecure && { 'x-forwarded-proto': 'https' }) };
    const answer = await ask(port, kind.path, {
      host: kind.host ?? host,
      method: kind.method ?? 'GET',
      headers,
    });
    const sent = answer.headers;
    // old tools compare names letter by letter
    expect(answer.headerNames, name).toEqual(answer.headerNames.map(customaryName));
    const policy = String(sent['content-security-policy']);
    expect(answer.status, name).toBe(kind.status);
    if (kind.type) expect(sent['content-type'], name).toBe(kind.type);
    expect(sent['x-content-type-options'], name).toBe('nosniff');
    expect(sent['referrer-policy'], name).toBe('strict-origin-when-cross-origin');
    expect(sent['cross-origin-resource-policy'], name).toBe(
      kind.mayBeEmbedded ? 'cross-origin' : 'same-origin',
    );
    expect(sent['cache-control'], name).toBeDefined();
    expect(sent['access-control-allow-origin'], name).toBeUndefined();
    expect([sent['x-powered-by'], sent.server], name).toEqual([undefined, undefined]);
    if (!kind.isDocument) expect(policy, name).toContain("default-src 'none'; frame-ancestors 'none'");
    expect(policy.includes('sandbox'), name).toBe(!kind.isDocument);
    expect(sent['cross-origin-opener-policy'], name).toBe(kind.isDocument && 'same-origin-allow-popups');
    expect(sent['permissions-policy']?.includes('camera=()'), name).toBe(kind.isDocument);
    expect(sent['strict-transport-security'], name).toBe(
      isSecure ? 'max-age=63072000; includeSubDomains' : undefined,
    );
    expect(policy.includes('upgrade-insecure-requests'), name).toBe(isSecure && kind.isDocument === true);
  }
});

test('an untrusted X-Forwarded-Proto does not enable https', async () => {
  const port = await start({ trustProxy: false });
  for (const path of ['/', '/page', '/json']) {
    const { headers } = await ask(port, path, { host, headers: { 'x-forwarded-proto': 'https' } });
    expect(headers['strict-transport-security'], path).toBeUndefined();
  }
});

test('a response with a cookie is never stored, regardless of its own headers', async () => {
  const port = await start({ trustProxy: false });
  for (const path of ['/renewed', '/unchanged', '/form']) {
    const { headers } = await ask(port, path, { host });
    expect(headers['set-cookie'], path).toHaveLength(1);
    expect(headers['cache-control'], path).toBe('private, no-store');
  }
});

test.each([
  ['no request', 'NONSENSE\r\n\r\n', 400],
  ['a header that is too long', `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
  ['a body with a wrong length', `POST /x HTTP/1.1\r\nHost: ${host}\r\nContent-Length: -1\r\n\r\n`, 400],
])('an invalid request is refused with a sentence and the usual headers: %s', async (_, text, status) => {
  const answer = await rawRequest(await start({ trustProxy: false }), text);
  const [head = '', body] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(body).toMatch(/^[A-Z].*\.\n$/);
  for (const line of [
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Content-Type: text/plain; charset=utf-8',
    'Referrer-Policy: strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy: same-origin',
    'Connection: close',
    `Content-Length: ${body?.length}`,
  ]) {
    expect(head.split('\r\n')).toContain(line);
  }
  expect(head).toMatch(/Content-Security-Policy: default-src 'none'.*sandbox/);
});

test.each([
  ['two Host headers', `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n`],
  ['two equal Host headers', `GET /json HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n`],
  ['none', 'GET / HTTP/1.1\r\n'],
  ['an empty one', 'GET / HTTP/1.1\r\nHost:\r\n'],
  ['a port above 65535', `GET / HTTP/1.1\r\nHost: ${host}:99999\r\n`],
  ['garbage', 'GET / HTTP/1.1\r\nHost: "><script>\r\n'],
  ['another address in the request line', `GET http://${host}/json HTTP/1.1\r\nHost: ${host}\r\n`],
  ['another address for an unknown host', 'GET http://a.example/ HTTP/1.1\r\nHost: b.example\r\n'],
  ['two slashes', `GET //evil.example/ HTTP/1.1\r\nHost: ${host}\r\n`],
])('an invalid Host or target is refused: %s', async (_, text) => {
  const answer = await rawRequest(await start({ trustProxy: false }), `${text}Connection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain('nosniff');
  expect(answer).not.toContain('<script>');
});

test('pages use the public origin, not the Host header', async () => {
  const open = await start({ trustProxy: false });
  const shown = async (port: number, given: Record<string, string>, as = host) =>
    JSON.parse((await ask(port, '/page', { host: as, headers: given })).text);
  const own = { host: `${host}:${open}`, origin: `http://${host}:${open}` };
  expect(await shown(open, {}, `${host}:1234`)).toMatchObject(own);
  const pretended = { 'x-forwarded-host': 'evil.example:1', 'x-forwarded-proto': 'https' };
  expect(await shown(open, pretended)).toMatchObject(own);
  const proxied = await start({ trustProxy: true });
  const forwarded = { 'x-forwarded-host': `evil.example, ${host}:1`, 'x-forwarded-proto': 'https' };
  expect(await shown(proxied, forwarded, 'inner')).toMatchObject({ host, origin: `https://${host}` });
  const other = await start({ trustProxy: true, publicPort: 8443 });
  expect(await shown(other, { 'x-forwarded-proto': 'https' })).toMatchObject({
    origin: `https://${host}:8443`,
  });
});

test('the forwarded host selects the edition, and is refused if it is invalid', async () => {
  const port = await start({ trustProxy: true });
  const status = async (forwarded: string) =>
    (await ask(port, '/json', { host: 'inner', headers: { 'x-forwarded-host': forwarded } })).status;
  expect(await status(host)).toBe(200);
  expect(await status(`evil.example, ${host}`)).toBe(200);
  expect(await status(`${host}, evil.example`)).toBe(404);
  expect(await status(`${host}:99999`)).toBe(400);
});

test.each(['/_image', '/_image?href=/images/road.svg', '/%5fimage', '/_actions/x', '/_server-islands/x'])(
  'the endpoint %s of the framework is closed',
  async (path) => {
    const port = await start({ trustProxy: false });
    for (const method of ['GET', 'HEAD', 'POST']) {
      expect((await ask(port, path, { host, method })).status, method).toBe(404);
    }
    const page = await ask(port, path, { host, headers: { accept: 'text/html' } });
    expect([page.status, JSON.parse(page.text).problem.status]).toEqual([404, 404]);
  },
);

test.each([
  ['a page that could not read its list', '/busy', '5'],
  ['an endpoint that does not know better', '/busy-list', '5'],
  ['an endpoint that knows', '/full', '30'],
])('every 503 has Retry-After: %s', async (_, path, seconds) => {
  const port = await start({ trustProxy: false });
  const answer = await ask(port, path, { host, headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, seconds]);
});
