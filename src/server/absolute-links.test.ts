import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { usualSwitches } from '#lib/switches/model.ts';
import type { Services } from '#platform/context.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import { allSites } from '#sites/all.ts';
import { rawRequest, smallServer } from '#testing/small-server.ts';

const [site] = await allSites();
if (!site) throw new Error('no edition');
const { host } = site;

/** Whose requests wait until their client has left, and what these say about themselves then. */
const left: { origin: string; address: string }[] = [];
let arrived = Promise.withResolvers<void>();
const routes: RouteTable = {
  'GET /links': { handle: async (_, { origin, address }) => json({ link: `${origin}/x`, address }) },
  'GET /late': {
    handle: async (_, request) => {
      arrived.resolve();
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      left.push({ origin: request.origin, address: request.address });
      return json({});
    },
  },
};
const services = {
  log: { debug: () => undefined, error: () => undefined, warn: () => undefined },
  secrets: { antiForgery: 'x' },
  clock: { now: () => new Date() },
  switches: { of: () => usualSwitches },
} as unknown as Services; // all that is used

const start = (settings: { trustProxy?: boolean; publicPort?: number } = {}) =>
  smallServer({ services, site, routes, trustProxy: false, ...settings });

/** Every address with a scheme in a response. */
const linksIn = (answer: string) => [...answer.matchAll(/https?:\/\/[^/"\s<>]+/g)].map(([link]) => link);

interface Row {
  readonly about: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly version?: '1.0';
  readonly status?: number;
}
const own = `Host: ${host}`;
const requests: readonly Row[] = [
  { about: 'an ordinary one', target: '/links', headers: [own] },
  { about: 'one with bytes that are not escaped', target: '/links?name=Žofie', headers: [own] },
  { about: 'such a one of HTTP/1.0', target: '/links?name=日 本', headers: [own], version: '1.0' },
  { about: 'a page with such bytes', target: '/page?name=é', headers: [own] },
  { about: 'a page', target: '/page', headers: [own] },
  { about: 'one with another port', target: '/links', headers: [`Host: ${host}:1`] },
  { about: 'one with another port and such bytes', target: '/page?é', headers: [`Host: ${host}:1`] },
  { about: 'one with capitals and a dot', target: '/page', headers: [`Host: ${host.toUpperCase()}.:9`] },
  {
    about: 'one that pretends to come from a proxy',
    target: '/page',
    headers: [own, 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https'],
  },
  { about: 'the portal', target: '/', headers: ['Host: nobody.example:1'] },
  { about: 'the portal with such bytes', target: '/?é', headers: ['Host: nobody.example'] },
  { about: 'the portal at an IPv6 address', target: '/', headers: ['Host: [::1]:8080'] },
  { about: 'the portal without a host', target: '/', headers: [], version: '1.0' },
  { about: 'the portal without a host, with such bytes', target: '/?é', headers: [], version: '1.0' },
];

const send = (
  port: number,
  {
    target,
    headers,
    version = '1.1' as '1.0' | '1.1',
  }: Omit<Row, 'about' | 'version'> & { version?: '1.0' | '1.1' },
) =>
  rawRequest(
    port,
    `GET ${target} HTTP/${version}\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`,
  );

test.each(requests)('links have the host of the edition and the port of the server: $about', async (row) => {
  const port = await start();
  const answer = await send(port, row);
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  const links = linksIn(answer);
  expect(links.length).toBeGreaterThan(0);
  expect(new Set(links)).toEqual(new Set([`http://${host}:${port}`]));
});

test.each([
  [{ trustProxy: true }, ['X-Forwarded-Proto: https'], () => `https://${host}`],
  [
    { trustProxy: true },
    ['X-Forwarded-Proto: http, https', `X-Forwarded-Host: a, ${host}:1`],
    () => `https://${host}`,
  ],
  [{ trustProxy: true }, ['X-Forwarded-Host: [::1]:1', 'X-Forwarded-Proto: https'], () => `https://${host}`],
  [{ trustProxy: true, publicPort: 8443 }, ['X-Forwarded-Proto: https'], () => `https://${host}:8443`],
  [{ trustProxy: true }, [], (port: number) => `http://${host}:${port}`],
  [{ publicPort: 8080 }, [], () => `http://${host}:8080`],
] as const)('behind a proxy, %j with %j, too', async (settings, headers, expected) => {
  const port = await start(settings);
  const isElsewhere = headers.some((line) => line.includes('[::1]'));
  for (const target of isElsewhere ? ['/', '/?é'] : ['/links', '/links?é', '/page', '/page?é']) {
    const answer = await send(port, { target, headers: [own, ...headers] });
    expect([target, [...new Set(linksIn(answer))]]).toEqual([target, [expected(port)]]);
  }
});

test('an address in absolute form is refused, and a redirect names no host', async () => {
  const port = await start();
  for (const target of [`http://${host}/links`, 'http://evil.example/links', 'http://evil.example/links?é']) {
    const answer = await send(port, { target, headers: [own] });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(linksIn(answer)).toEqual([]);
  }
  for (const target of ['/PAGE?é', '/Page/'])
    expect(await send(port, { target, headers: [`Host: ${host}:1`] })).toMatch(
      /\r\nLocation: \/page(?:\?%c3%a9)?\r\n/,
    );
});

test.each(['/late', '/late?é'])(
  'a request to %s knows both ends after its client has left',
  async (target) => {
    const port = await start();
    left.length = 0;
    arrived = Promise.withResolvers();
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\n${own}\r\n\r\n`);
    await arrived.promise;
    socket.destroy();
    await expect.poll(() => left).toEqual([{ origin: `http://${host}:${port}`, address: '127.0.0.1' }]);
  },
);
