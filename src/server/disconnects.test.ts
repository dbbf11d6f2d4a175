import type { Server } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { Admission } from '#platform/admission/admission.ts';
import type { Services } from '#platform/context.ts';
import { badRequest } from '#platform/http/problem.ts';
import { makeRouter } from '#platform/http/router.ts';
import type { Reply } from '#platform/http/types.ts';
import { allSites, siteByCode } from '#sites/all.ts';
import { serveRequest } from './dispatch.ts';
import { closeGracefully, listen, makeHttpServer } from './listen.ts';

const site = siteByCode(await allSites(), 'tmnf');
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await closeGracefully(server, 0);
});

/** Log lines of one request whose client disconnects before the response `answer`. */
async function logged(answer: () => Promise<Reply>): Promise<{ level: number; msg: string }[]> {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) });
  let done: Promise<void> | undefined;
  const handle = async (gone: Promise<unknown>): Promise<Reply> => {
    await gone;
    return answer();
  };
  const server = makeHttpServer((message, response) => {
    const gone = new Promise((resolve) => response.once('close', resolve));
    const route = makeRouter({ 'GET /a': { handle: () => handle(gone) } });
    const doors = {
      services: { log, admission: new Admission() } as unknown as Services,
      route,
      trustProxy: false,
      publicPort: null,
    }; // everything that a visitor's request uses
    done = serveRequest(doors, site, async () => 'missing', message, response);
  });
  servers.push(server);
  const port = await listen(server, 0, '127.0.0.1');
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n'));
  await vi.waitUntil(() => done !== undefined);
  socket.destroy();
  await done;
  return lines;
}

const failure = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {});
const errors = 50;

test.each([
  ['a complete response', async () => ({ status: 200, body: 'x'.repeat(5000) })],
  ['a stream', async () => ({ status: 200, body: new Readable({ read() {} }) })],
  ['a refusal', () => Promise.reject(badRequest('The form ended before it was complete.'))],
  ['an aborted read', () => Promise.reject(failure('aborted', 'ECONNRESET'))],
])('a client that disconnects before %s is not an error', async (_, answer) => {
  const lines = await logged(answer);
  expect(lines.filter(({ level }) => level >= errors)).toEqual([]);
});

test('a bug is logged even if the client has disconnected', async () => {
  const lines = await logged(() => Promise.reject(failure('a bug')));
  expect(lines).toMatchObject([{ level: errors, msg: 'request failed' }]);
});

test('a server that repeatedly cannot accept connections continues', async () => {
  const server = makeHttpServer((_message, response) => response.end('here'));
  servers.push(server);
  const port = await listen(server, 0, '127.0.0.1');
  for (let times = 0; times < 3; times++) server.emit('error', failure('accept EMFILE', 'EMFILE'));
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
});
