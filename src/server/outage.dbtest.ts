import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { app } from '#app.ts';
import { makeTrack, makeUser } from '#demo/make.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { decideConfig } from '#platform/config.ts';
import { makeRouter } from '#platform/http/router.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { params } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';
import { openServices } from '#platform/services.ts';
import { allSites } from '#sites/all.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { startDbProxy } from '#testing/db-proxy.ts';
import { Visitor } from '#testing/kill/visitor.ts';
import { askedPage, serveCached } from './cached-pages.ts';
import { serveRequest } from './dispatch.ts';
import type { RenderPage } from './edition.ts';
import { serveHealth } from './health.ts';
import { closeGracefully, listen, makeHttpServer } from './listen.ts';
import { startTrackSearch } from './track-search.ts';

const ran: string[] = [];
const note = defineJob({
  name: 'outage-note',
  input: z.object({ text: z.string() }),
  run: async (_ctx, { text }) => void ran.push(text),
});

/** Registering adds it. */
const confirm = defineJob({ name: 'mail-confirm', input: z.looseObject({}), run: async () => {} });

const { db: direct, url } = await testDb({ editions: 'all' });
const elsewhere = await testCtx({ db: direct, site: 'tmnf' });
const dataDir = await mkdtemp(join(tmpdir(), 'paddock-outage-'));
const proxy = await startDbProxy(url);
const config = decideConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
const sites = await allSites();
const { services, queue, close } = await openServices({
  config,
  databaseUrl: proxy.url,
  sites,
  jobs: [note, confirm],
  readTimeoutMs: 500,
});
await queue.work(services);
const [site] = sites.filter(({ code }) => code === 'tmnf');
if (!site) throw new Error('There is no edition tmnf.');
const search = startTrackSearch(services, [site], proxy.url);
await search.loaded;
const doors = { services, route: makeRouter(app.routes), trustProxy: false, publicPort: null };

/** What happens between the two reads of the page /halves, and the track that both read. */
let between = async () => {};
let halvesOf = 0;
const render: RenderPage = async ({ url: path }, { ctx }) => {
  if (path !== '/halves') return 'missing';
  const read = async (fields: string) =>
    (await readPage(ctx, trackList, params({ id: halvesOf, fields }))).rows.join();
  const first = await read('TrackName');
  await between();
  const body = Buffer.from(`${first} ${await read('TrackId,TrackName')}`);
  return { status: 200, headers: { 'content-type': 'text/html' }, body };
};
const server = makeHttpServer((message, response) => {
  if (serveHealth(services.health, message, response)) return;
  const asked = askedPage(doors, site, message, response);
  const make = () => void serveRequest(doors, site, render, message, response, asked);
  if (asked) serveCached(asked, make);
  else make();
});
const port = await listen(server, 0, '127.0.0.1');

afterAll(async () => {
  proxy.restore();
  await closeGracefully(server, 100);
  await search.stop();
  await close();
  await proxy.close();
  await rm(dataDir, { recursive: true });
});

interface Answer {
  status: number;
  retryAfter: string | undefined;
  type: string | undefined;
  body: string;
}

