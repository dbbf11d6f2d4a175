import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDb } from '#db/client.ts';
import { homeCounts } from '#features/home/server/site-counts.ts';
import { newsList } from '#features/news/server/list.ts';
import { packList } from '#features/packs/list/server/list.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { videoList } from '#features/videos/server/list.ts';
import { Level } from '#lib/codes/level.ts';
import { Admission } from '#platform/admission/admission.ts';
import { signIn } from '#platform/auth/session.ts';
import { readForm } from '#platform/http/form-body.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import { params } from '#platform/lists/params.ts';
import { ListReads, listTimeoutMs } from '#platform/lists/reads.ts';
import { readPage } from '#platform/lists/run.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from '#testing/http.ts';
import { smallServer } from '#testing/small-server.ts';
import { asMember } from '#testing/tracks.ts';
import { maxPipelined } from './listen.ts';

const { db, url } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const { host } = ctx.site;

/** An endpoint whose requests wait until they are let go. */
function gate() {
  const waiting: (() => void)[] = [];
  const seen: string[] = [];
  return {
    seen,
    endpoint: {
      handle: async (_: unknown, { path, search }: { path: string; search?: string }) => {
        seen.push(path + (search ?? ''));
        await new Promise<void>((resolve) => void waiting.push(resolve));
        return json({ path });
      },
    },
    /** lets all that run now go on */
    open: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

const serve = (routes: RouteTable, admission: Admission) =>
  smallServer({ services: { ...ctx, admission }, site: ctx.site, routes, trustProxy: true });

const from = (address: string) => ({ host, headers: { 'x-forwarded-for': address } });

test('a hundred parallel first visits from one address are all served, whatever the statements of their pages', async () => {
  const opened = openDb(url, { max: 2, statementTimeoutMs: listTimeoutMs });
  onTestFinished(opened.close);
  const lists = [
    ...[1, 3, 5, 8, 10, 26].map((order1) => [trackList, { order1, count: 5 }] as const),
    ...[newsList, packList, videoList].map((list) => [list, { count: 5 }] as const),
  ];
  const routes: RouteTable = {
    // as many lists as the front page, each with a statement that this process has never sent
    'GET /front': {
      handle: async (at) => {
        const [counts] = await Promise.all([
          homeCounts(at),
          ...lists.map(([list, asked]) => readPage(at, list, params(asked))),
        ]);
        return json(counts);
      },
    },
  };
  const services = {
    ...ctx,
    admission: new Admission(),
    listReads: new ListReads({ db: opened.db, connections: 2 }),
  };
  const port = await smallServer({ services, site: ctx.site, routes, trustProxy: true });
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ask(port, '/front', from('192.0.2.1'))),
  );
  expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
});

test('when too many wait, the newest request of the client with the most is refused, in a sentence', async () => {
  const { endpoint, seen, open } = gate();
  const admission = new Admission({ places: 1, maxWaiting: 3 });
  const port = await serve({ 'GET /slow/:n': endpoint, 'GET /api/slow/:n': endpoint }, admission);
  const first = ask(port, '/slow/0', from('192.0.2.1'));
  await expect.poll(() => seen).toHaveLength(1);
  const greedy = [1, 2, 3].map((n) => ask(port, `/slow/${n}`, from('192.0.2.1')));
  await expect.poll(() => admission.requests.waiting).toBe(3);

  const page = await ask(port, '/slow/4', from('192.0.2.1'));
  expect([page.status, page.headers['retry-after'], page.headers['content-type']]).toEqual([
    503,
    '10',
    'text/plain; charset=utf-8',
  ]);
  expect(page.text).toContain('many requests from you or your network are waiting already');
  const api = await ask(port, '/api/slow/5', from('192.0.2.1'));
  expect([api.status, api.headers['retry-after'], JSON.parse(api.text)]).toMatchObject([
    503,
    '10',
    { status: 503 },
  ]);

  // what needs no computing is served, and another visitor takes the place of the greediest client's newest request
  expect((await ask(port, '/api/health', { host })).status).toBe(200);
  expect((await ask(port, '/words.txt', { host })).status).toBe(200);
  const other = ask(port, '/slow/6', from('192.0.2.2'));
  expect((await greedy[2])?.status).toBe(503);
  expect(admission.takeSlowed()).toMatchObject([
    { client: 'network 192.0.2.1', running: 1, waiting: 2, refused: 3 },
    { client: 'network 192.0.2.2', waiting: 1, refused: 0 },
  ]);
  const timer = setInterval(open, 5);
  onTestFinished(() => clearInterval(timer));
  expect((await Promise.all([first, other, ...greedy.slice(0, 2)])).map(({ status }) => status)).toEqual([
    200, 200, 200, 200,
  ]);
  expect(seen[1]).toBe('/slow/6');
});

