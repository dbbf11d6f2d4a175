import { pino } from 'pino';
import { expect, test } from 'vitest';
import { usualSwitches } from '#lib/switches/model.ts';
import type { Services } from '#platform/context.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import { allSites } from '#sites/all.ts';
import { ask } from '#testing/http.ts';
import { rawRequest, smallServer } from '#testing/small-server.ts';

const [site] = await allSites();
if (!site) throw new Error('no edition');
const { host } = site;
const routes: RouteTable = { 'GET /json': { handle: async () => json({}) } };
const services = {
  log: pino({ level: 'silent' }),
  secrets: { antiForgery: 'x' },
  clock: { now: () => new Date() },
  switches: { of: () => usualSwitches },
};

const start = () =>
  smallServer({ services: services as unknown as Services, site, routes, trustProxy: false }); // all that is used

test.each([
  ['/Page', '/page'],
  ['/pAGE/?Query=A%20b', '/page?Query=A%20b'],
  ['/FORM', '/form'],
  ['/list/Mine', '/list/mine'],
  ['/List/MINE/?query=A', '/list/mine?query=A'],
])('%s leads to %s', async (path, location) => {
  const port = await start();
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await ask(port, path, { host, method });
    expect([status, headers.location]).toEqual([301, location]);
  }
});

test('a page that does not exist in the usual spelling either is missing', async () => {
  const port = await start();
  expect((await ask(port, '/list/nothing', { host })).status).toBe(404);
  expect((await ask(port, '/list/%4Dine', { host })).status).toBe(404);
});

test.each(['/%2fEvil.example', '/\\Evil.example', '/.//Evil.example/', '/A%2f..%2f%2fevil.example'])(
  '%s leads to no other host',
  async (path) => {
    const port = await start();
    const answer = await rawRequest(
      port,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    const [, goal = '/'] = /^Location: (.*)$/m.exec(answer) ?? [];
    expect(new URL(goal.trim(), `http://${host}/`).host).toBe(host);
    expect(goal).not.toMatch(/^[/\\]{2}/);
  },
);

test('endpoints are found in any letter case and with trailing slashes', async () => {
  const port = await start();
  for (const path of ['/json', '/JSON', '/Json/', '/json//?x=1'])
    expect((await ask(port, path, { host })).status, path).toBe(200);
});

test('an address that cannot be read is refused as JSON below /api/, as a sentence elsewhere', async () => {
  const port = await start();
  const typeOf = async (path: string) => {
    const { status, headers } = await ask(port, path, { host });
    return [status, headers['content-type']];
  };
  for (const path of ['/api/tracks%00', '/api/%ff'])
    expect(await typeOf(path), path).toEqual([400, 'application/problem+json; charset=utf-8']);
  expect(await typeOf('/tracks%00')).toEqual([400, 'text/plain; charset=utf-8']);
});