function ask(path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers: { host: site?.host } };
    const sent = httpRequest(options, (response) => {
      response.toArray().then(
        (chunks) =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            type: response.headers['content-type'],
            body: Buffer.concat(chunks).toString(),
          }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function until(what: () => Promise<boolean>, withinMs = 20_000): Promise<void> {
  for (let waited = 0; !(await what()); waited += 50) {
    if (waited > withinMs) throw new Error(`waited in vain for ${what}`);
    await sleep(50);
  }
}

const tracks = async () => {
  const { status, body } = await ask('/api/tracks?fields=TrackId&count=1000');
  if (status !== 200) return null;
  return (JSON.parse(body) as { Results: { TrackId: number }[] }).Results.map(({ TrackId }) => TrackId); // as requested
};

test('while the database is away each request gets 503 with Retry-After; afterwards everything works', async () => {
  const uploader = await makeUser(elsewhere);
  const first = await makeTrack(elsewhere, uploader);
  await until(async () => (await tracks())?.includes(first) ?? false);
  const person = new Visitor(port, site.host);
  await person.register('outage');

  proxy.cut();
  expect(await ask('/api/users')).toMatchObject({
    status: 503,
    retryAfter: '5',
    type: 'application/problem+json; charset=utf-8',
    body: expect.stringContaining('The database cannot be reached'),
  });
  expect((await person.get('/api/viewer')).status, 'reading a session').toBe(503);
  await expect(new Visitor(port, site.host).register('later'), 'a rate limit').rejects.toThrow(
    /The database cannot be reached/,
  );
  const edit = await person.post('/commentdelete/1', new URLSearchParams());
  expect(edit.status, 'a write').toBe(503);
  // committed by another process while nothing here listens
  const second = await makeTrack(elsewhere, uploader);
  await sleep(500);

  proxy.restore();
  await until(isReached);
  // before the next regular refresh, which runs every 30 s
  await until(async () => (await tracks())?.includes(second) ?? false, 12_000);
  expect((await person.get('/api/viewer')).status).toBe(200);
  await queue.add('outage-note', { text: 'after the outage' });
  await until(async () => ran.includes('after the outage'));
  expect(search.state()).toBe('ok');
}, 60_000);

/** As a restart does. */
const endConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(
    direct,
  );
const rename = (name: string) =>
  direct
    .updateTable('track')
    .set({ name, name_folded: name })
    .where('site', '=', site.code)
    .where('track_id', '=', halvesOf)
    .execute();
/** The index has read the new name, and pages are cached again. */
const isFollowed = async () => {
  const { body } = await ask(`/api/tracks?name=renamed&fields=TrackId&id=${halvesOf}`);
  return body.includes(String(halvesOf)) && (services.caches?.pages.isOn ?? false);
};
const isReached = async () => (await ask('/api/users')).status === 200;

test.each<[string, () => Promise<void>, number]>([
  ['that loses the database is refused', async () => proxy.cut(), 503],
  [
    'that a restart divides',
    async () => {
      await endConnections();
      await rename('renamed');
      await until(isFollowed);
    },
    200,
  ],
])(
  'a page %s, and what it read is not cached',
  async (_, meanwhile, status) => {
    halvesOf = await makeTrack(elsewhere, await makeUser(elsewhere), { track: { name: 'before' } });
    await until(async () => (await tracks())?.includes(halvesOf) ?? false);
    await until(async () => services.caches?.pages.isOn ?? false);
    between = meanwhile;
    const divided = await ask('/halves');
    expect(divided.status).toBe(status);
    between = async () => {};
    if (status === 200) expect(divided.body).toMatch(/before.*renamed/);
    else {
      proxy.restore();
      await rename('renamed');
      await until(isFollowed);
    }
    const { body } = await ask('/halves');
    expect(body.match(/before|renamed/g)).toEqual(['renamed', 'renamed']);
    await until(async () => services.caches?.pages.isOn ?? false);
    await ask('/halves');
    const { hits = 0 } = services.caches?.pages ?? {};
    expect((await ask('/halves')).body).toBe(body);
    expect(services.caches?.pages.hits, 'it is cached again').toBe(hits + 1);
  },
  60_000,
);

test('the process and its work continue after the server ends all connections', async () => {
  for (let times = 0; times < 3; times++) {
    await endConnections();
    await until(isReached);
  }
  const third = await makeTrack(elsewhere, await makeUser(elsewhere));
  await until(async () => (await tracks())?.includes(third) ?? false, 12_000);
  await queue.add('outage-note', { text: 'after the end' });
  await until(async () => ran.includes('after the end'));
}, 60_000);

test('health says so when the database hangs, even to a signed-in user, and when it has recovered', async () => {
  const health = async () => {
    const { status, body } = await ask('/api/health');
    return { status, ...JSON.parse(body) };
  };
  const person = new Visitor(port, site.host);
  await person.register('patient');
  await until(async () => (await health()).Status === 'ok');
  expect(Object.keys((await health()).Parts).sort()).toEqual([
    'Database',
    'Disk',
    'Files',
    'Jobs',
    'Mail',
    'Search',
  ]);
  proxy.freeze();
  const givenUp = ask('/api/users');
  await until(async () => (await health()).status === 503);
  expect(await health()).toMatchObject({
    Status: 'no database',
    Parts: { Database: 'unreachable', Files: 'ok' },
  });
  expect((await person.get('/api/health')).status).toBe(503);
  expect(await givenUp, 'a request is given up as well').toMatchObject({ status: 503, retryAfter: '5' });
  proxy.cut(); // what was sent while frozen is lost
  proxy.restore();
  await until(async () => (await health()).Status === 'ok', 30_000);
}, 90_000);
