import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { usualSwitches } from '#lib/switches/model.ts';
import type { Services } from '#platform/context.ts';
import { Health } from '#platform/health/health.ts';
import { allSites } from '#sites/all.ts';
import type { Site } from '#sites/schema.ts';
import { ask } from '#testing/http.ts';
import { startSmallServer } from '#testing/small-server.ts';

const sites = (await allSites()).slice(0, 2);
const [first, second] = sites;
if (!first || !second) throw new Error('There are fewer than two editions.');
const log = pino({ level: 'silent' });
const services = { log, switches: { of: () => usualSwitches }, health: new Health(log) };
const html = { accept: 'text/html' };

const open = (untilReady: (site: Site) => Promise<void>) =>
  startSmallServer({
    services: services as unknown as Services, // everything that these requests use
    sites,
    routes: {},
    trustProxy: false,
    untilReady,
    stepsOf: () => ['Tracks & replays: 3 of 4'],
  });

/** A server whose editions are ready when the test says so. */
async function starting() {
  const ready = new Map(sites.map((site) => [site, Promise.withResolvers<void>()]));
  const server = open(async (site) => ready.get(site)?.promise);
  onTestFinished(async () => (await server).stop());
  return { server, ready };
}

test('a server listens at once; its editions say that they are starting, and what they wait for, until they are ready', async () => {
  const { server, ready } = await starting();
  const { port, whenServed } = await server;
  const from = (host: string, headers = {}, method = 'GET', path = '/') =>
    ask(port, path, { host, headers, method });
  expect((await from(second.host, html)).status).toBe(503);
  ready.get(second)?.resolve();
  await whenServed(second);
  expect((await from(second.host, html)).text).toContain('front page');

  const page = await from(first.host, html);
  expect(page.status).toBe(503);
  expect(page.text).toContain(`<h1>${first.name} is starting</h1>`);
  expect(page.text).toContain('<li>Tracks &amp; replays: 3 of 4</li>');
  expect(page.headers).toMatchObject({ 'retry-after': '2', refresh: '2' });
  const head = await from(first.host, html, 'HEAD');
  expect([head.status, head.bytes.length]).toEqual([503, 0]);
  const program = await from(first.host, { accept: 'application/json' }, 'GET', '/api/tracks');
  expect(program.status).toBe(503);
  expect(JSON.parse(program.text).detail).toBe(`${first.name} is starting. Try again in a few seconds.`);
  expect((await from('nobody.example', html)).text).toContain('Choose your game');
  expect((await from(first.host, {}, 'GET', '/api/health')).status).toBe(200);

  ready.get(first)?.resolve();
  await whenServed(first);
  expect((await from(first.host, html)).text).toContain('front page');
});

test('a form that is sent to an edition that is starting is not sent again by the browser', async () => {
  const { server, ready } = await starting();
  ready.get(second)?.resolve();
  const { port } = await server;
  const reply = await ask(port, '/login', { host: first.host, headers: html, method: 'POST' });
  expect([reply.status, reply.headers.refresh]).toEqual([503, undefined]);
});

test('a server that is about to stop is not ready, but alive, and serves until it has drained', async () => {
  const drained = Promise.withResolvers<void>();
  const server = await startSmallServer({
    services: { ...services, health: new Health(log) } as unknown as Services, // everything that these requests use
    sites,
    routes: {},
    trustProxy: false,
    drained: () => drained.promise,
  });
  const statusOf = async (path: string) =>
    (await ask(server.port, path, { host: first.host, headers: html })).status;
  const all = () => Promise.all(['/readyz', '/livez', '/'].map(statusOf));
  expect(await all()).toEqual([200, 200, 200]);
  const stopped = server.stop();
  expect(await all()).toEqual([503, 200, 200]);
  drained.resolve();
  await stopped;
  await expect(all()).rejects.toThrow('ECONNREFUSED');
});

test('behind a balancer, a connection in use is closed with its next response, and no request on it is lost', async () => {
  const server = await startSmallServer({
    services: { ...services, health: new Health(log) } as unknown as Services, // everything that these requests use
    sites,
    routes: {},
    trustProxy: false,
    drained: async () => {},
    finishMs: 5000,
  });
  const socket = connect(server.port, '127.0.0.1');
  const get = async () => {
    socket.write(`GET / HTTP/1.1\r\nHost: ${first.host}\r\n\r\n`);
    const [chunk] = await once(socket, 'data');
    return String(chunk);
  };
  expect(await get()).toMatch(/^HTTP\/1.1 200[\s\S]*Connection: keep-alive/);
  const stopped = server.stop();
  await vi.waitFor(() => expect(ask(server.port, '/', { host: first.host })).rejects.toThrow('ECONNREFUSED'));
  expect(await get()).toMatch(/^HTTP\/1.1 200[\s\S]*Connection: close/);
  await stopped;
});

test('an edition that fails after the server is up rejects the promise that it will be served', async () => {
  const { server, ready } = await starting();
  ready.get(second)?.resolve();
  const { whenServed } = await server;
  const served = expect(whenServed(first)).rejects.toThrow('not built');
  ready.get(first)?.reject(new Error('not built'));
  await served;
});

test('before others may, the process requests pages of an edition with headers that nobody else knows', async () => {
  const seen: (readonly [string, number])[] = [];
  const { port, whenServed, stop } = await startSmallServer({
    services: services as unknown as Services, // everything that these requests use
    sites: [first],
    routes: {},
    trustProxy: false,
    untilReady: async () => undefined,
    warmUp: async ({ host }, own) => {
      for (const headers of [
        {},
        Object.fromEntries(Object.keys(own.headers).map((name) => [name, 'a guess'])),
        own.headers,
      ])
        seen.push([
          headers === own.headers ? 'own' : 'other',
          (await ask(own.port, '/', { host, headers: { ...html, ...headers } })).status,
        ]);
    },
  });
  onTestFinished(stop);
  await whenServed(first);
  expect(seen).toEqual([
    ['other', 503],
    ['other', 503],
    ['own', 200],
  ]);
  expect((await ask(port, '/', { host: first.host, headers: html })).status).toBe(200);
});
