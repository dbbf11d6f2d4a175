import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { trackList } from '#features/tracks/list/server/list.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { cookieName, modeCookieName } from '#platform/auth/cookies.ts';
import { signIn } from '#platform/auth/session.ts';
import { readParams } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';
import { CachedPage } from '#platform/page-cache/cached-page.ts';
import { Caches } from '#platform/page-cache/caches.ts';
import { samePart } from '#platform/page-cache/same-part.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { startDbProxy } from '#testing/db-proxy.ts';
import { ask } from '#testing/http.ts';
import { smallServer } from '#testing/small-server.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { handOverHottest, renderEachKind, renderHottest } from './hottest-pages.ts';
import { startTrackSearch } from './track-search.ts';

const { db, url } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const { site, clock } = world;
const member = await asMember(world);
const caches = new Caches({ clock, sites: world.sites.map(({ code }) => code), maxBytes: 1_000_000 });
const ctx = { ...world, caches, finders: new Map() };
const { pages } = caches;
await startTrackSearch(ctx, [site], url).loaded;

beforeEach(async () => {
  caches.lose();
  await ctx.finders.get('tracks')?.catchUp('tmnf');
  await expect.poll(() => pages.isOn).toBe(true);
});

const serve = () => smallServer({ services: ctx, site, routes: {}, trustProxy: true });
const getter =
  (port: number) =>
  (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(port, path, { host: site.host, method, headers });

/** Whether the answer came from the cache. */
async function isHit(run: () => Promise<unknown>): Promise<boolean> {
  const before = pages.hits;
  await run();
  return pages.hits > before;
}

test('a page of a visitor is made once and sent in each form, with a request id of its own; a browser that has it gets 304', async () => {
  const get = getter(await serve());
  const made = await get('/page');
  const cached = await get('/page');
  expect([pages.size, pages.misses, pages.hits]).toEqual([1, 1, 1]);
  expect(cached.text).toBe(made.text);
  expect(cached.headers.etag).toBe(made.headers.etag);
  expect(cached.headers['x-request-id']).not.toBe(made.headers['x-request-id']);
  expect(cached.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; script-src 'self'",
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'content-length': String(made.bytes.length),
  });
  const known = await get('/page', { 'if-none-match': String(made.headers.etag) });
  expect([known.status, known.text, known.headers.etag]).toEqual([304, '', made.headers.etag]);
  const head = await get('/page', {}, 'HEAD');
  expect([head.status, head.text, head.headers['content-length']]).toEqual([
    200,
    '',
    made.headers['content-length'],
  ]);
});

test('the headers of a cached page are those of the page when it was made', async () => {
  const get = getter(await serve());
  const { headers: made } = await get('/page', { 'x-forwarded-proto': 'https' });
  const { headers: cached } = await get('/page', { 'x-forwarded-proto': 'https' });
  expect(cached['strict-transport-security']).toBeDefined();
  const { caches: _, ...without } = ctx;
  const port = await smallServer({ services: without, site, routes: {}, trustProxy: true });
  const { headers: fresh } = await getter(port)('/page', { 'x-forwarded-proto': 'https' });
  const own = ['x-request-id', 'date', 'etag', 'content-length', 'connection', 'keep-alive'];
  const rest = (headers: typeof made) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
  expect(rest(made)).toEqual(rest(fresh));
  expect(rest(cached)).toEqual(rest(fresh));
});

test('a page is the same whatever theme the visitor has chosen, and has no cookie', async () => {
  const get = getter(await serve());
  const night = await get('/page', { cookie: `${modeCookieName(false)}=1; seed_tmnf=abc` });
  expect(await isHit(async () => expect((await get('/page')).text).toBe(night.text))).toBe(true);
  expect(night.headers['set-cookie']).toBeUndefined();
});

