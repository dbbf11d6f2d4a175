import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { app } from '#app.ts';
import { openDb } from '#db/client.ts';
import { changeSettings } from '#features/administration/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { type SettingChanges, usualSettings } from '#lib/switches/model.ts';
import { accountToken, tokenField, tokenHeader } from '#platform/anti-forgery.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { signIn } from '#platform/auth/session.ts';
import { inTransaction } from '#platform/ctx.ts';
import { CachedSwitches, followSwitches } from '#platform/switches/switches.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from '#testing/http.ts';
import { makePack } from '#testing/make-lists.ts';
import { grantRole } from '#testing/moderators.ts';
import { smallServer } from '#testing/small-server.ts';
import { asMember, makeTrack, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

const { db, url } = await testDb({ editions: 'all' });
const ctx = await testCtx({ db, site: 'tmnf' });
const { site } = ctx;
const admin = await grantRole(await asMember(ctx), Level.administrator, 'all');
const member = await asMember(ctx);

const set = (changes: SettingChanges) =>
  inTransaction(admin, (tx) => changeSettings(tx, changes, 'The test of the switches.'));

afterEach(() => set(usualSettings));

const serve = (services = ctx) => smallServer({ services, site, routes: app.routes, trustProxy: false });

async function browser(who: TestCtx, port: number) {
  const { sessionId } = await signIn(who, { cookies: {}, secure: false }, who.viewer.accountId ?? 0);
  const token = accountToken(who, who.viewer.accountId ?? 0);
  return (method: string, path: string, form: Record<string, string> = {}) => {
    const body = new URLSearchParams({ [tokenField]: token, ...form }).toString();
    return ask(port, path, {
      host: site.host,
      method,
      headers: {
        accept: 'application/json',
        'content-length': String(body.length),
        cookie: `${cookieName('session', site, false)}=${sessionId}`,
        'content-type': 'application/x-www-form-urlencoded',
        [tokenHeader]: token,
      },
      body,
    });
  };
}

/** Writes that change nothing of the edition, or that check the edition they change. */
const worksReadOnly = [
  /^POST \/(login|logout)(\/|$)/,
  /^POST \/account\/(?!(name|tokens|applications(\/:\w+)?)$)/,
  /^POST \/oauth\/revoke$/,
  /^PUT \/toggleui\//,
  /^POST \/notices\/unsubscribe$/,
  /^POST \/moderation\/(act|undo|case)$/,
  /^POST \/administration(\/testmail)?$/,
];

const works = (route: string) => worksReadOnly.some((pattern) => pattern.test(route));

test('a read-only edition refuses every write with a sentence, and nothing else', async () => {
  const send = await browser(member, await serve());
  // forms with files find their subject before they are read
  const trackId = await makeTrack(member);
  const packId = await makePack(member, { ownerId: member.viewer.userId, name: 'Best' });
  const writes = Object.keys(app.routes)
    .filter((route) => !route.startsWith('GET '))
    .map((route) => ({
      route,
      path: route.replace(/^\w+ /, '').replace(/:\w+/g, `${/pack/.test(route) ? packId : trackId}`),
    }))
    // signing out comes last: it ends the session of the others
    .sort((a, b) => Number(works(a.route)) - Number(works(b.route)));
  await set({ ReadOnly: true });
  for (const { route, path } of writes) {
    const answer = await send(route.split(' ')[0] ?? '', path);
    if (works(route))
      expect([route, answer.text]).not.toEqual([route, expect.stringContaining('is read-only')]);
    else if (app.routes[route as keyof typeof app.routes]?.scope)
      expect([route, answer.status]).toEqual([route, 401]);
    else {
      expect([route, answer.status, answer.text]).toEqual([
        route,
        503,
        expect.stringContaining('is read-only'),
      ]);
      expect(answer.headers['retry-after']).toBe('300');
    }
  }
  expect((await send('GET', '/api/tracks')).status).toBe(200);
});

test('a form that a read-only edition refuses comes back with what was typed', async () => {
  const trackId = await makeTrack(member);
  await set({ ReadOnly: true });
  const text = 'A long comment that took an hour.';
  const answer = await (await Uploader.of(member)).ask('POST', `/commentupdate/${trackId}/comment/0`, {
    form: new URLSearchParams({ Comment: text }),
    headers: { accept: 'text/html' },
  });
  expect(answer).toMatchObject({ status: 503, page: { form: { problem: { status: 503 } } } });
  expect(answer.page?.form?.values.get('Comment')).toBe(text);
});

test('an act on a read-only edition is refused on every edition, and so is an appeal there', async () => {
  await set({ ReadOnly: true });
  const elsewhere = await Uploader.of({ ...admin, site: (await testCtx({ db, site: 'tmn' })).site });
  const form = { site: 'tmnf', kind: 'comment', id: '1', act: 'comment.delete', Reason: 'x' };
  expect((await elsewhere.ask('POST', '/moderation/act', { form: new URLSearchParams(form) })).status).toBe(
    503,
  );
  const appeal = { site: 'tmnf', actId: '1', Text: 'It was a joke.' };
  expect(
    await elsewhere.ask('POST', '/decisions/appeal', { form: new URLSearchParams(appeal) }),
  ).toMatchObject({ status: 503 });
});

test('closed registration refuses new accounts, and signing in still works', async () => {
  const send = await browser(member, await serve());
  const form = { Name: 'newcomer', Email: 'new@example.org', Password: 'a long sentence 123' };
  await set({ RegistrationClosed: true });
  const answer = await send('POST', '/register', form);
  expect([answer.status, answer.text]).toEqual([
    403,
    expect.stringContaining('New accounts cannot be created'),
  ]);
  expect((await send('POST', '/login', { Name: 'nobody', Password: 'x' })).text).not.toContain(
    'cannot be created',
  );
  await set({ RegistrationClosed: false });
  expect((await send('POST', '/register', form)).status).toBe(200);
});

test.each([
  ['/trackupload/analyse'],
  ['/trackupload'],
  ['/multitrackupload'],
  ['/replayupload/analyse'],
  ['/replayupload'],
])('closed uploads refuse POST %s', async (path) => {
  const send = await browser(member, await serve());
  await set({ UploadsClosed: true });
  const answer = await send('POST', path);
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('are closed at the moment')]);
  await set({ UploadsClosed: false });
  expect((await send('POST', path)).text).not.toContain('closed');
});

