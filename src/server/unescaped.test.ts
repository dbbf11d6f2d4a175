import { expect, test } from 'vitest';
import { usualSwitches } from '#lib/switches/model.ts';
import type { Services } from '#platform/context.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import { allSites } from '#sites/all.ts';
import { rawRequest, smallServer } from '#testing/small-server.ts';
import { escapedRequest } from './unescaped.ts';

const [site] = await allSites();
if (!site) throw new Error('no edition');
const { host } = site;
const routes: RouteTable = {
  'GET /apiget.aspx': {
    handle: async (_, { query, address }) => json({ track: query.get('track'), address }),
  },
};
const services = {
  secrets: { antiForgery: 'x' },
  clock: { now: () => new Date() },
  switches: { of: () => usualSwitches },
} as unknown as Services; // all that is used

const answerTo = async (text: string) =>
  rawRequest(await smallServer({ services, site, routes, trustProxy: false }), text);
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);

test.each(['Снежная', 'Žofie', 'turbo sprint', 'é ü', '100%25 日'])(
  'a script may send “%s” in an address without escapes',
  async (track) => {
    for (const [version, connection] of [
      ['1.0', ''],
      ['1.1', ''],
      ['1.1', 'Connection: keep-alive\r\n'],
    ]) {
      const answer = await answerTo(
        `GET /apiget.aspx?track=${track} HTTP/${version}\r\nHost: ${host}\r\n${connection}User-Agent: XASECO\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 200 /);
      expect(JSON.parse(bodyOf(answer))).toEqual({
        track: track.replace('%25', '%'),
        address: '127.0.0.1',
      });
    }
  },
);

test('a HEAD request gets the same headers without a body', async () => {
  const answer = await answerTo(`HEAD /apiget.aspx?track=é HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(bodyOf(answer)).toBe('');
});

test.each([
  ['a form', `POST /a?é HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['another version', `GET /a?é HTTP/2.0\r\nHost: ${host}\r\n\r\n`],
  ['no version', `GET /a?é\r\nHost: ${host}\r\n\r\n`],
  ['a header that is not one', `GET /a?é HTTP/1.1\r\nHost: ${host}\r\nnot a header\r\n\r\n`],
  ['a header that is damaged', `GET /a HTTP/1.1\r\nHost: ${host}\r\nnot a header\r\n\r\n`],
])('%s is refused once', async (_, text) => {
  const answer = await answerTo(text);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer.split('HTTP/1.1 ')).toHaveLength(2);
});

test.each([
  ['GET /a?é HTTP/1.1\r\nHost: x\r\n', 'it is incomplete'],
  ['GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n', 'its address needs no escapes'],
  ['GET /a?é HTTP/1.1\r\nHost: x\r\n\r\nbody', 'it has a body'],
])('%j is not read again: %s', (text) => {
  expect(escapedRequest(Buffer.from(text))).toBeNull();
});