test.each<[string, string, Record<string, string>]>([
  ['another query', '/page?a=1', {}],
  ['over https', '/page', { 'x-forwarded-proto': 'https' }],
])('%s is another page', async (_, path, headers) => {
  const get = getter(await serve());
  await get('/page');
  await get('/page?a=1&b=1');
  expect(await isHit(() => get(path, headers))).toBe(false);
  expect(await isHit(() => get(path, headers))).toBe(true);
});

test('a query in another order, or with parameters that a page does not read, is the same page', async () => {
  const get = getter(await serve());
  await get('/page?a=1&b=1');
  expect(await isHit(() => get('/page?b=1&a=1'))).toBe(true);
});

test.each<[string, string, Record<string, string>]>([
  ['a page with a token', '/form', {}],
  ['a page that does not exist', '/no-such-page', {}],
  ['a page that is refused', '/busy', {}],
  ['a page for a session, even one that nobody has', '/page', { cookie: `session_tmnf=${'a'.repeat(40)}` }],
  ['a page for a sign-in that waits', '/page', { cookie: `__Host-second_tmnf=${'a'.repeat(40)}` }],
  ['a part of a page', '/page', { 'x-list-view': 'news' }],
])('%s is never cached', async (_, path, headers) => {
  const get = getter(await serve());
  await get(path, headers);
  expect(await isHit(() => get(path, headers))).toBe(false);
  expect(pages.size).toBe(0);
});

test('users get pages of their own, also when a visitor has just had the same', async () => {
  const get = getter(await serve());
  await get('/page');
  const { sessionId } = await signIn(ctx, { cookies: {}, secure: false }, member.viewer.accountId ?? 0);
  const cookie = `${cookieName('session', site, false)}=${sessionId}`;
  expect(await isHit(() => get('/page', { cookie }))).toBe(false);
  expect((await get('/page', { cookie })).headers['cache-control']).toBe('private, no-store');
  expect(pages.size).toBe(1);
});

test('a switch that the crew changes needs other pages', async () => {
  const get = getter(await serve());
  await get('/page');
  await ctx.switches.reload();
  expect(await isHit(() => get('/page'))).toBe(true);
  await sql`insert into edition_setting (site, name, value, changed_at) values ('tmnf', 'notice', '"Soon."', now())`.execute(
    db,
  );
  await ctx.switches.reload();
  expect(await isHit(() => get('/page'))).toBe(false);
});

test('the pages that are requested most are handed over to the process that starts next, without secrets', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paddock-hottest-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const port = await serve();
  const render = () => renderHottest(dataDir, { port, bind: null, trustProxy: true }, Promise.resolve());
  await render();
  expect(pages.size).toBe(0);
  const get = getter(port);
  const forwarded = { 'x-forwarded-proto': 'https' };
  for (const path of ['/page?hot=1', '/page?hot=1', '/page?key=secret', '/page?key=secret', '/page?hot=no'])
    await get(path, forwarded);
  await handOverHottest(ctx, dataDir)();
  // as in a process that has just started
  caches.lose();
  caches.follow();
  await render();
  expect(await isHit(() => get('/page?hot=1', forwarded))).toBe(true);
  expect(await isHit(() => get('/page?key=secret', forwarded))).toBe(false);
});

test('of the handed-over pages of an edition, one of each kind is rendered before it is served', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paddock-kinds-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const port = await serve();
  const get = getter(port);
  for (const path of ['/page?first=1', '/page?second=1']) await get(path);
  await handOverHottest(ctx, dataDir)();
  caches.lose();
  caches.follow();
  const before = pages.misses;
  const own = { port, bind: null, trustProxy: true, headers: {} };
  await renderEachKind(dataDir, ['elsewhere.localhost'], own);
  expect(pages.misses).toBe(before);
  await renderEachKind(dataDir, [ctx.site.host], own);
  expect(pages.misses).toBe(before + 1);
});

test('requests at the same time share one page', async () => {
  const get = getter(await serve());
  const before = pages.misses;
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/page?at=once')));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(pages.misses - before).toBe(1);
});