test('closed uploads refuse a new file of a track', async () => {
  const trackId = await makeTrack(member);
  const send = await browser(member, await serve());
  await set({ UploadsClosed: true });
  expect((await send('POST', `/trackreplace/${trackId}`)).text).toContain('are closed at the moment');
});

test('quotas count what a user did within 24 hours', async () => {
  const person = await asMember(ctx, Level.standard);
  const send = await browser(person, await serve());
  const trackId = await makeTrack(member);
  await set({ CommentsPerDay: 1, UploadsPerDay: 1 });
  const comment = (Comment: string) => send('POST', `/commentupdate/${trackId}/comment/0`, { Comment });
  expect((await comment('The first comment of the day.')).status).toBe(200);
  const second = await comment('The second comment of the day.');
  expect([second.status, second.text]).toEqual([
    429,
    expect.stringContaining('at most 1 comments and awards a day'),
  ]);

  const uploader = await Uploader.of(person);
  const upload = async () => (await uploader.publish(entry(0, { TrackFile: trackFile() }))).results[0];
  expect(await upload()).toHaveProperty('TrackId');
  expect(JSON.stringify(await upload())).toContain('one track in 24 hours');
  await set({ CommentsPerDay: null, UploadsPerDay: null });
  expect(await upload()).toHaveProperty('TrackId');
  expect((await comment('The third comment of the day.')).status).toBe(200);
});

test('the notice is in prerendered pages too, as soon as it is set', async () => {
  const port = await serve();
  const page = (headers: Record<string, string> = {}) => ask(port, '/', { host: site.host, headers });
  const before = await page();
  expect(before.text).not.toContain('notice-line');
  await set({ Banner: 'Back at <nine>, $& all.' });
  const after = await page();
  expect(after.text).toContain('>Back at &#60;nine&#62;, $&#38; all.</p>');
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect(after.headers['content-security-policy']).toBe(before.headers['content-security-policy']);
  const packed = await page({ 'accept-encoding': 'br' });
  expect(brotliDecompressSync(packed.bytes).toString()).toBe(after.text);
  expect((await page({ 'if-none-match': after.headers.etag ?? '' })).status).toBe(304);
  await set({ Banner: '' });
  expect((await page()).text).toBe(before.text);
});

test.each([{ RegistrationClosed: true }, { ReadOnly: true }])(
  'prerendered pages offer no account with %j',
  async (closed) => {
    const port = await serve();
    const page = async () => (await ask(port, '/', { host: site.host })).text;
    expect(await page()).toContain('Register');
    await set(closed);
    const without = await page();
    expect(without).not.toContain('Register');
    expect(without).toContain('front page');
    await set(usualSettings);
    expect(await page()).toContain('Register');
  },
);

test('a server in another process follows without a restart', async () => {
  const opened = openDb(url, { max: 2 });
  const own = new CachedSwitches(opened.db);
  const unfollow = followSwitches(own, { url, log: ctx.log });
  onTestFinished(async () => {
    await unfollow();
    await opened.close();
  });
  const send = await browser(member, await serve({ ...ctx, switches: own }));
  const statusOf = async (wanted: number) => {
    let status = 0;
    for (let waited = 0; status !== wanted && waited < 5000; waited += 20) {
      await sleep(20);
      status = (await send('POST', '/notices/read')).status;
    }
    return status;
  };
  expect(await statusOf(200)).toBe(200);
  await set({ ReadOnly: true });
  expect(await statusOf(503)).toBe(503);
  await set({ ReadOnly: false });
  expect(await statusOf(200)).toBe(200);
});
