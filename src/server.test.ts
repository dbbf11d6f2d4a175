import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { usualSwitches } from '#lib/switches/model.ts';
import { Admission } from '#platform/admission/admission.ts';
import { systemClock } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { Health } from '#platform/health/health.ts';
import { denied, notFound, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import { allSites } from '#sites/all.ts';
import { ask } from '#testing/http.ts';
import { securityLines } from '#testing/security-lines.ts';
import { rawRequest } from '#testing/small-server.ts';
import { type RunningServer, startServer } from './server.ts';

// A minimal build of an edition: one page that prints what it receives.
const entry = `export const handler = (request, response, next, { origin, problem, form }) => {
  if (!['/page', '/404', '/500'].includes(request.url.split('?')[0])) return next();
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(JSON.stringify({ url: request.url, method: request.method, origin, problem, form: form?.values.toString() }));
};`;

const untouched = new Proxy(
  {},
  {
    get: (_, name) => {
      throw new Error(`db.${String(name)} was used`);
    },
  },
);
const security = securityLines();
const secrets = { antiForgery: 'a', knownBrowser: 'b', unsubscribe: 'u', address: 'c' };
const switches = { of: () => usualSwitches };
const admission = new Admission();
const services = {
  admission,
  clock: systemClock,
  db: untouched,
  log: security.log,
  secrets,
  switches,
  health: new Health(security.log),
} as unknown as Services; // all a visitor's request may use
/** requests that wait, and how to end the last of them */
const slow = { waiting: 0, finish: () => {} };

const routes: RouteTable = {
  'GET /api/hello': {
    handle: async (_, request) => json({ address: request.address, query: request.query.get('q') }),
  },
  'GET /api/gone/:id': { handle: (_ctx, _request, { id }) => Promise.reject(notFound(`Track ${id}`)) },
  'GET /gone/:id': { handle: (_ctx, _request, { id }) => Promise.reject(notFound(`Track ${id}`)) },
  'POST /api/refused/:status': {
    handle: async (_ctx, _request, { status }) => {
      throw status === '403' ? denied('Not yours.') : new Problem(Number(status), 'No.');
    },
  },
  'GET /api/bug': {
    handle: async () => {
      throw new Error('secret detail');
    },
  },
  'GET /api/stream': { handle: async () => ({ status: 200, body: Readable.from(['a', 'b']) }) },
  'GET /api/slow': {
    handle: () =>
      new Promise((resolve) => {
        slow.waiting += 1;
        slow.finish = () => resolve(json({ slow: true }));
      }),
  },
  'POST /page': {
    handle: async () => {
      const problem = { status: 422, title: 'Refused', detail: 'No.', type: 'about:blank' };
      return {
        status: 422,
        page: {
          path: '/page',
          problem,
          form: { action: '/page', values: new URLSearchParams('a=1'), problem },
        },
      };
    },
  },
};

const html = '<!doctype html><p>front page</p>'.repeat(50);
let distDir: string;
let server: RunningServer;
let host: string;

async function start(finishMs = 10_000): Promise<RunningServer> {
  const sites = (await allSites()).slice(0, 1);
  return startServer({
    services,
    sites,
    routes,
    distDir,
    port: 0,
    bind: '127.0.0.1',
    trustProxy: false,
    publicPort: null,
    finishMs,
  });
}

beforeAll(async () => {
  const [site] = await allSites();
  if (!site) throw new Error('no edition');
  host = site.host;
  distDir = await mkdtemp(join(tmpdir(), 'paddock-dist-'));
  const client = join(distDir, site.code, 'client');
  await mkdir(join(distDir, site.code, 'server'), { recursive: true });
  await mkdir(join(client, '_astro'), { recursive: true });
  await mkdir(join(client, 'about'));
  await writeFile(join(distDir, site.code, 'server', 'entry.mjs'), entry);
  await writeFile(join(client, 'index.html'), html);
  await writeFile(join(client, 'index.html.br'), brotliCompressSync(html));
  await writeFile(join(client, 'about', 'index.html'), 'about');
  await writeFile(join(client, '_astro', 'a.123.js'), 'let a;');
  server = await start();
});

afterAll(async () => {
  await server.stop();
  await rm(distDir, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(server.port, path, { host, headers, method });

test('a prerendered page comes from memory, in an encoding that the client accepts', async () => {
  const packed = await get('/', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  const plain = await get('/?x=1');
  expect(plain.text).toBe(html);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers.etag).not.toBe(packed.headers.etag);
  expect((await get('/about/')).text).toBe('about');
});

test('HEAD has the headers of GET and no body; what the client has is not sent again', async () => {
  const head = await get('/', {}, 'HEAD');
  expect([head.headers['content-length'], head.bytes.length]).toEqual([String(html.length), 0]);
  const again = await get('/', { 'if-none-match': `"x", W/${head.headers.etag}` });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test('files named after their content are cached for ever, pages are revalidated', async () => {
  expect((await get('/_astro/a.123.js')).headers['cache-control']).toContain('immutable');
  expect((await get('/')).headers['cache-control']).toBe('no-cache');
});

test('an endpoint responds without a session being looked up', async () => {
  const answer = await get('/api/hello?q=a%20b');
  expect(JSON.parse(answer.text)).toEqual({ address: '127.0.0.1', query: 'a b' });
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect((await get('/api/stream')).text).toBe('ab');
});

test('a refusal is a Problem for scripts and a page for browsers; the API always sends a Problem', async () => {
  const problem = { status: 404, detail: 'Track 7 was not found.' };
  for (const [path, accept] of [
    ['/gone/7', 'application/json'],
    ['/api/gone/7', 'application/json'],
    ['/api/gone/7', 'text/html'],
  ] as const) {
    const script = await get(path, { accept });
    expect(script.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(JSON.parse(script.text)).toMatchObject(problem);
  }
  const person = await get('/gone/7', { accept: 'text/html' });
  expect([person.status, JSON.parse(person.text)]).toMatchObject([
    404,
    { url: '/404', origin: `http://${host}:${server.port}`, problem: { detail: 'Track 7 was not found.' } },
  ]);
});

test('long text is compressed for clients that accept it', async () => {
  const packedPage = await get(`/page?${'x'.repeat(3000)}`, { 'accept-encoding': 'br' });
  expect(packedPage.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(packedPage.bytes.length).toBe(Number(packedPage.headers['content-length']));
  expect(brotliDecompressSync(packedPage.bytes).toString()).toContain('xxx');
  expect((await get(`/page?${'x'.repeat(3000)}`)).headers['content-encoding']).toBeUndefined();
  expect((await get('/page', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
});

test('a bug shows its request id and nothing else', async () => {
  const answer = await get('/api/bug');
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('secret');
  expect(answer.text).toContain(String(answer.headers['x-request-id']));
});

test('a page may have a query, an unknown address is 404, a wrong method is answered with the allowed ones', async () => {
  expect(JSON.parse((await get('/page?a=1')).text).url).toBe('/page?a=1');
  expect((await get('/nowhere')).status).toBe(404);
  expect((await get('/%E0%A4%A')).status).toBe(400);
  expect((await get('/nowhere', {}, 'POST')).status).toBe(404);
  const wrong = await get('/api/hello', {}, 'DELETE');
  expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect((await get('/api/hello', {}, 'TRACE')).status).toBe(405);
});

test('a refused form is shown again with what was typed, under the status of the refusal', async () => {
  const answer = await get('/page', { accept: 'text/html' }, 'POST');
  expect(answer.status).toBe(422);
  expect(JSON.parse(answer.text)).toMatchObject({ method: 'GET', form: 'a=1', problem: { detail: 'No.' } });
});

test('any other host gets links to the editions', async () => {
  const answer = await ask(server.port, '/', { host: 'elsewhere.example:8080' });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(`href="http://${host}:${server.port}/"`);
  expect(answer.text).toContain('None of them is called elsewhere.example.');
  expect((await ask(server.port, '/x', { host: 'elsewhere.example' })).status).toBe(404);
});

const raw = (text: string) => rawRequest(server.port, text);

test('old clients may omit the host, and invalid requests are refused', async () => {
  expect(await raw('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 OK/);
  expect(await raw(`GET /api/hello HTTP/1.0\r\nHost: ${host}\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 OK/);
  expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  expect(await raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 /,
  );
});

test('a stop lets a running request finish and accepts no new one', async () => {
  const other = await start();
  const running = ask(other.port, '/api/slow', { host });
  await vi.waitUntil(() => slow.waiting === 1);
  const stopped = other.stop();
  await vi.waitFor(() => expect(ask(other.port, '/', { host })).rejects.toThrow('ECONNREFUSED'));
  slow.finish();
  expect((await running).text).toBe('{"slow":true}');
  await stopped;
});

test('a stop resets no connection: each is served or refused', async () => {
  for (let round = 0; round < 20; round++) {
    const other = await start();
    const asked = Array.from({ length: 20 }, (_, at) =>
      sleep(at % 4).then(() =>
        ask(other.port, '/', { host }).then(
          ({ status }) => status,
          (error: NodeJS.ErrnoException) => error.code,
        ),
      ),
    );
    const stopped = other.stop();
    const outcomes = new Set(await Promise.all(asked));
    expect([...outcomes].filter((outcome) => outcome !== 200 && outcome !== 'ECONNREFUSED')).toEqual([]);
    await stopped;
  }
});

test('a stop aborts requests that do not finish in time', async () => {
  const other = await start(50);
  const running = ask(other.port, '/api/slow', { host });
  const broken = expect(running).rejects.toThrow();
  await vi.waitUntil(() => slow.waiting === 2);
  await other.stop(); // ends only if the request is aborted, because that waits until the last test
  await broken;
});

test('a busy port is reported in a sentence', async () => {
  const sites = await allSites();
  const options = {
    services,
    sites: sites.slice(0, 1),
    routes,
    distDir,
    bind: '127.0.0.1',
    trustProxy: false,
    publicPort: null,
    finishMs: 0,
  };
  await expect(startServer({ ...options, port: server.port })).rejects.toThrow(
    `Port ${server.port} is in use by another program`,
  );
});

test.each([
  [403, 'policy.refused'],
  [429, 'limit.refused'],
  [404, null],
  [422, null],
])('a response with status %i is the security event %s', async (status, event) => {
  security.taken();
  await get(`/api/refused/${status}?key=hush`, {}, 'POST');
  await get('/api/hello');
  const line = {
    event,
    method: 'POST',
    path: `/api/refused/${status}`,
    from: expect.stringMatching(/^[\w-]{22}$/),
  };
  expect(security.taken()).toEqual(event ? [expect.objectContaining(line)] : []);
  expect(security.text()).not.toContain('hush');
  expect(security.text()).not.toContain('127.0.0.1');
});
