import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { signIn } from '#platform/auth/session.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from '#testing/http.ts';
import { smallServer } from '#testing/small-server.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const member = await asMember(ctx);
const { site, clock } = ctx;

async function publishedTrack(): Promise<number> {
  const { results } = await (await Uploader.of(member)).publish(entry(0, { TrackFile: trackFile() }));
  const [track] = results;
  if (!track || !('TrackId' in track)) throw new Error(JSON.stringify(results));
  return track.TrackId;
}

const trackId = await publishedTrack();
const paths = Object.keys(app.routes)
  .filter((route) => route.startsWith('GET '))
  .map((route) => route.slice('GET '.length).replace(':n', '0').replace(/:\w+/g, String(trackId)))
  // a stream of changes does not end; from before the log it is refused
  .map((path) => (path === '/api/events' ? `${path}?since=0` : path))
  .concat('/page', '/form', '/', '/no-such-page');

/** The cookie of a session that its next visit renews. */
async function agedSession(): Promise<string> {
  const { sessionId } = await signIn(ctx, { cookies: {}, secure: false }, member.viewer.accountId ?? 0);
  clock.forward({ days: 16 });
  return `${cookieName('session', site, false)}=${sessionId}`;
}

const isShareable = (cacheControl = '') => !/private|no-store/.test(cacheControl);

/** With a body, and without one (304). */
const conditional: Record<string, string>[] = [{}, { 'if-none-match': '*' }];

test('no response that a shared cache may store has a cookie, and none with a cookie may be stored', async () => {
  const port = await smallServer({ services: ctx, site, routes: app.routes, trustProxy: false });
  const shared: string[] = [];
  const renewed: string[] = [];
  for (const path of paths) {
    for (const conditions of conditional) {
      const answer = await ask(port, path, {
        host: site.host,
        headers: { ...conditions, cookie: await agedSession() },
      });
      const { 'set-cookie': cookies, 'cache-control': caching } = answer.headers;
      if (cookies) expect(caching, path).toBe('private, no-store');
      if (cookies) renewed.push(path);
      else if (isShareable(caching)) shared.push(path);
    }
  }
  // both kinds occurred, so the test could have failed
  expect(renewed).toEqual(expect.arrayContaining(['/api/tracks', '/page', `/trackgbx/${trackId}`]));
  expect(shared).toEqual(
    expect.arrayContaining(['/api/meta/tags', '/api/openapi.json', `/trackimage/${trackId}`]),
  );
});

/** As after the job that draws it: its file is missing, so the placeholder stays. */
const drawn = (id: number) =>
  ctx.jobs.add('draw-track', { site: site.code, trackId: id }).then(() => ctx.jobs.runAll(ctx));

test('a picture leaves renewing the session to the next page', async () => {
  const port = await smallServer({ services: ctx, site, routes: app.routes, trustProxy: false });
  const cookie = await agedSession();
  const visit = async (path: string) => {
    const { headers } = await ask(port, path, { host: site.host, headers: { cookie } });
    return [headers['cache-control'], headers['set-cookie']?.length ?? 0];
  };
  await drawn(trackId);
  expect(await visit(`/trackimage/${trackId}`)).toEqual(['public, max-age=300', 0]);
  expect(await visit('/page')).toEqual(['private, no-store', 1]);
  expect(await visit('/page')).toEqual(['private, no-store', 0]);
});

test('personal pages and lists are not stored', async () => {
  const port = await smallServer({ services: ctx, site, routes: app.routes, trustProxy: false });
  const { sessionId } = await signIn(ctx, { cookies: {}, secure: false }, member.viewer.accountId ?? 0);
  const cookie = `${cookieName('session', site, false)}=${sessionId}`;
  for (const path of ['/page', '/form', '/api/tracks', '/api/viewer', '/no-such-page']) {
    const { headers } = await ask(port, path, { host: site.host, headers: { cookie, accept: 'text/html' } });
    expect(headers['cache-control'], path).toContain('no-store');
  }
  const { headers } = await ask(port, '/page', { host: site.host });
  expect(headers['cache-control'], 'a page of nobody').toBe('private, no-cache');
});
