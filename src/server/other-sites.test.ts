import { pino } from 'pino';
import { expect, test } from 'vitest';
import { usualSwitches } from '#lib/switches/model.ts';
import { apiVersion } from '#lib/wire/api-versions.ts';
import type { Services } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { allSites } from '#sites/all.ts';
import { ask } from '#testing/http.ts';
import { smallServer } from '#testing/small-server.ts';

const [site] = await allSites();
if (!site) throw new Error('no edition');
const { host } = site;
// everything that these requests use
const services = {
  log: pino({ level: 'silent' }),
  secrets: { antiForgery: 'x' },
  clock: { now: () => new Date() },
  switches: { of: () => usualSwitches },
} as unknown as Services;

const answers = (more: Partial<Endpoint> = {}): Endpoint => ({ ...more, handle: async () => json({}) });
const port = () =>
  smallServer({
    services,
    site,
    trustProxy: true,
    routes: {
      'GET /api/list': answers({ isOpen: true }),
      'GET /api/gone': { isOpen: true, handle: async () => Promise.reject(notFound('This')) },
      'GET /picture': answers({ isShared: true }),
      'GET /api/viewer': answers(),
      'POST /form': answers(),
      'POST /exchange': answers({ ignoresCookies: true }),
      'DELETE /api/list': answers({ scope: 'tracks' }),
    },
  });

const origin = 'https://tool.example';
const allowed = '*';
const cookie = 'theme=1';

test.each([
  ['GET', '/api/list', {}, allowed],
  ['GET', '/api/list', { cookie }, undefined],
  ['GET', '/api/gone', {}, allowed],
  ['GET', '/picture', {}, allowed],
  ['GET', '/picture', { cookie }, undefined],
  ['GET', '/api/viewer', {}, undefined],
  ['POST', '/form', {}, undefined],
  ['POST', '/exchange', {}, allowed],
  ['POST', '/exchange', { cookie }, allowed],
  ['DELETE', '/api/list', { cookie }, allowed],
  ['GET', '/api/nothing', {}, undefined],
] as const)('%s %s with %j allows other sites: %s', async (method, path, headers, expected) => {
  const answer = await ask(await port(), path, { host, method, headers: { origin, ...headers } });
  expect(answer.headers['access-control-allow-origin']).toBe(expected);
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
});

test.each([
  ['/api/list', 'GET', 204],
  ['/api/list', 'DELETE', 204],
  ['/picture', 'GET', 204],
  ['/exchange', 'POST', 204],
  ['/api/list', 'POST', 405],
  ['/api/viewer', 'GET', 405],
  ['/form', 'POST', 405],
] as const)('a browser that asks whether it may send %s by %s gets %s', async (path, method, status) => {
  const answer = await ask(await port(), path, {
    host,
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method },
  });
  expect(answer.status).toBe(status);
  const isAllowed = status === 204;
  expect(answer.headers['access-control-allow-origin']).toBe(isAllowed ? allowed : undefined);
  expect(answer.headers['access-control-allow-methods']).toBe(isAllowed ? method : undefined);
  if (isAllowed) expect(answer.headers['access-control-allow-headers']).toContain('Authorization');
});

test('reads of the API say what is left for their network; pages and the machine itself are not counted', async () => {
  const to = await port();
  const from = (address: string, path = '/api/list') =>
    ask(to, path, { host, headers: { 'x-forwarded-for': address } });
  const [first, second, other] = [
    await from('192.0.2.1'),
    await from('192.0.2.1', '/api/gone'),
    await from('192.0.2.2'),
  ];
  expect(first.headers['api-version']).toBe(apiVersion);
  expect(first.headers['ratelimit-policy']).toBe('"reads";q=6000;w=60');
  expect(first.headers.ratelimit).toMatch(/^"reads";r=5999;t=\d+$/);
  expect(second.headers.ratelimit).toMatch(/^"reads";r=5998;t=\d+$/);
  expect(other.headers.ratelimit).toMatch(/^"reads";r=5999;t=\d+$/);
  for (const answer of [await from('192.0.2.1', '/picture'), await ask(to, '/api/list', { host })])
    expect(answer.headers.ratelimit).toBeUndefined();
});
