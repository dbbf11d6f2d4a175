import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { yes } from '#lib/rules/verdict.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import type { Services } from '#platform/context.ts';
import { tokenEndpoint } from '#platform/http/token-endpoint.ts';
import { allSites } from '#sites/all.ts';
import { ask } from '#testing/http.ts';
import { smallServer } from '#testing/small-server.ts';

const [site] = await allSites();
if (!site) throw new Error('no edition');

/** Without a database: a request whose cookie is read fails. */
const services = { log: pino({ level: 'silent' }), clock: { now: () => new Date() } } as unknown as Services;

const forPrograms = tokenEndpoint({
  scope: 'records',
  about: 'Nothing.',
  input: z.object({}),
  output: z.object({}),
  limitBytes: 10,
  allow: () => yes,
  run: async () => ({}),
});

test('an endpoint for API tokens reads no cookie and names the way to authenticate', async () => {
  const routes = {
    'POST /api/programs': forPrograms,
    'POST /api/people': { handle: async () => ({ status: 204 }) },
  };
  const port = await smallServer({ services, site, routes, trustProxy: false });
  const headers = { cookie: `${cookieName('session', site, false)}=${'a'.repeat(40)}` };
  const post = (path: string) => ask(port, path, { host: site.host, method: 'POST', headers });
  const answer = await post('/api/programs');
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect(JSON.parse(answer.text)).toMatchObject({
    detail: 'Send an API token as "Authorization: Bearer …".',
  });
  // the same cookie is read elsewhere
  expect((await post('/api/people')).status).toBe(500);
});