test('a request whose client has left is never begun', async () => {
  const { endpoint, seen, open } = gate();
  const admission = new Admission({ places: 1 });
  const port = await serve({ 'GET /slow/:n': endpoint }, admission);
  const first = ask(port, '/slow/1', from('192.0.2.1'));
  await expect.poll(() => seen).toHaveLength(1);
  const leaving = connect(port, '127.0.0.1');
  leaving.write(`GET /slow/2 HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await expect.poll(() => admission.requests.waiting).toBe(1);
  leaving.destroy();
  await expect.poll(() => admission.requests.waiting).toBe(0);
  open();
  expect((await first).status).toBe(200);
  expect([seen, admission.requests.running]).toEqual([['/slow/1'], 0]);
});

test('sessions and tokens that nobody has make no other client; a session that was read counts for its account', async () => {
  const { endpoint, seen, open } = gate();
  const admission = new Admission({ places: 5, placesEach: 1 });
  const port = await serve(
    { 'GET /slow/:n': endpoint, 'GET /quick': { handle: async () => json({}) } },
    admission,
  );
  const member = await asMember(ctx);
  expect(member.viewer.level).toBeGreaterThanOrEqual(Level.standard);
  const sender = { cookies: {}, secure: false };
  const { sessionId } = await signIn(ctx, sender, member.viewer.accountId ?? 0);
  const withCookie = (id: string) => ({
    host,
    headers: { 'x-forwarded-for': '192.0.2.1', cookie: `session_tmnf=${id}` },
  });
  await ask(port, '/quick', withCookie(sessionId));
  const sent = [
    ask(port, '/slow/1', from('192.0.2.1')),
    ask(port, '/slow/2', withCookie('a'.repeat(40))),
    ask(port, '/slow/3', {
      host,
      headers: { 'x-forwarded-for': '192.0.2.1', authorization: `Bearer paddock_${'b'.repeat(43)}` },
    }),
  ];
  await expect.poll(() => admission.requests.waiting).toBe(2);
  sent.push(ask(port, '/slow/4', withCookie(sessionId)));
  await expect.poll(() => seen).toHaveLength(2);
  expect([...admission.requests.states()].map(({ client }) => client)).toEqual([
    'network 192.0.2.1',
    `account ${member.viewer.accountId}`,
  ]);
  const timer = setInterval(open, 5);
  onTestFinished(() => clearInterval(timer));
  await Promise.all(sent);
});

test('bodies that arrive slowly, and downloads that are read slowly, hold no place', async () => {
  const admission = new Admission({ places: 1, placesEach: 1 });
  const download = new Readable({ read: () => undefined });
  const port = await serve(
    {
      'POST /form': { handle: async (_, request) => json(Object.fromEntries(await readForm(request))) },
      'GET /download': { handle: async () => ({ status: 200, body: download }) },
      'GET /quick': { handle: async () => json({}) },
    },
    admission,
  );
  const trickling: Socket = connect(port, '127.0.0.1');
  const form = 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 7';
  trickling.write(`POST /form HTTP/1.1\r\nHost: ${host}\r\n${form}\r\n\r\na=1`);
  await expect.poll(() => admission.bodies.running).toBe(1);
  const reading = ask(port, '/download', { host });
  await expect
    .poll(() => download.readableFlowing !== null || download.listenerCount('readable') > 0)
    .toBe(true);
  expect((await ask(port, '/quick', { host })).status).toBe(200);

  let received = '';
  trickling.on('data', (chunk) => {
    received += String(chunk);
  });
  trickling.write('&b=2');
  await expect.poll(() => received).toContain('{"a":"1","b":"2"}');
  trickling.destroy();
  download.push(null);
  expect((await reading).status).toBe(200);
  expect([admission.bodies.running, admission.requests.running]).toEqual([0, 0]);
});

test('the requests of a connection run one after the other; one with too many of them is closed', async () => {
  const { endpoint, seen, open } = gate();
  const port = await serve({ 'GET /slow/:n': endpoint }, new Admission());
  const request = (n: number) => `GET /slow/${n} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const sent = (count: number) => {
    const socket = connect(port, '127.0.0.1');
    const state = { closed: false, text: '' };
    socket.on('data', (chunk) => {
      state.text += String(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      state.closed = true;
    });
    socket.write(Array.from({ length: count }, (_, n) => request(n)).join(''));
    return { socket, state };
  };
  // one runs, and as many as may wait
  const allowed = sent(maxPipelined + 1);
  await expect.poll(() => seen).toEqual(['/slow/0']);
  await sleep(50);
  expect(seen).toEqual(['/slow/0']);
  const timer = setInterval(open, 1);
  onTestFinished(() => clearInterval(timer));
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(maxPipelined + 1);
  await expect.poll(() => allowed.state.text.split('HTTP/1.1 200').length - 1).toBe(maxPipelined + 1);
  expect([allowed.state.closed, seen.at(-1)]).toEqual([false, `/slow/${maxPipelined}`]);
  allowed.socket.destroy();
  clearInterval(timer);

  seen.length = 0;
  const tooMany = sent(2000);
  await expect.poll(() => tooMany.state.closed).toBe(true);
  expect(seen).toEqual(['/slow/0']);
  open();
  await sleep(50);
  expect(seen).toEqual(['/slow/0']);
});