test('a client that leaves while it waits for a shared page costs no other page, and the others get theirs', async () => {
  const port = await serve();
  const key = `http://${site.host}:${port}/page?slow=1`;
  for (const isShared of [true, false]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const making = pages.make(
      { site: site.code, key, network: 'a', state: ctx.switches.of(site.code) },
      () => promise,
      async () => {
        if (!isShared) return null;
        const page = {
          body: Buffer.from('shared'),
          headers: { 'content-type': 'text/html' },
          isSecure: false,
        };
        return { value: await CachedPage.of(page), bytes: 100 };
      },
    );
    const leaving = request({ port, path: '/page?slow=1', headers: { host: site.host } });
    leaving.on('error', () => {}).end();
    await once(leaving, 'finish');
    const staying = getter(port)('/page?slow=1');
    await sleep(50);
    leaving.destroy();
    await sleep(50);
    const before = pages.misses;
    resolve();
    await making;
    const { status, text } = await staying;
    expect([status, text === 'shared', pages.misses - before]).toEqual([200, isShared, isShared ? 0 : 1]);
    caches.lose();
    caches.follow();
  }
});

test('after a pause longer than changes are retained, nothing from before is left', async () => {
  const get = getter(await serve());
  await get('/page');
  expect(pages.size).toBe(1);
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60 * minuteMs);
  onTestFinished(() => later.mockRestore());
  await ctx.finders.get('tracks')?.catchUp('tmnf');
  expect(pages.size).toBe(0);
  await expect.poll(() => pages.isOn).toBe(true);
});

test('without an index, lists are read by statements, and what is cached follows the changes of the database', async () => {
  const own = new Caches({ clock, sites: [site.code], maxBytes: 1_000_000 });
  const services = { ...world, caches: own, finders: new Map() };
  const search = startTrackSearch(services, [], url);
  onTestFinished(search.stop);
  await search.loaded;
  expect(search.state()).toBe('ok');
  await expect.poll(() => own.parts.isOn).toBe(true);
  const query = readParams(new URLSearchParams('fields=TrackName'));
  const names = () =>
    samePart(services, 'names', async () => (await readPage(services, trackList, query)).rows.join());
  const id = await makeTrack(member, { name: 'Before' });
  await expect.poll(names).toContain('Before');
  const hits = async () => {
    const before = own.parts.hits;
    await names();
    return own.parts.hits - before;
  };
  // changes by the making of the track may still arrive
  await expect.poll(hits).toBe(1);
  // as another process does
  await db
    .updateTable('track')
    .set({ name: 'After' })
    .where('site', '=', site.code)
    .where('track_id', '=', id)
    .execute();
  await expect.poll(names).toContain('After');
});

test('nothing is cached while changes of other processes cannot be noticed, and nothing from before is left', async () => {
  const proxy = await startDbProxy(url);
  const own = new Caches({ clock, sites: [site.code], maxBytes: 1_000_000 });
  const search = startTrackSearch({ ...world, caches: own, finders: new Map() }, [site], proxy.url);
  onTestFinished(async () => {
    await search.stop();
    await proxy.close();
  });
  await search.loaded;
  await expect.poll(() => own.pages.isOn).toBe(true);
  const store = (meanwhile = async () => {}) =>
    own.pages.make(
      { site: site.code, key: 'page', network: 'a', state: null },
      async () => {
        await meanwhile();
        return 'page';
      },
      async (value) => ({ value, bytes: 100 }),
    );
  await store();
  expect(own.pages.size).toBe(1);
  const during = await store(async () => {
    proxy.cut();
    await expect.poll(() => own.pages.isOn).toBe(false);
    expect([own.pages.size, (await store()).stored]).toEqual([0, null]);
    proxy.restore();
    await expect.poll(() => own.pages.isOn, { timeout: 20_000 }).toBe(true);
  });
  expect(during.stored, 'made while the database was away').toBeNull();
  expect((await store()).stored).toBe('page');
});
