import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { acrossSites } from '#db/for-site.ts';
import type { ViewerAnswer } from '#features/accounts/forms.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';

const { db } = await testDb({ editions: 'all' });
const everywhere = acrossSites(db, 'the test counts profiles of one account on all editions');
const browser = async (site = 'tmnf') => new Client(await testCtx({ db, site }), app.routes);
let people = 0;

/** A registered user and their browser. */
async function registeredUser(site?: string) {
  people += 1;
  const person = { Name: `Driver ${people}`, Email: `driver${people}@example.org`, Password: 'long enough' };
  const client = await browser(site);
  const answer = await client.post('/register', person);
  expect(answer.problem).toBeUndefined();
  return { ...person, client, answer };
}

test('registering signs in, creates the profile for this edition and returns the viewer', async () => {
  const { client, answer, Name } = await registeredUser();
  const { User, RequestVerificationToken } = answer.json<ViewerAnswer>();
  const Picture = `/users/avatarmini/${User?.UserId}?v=drawn`;
  expect(User).toEqual({ UserId: expect.any(Number), Name, Level: 2, IsSupporter: false, Picture });
  expect(await client.viewer()).toMatchObject({ name: Name, userId: User?.UserId, level: 2 });
  expect((await client.post('/logout', {}, { token: RequestVerificationToken })).status).toBe(200);
});

test('the address of the own picture changes with the picture, so that a browser does not show the one before', async () => {
  const { client } = await registeredUser();
  const { userId } = await client.viewer();
  const picture = async (avatar_sha256: string | null) => {
    await db
      .updateTable('profile')
      .set({ avatar_sha256 })
      .where('site', '=', 'tmnf')
      .where('user_id', '=', userId)
      .execute();
    return (await client.send('GET', '/api/viewer')).json<ViewerAnswer>().User?.Picture;
  };
  const at = `/users/avatarmini/${userId}`;
  expect(await picture('ab'.repeat(32))).toBe(`${at}?v=${'ab'.repeat(6)}`);
  expect(await picture('cd'.repeat(32))).toBe(`${at}?v=${'cd'.repeat(6)}`);
  expect(await picture(null)).toBe(`${at}?v=drawn`);
});

test('the session cookie is hidden from scripts, stays on its host, and is Secure on https', async () => {
  const { answer, client, Name, Password } = await registeredUser();
  const plain = answer.setCookies.find((cookie) => cookie.startsWith('session_tmnf='));
  expect(plain).toMatch(/^session_tmnf=[a-z2-7]{40}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax$/);
  client.secure = true;
  const secure = (await client.post('/login', { Name, Password })).setCookies.join('\n');
  expect(secure).toMatch(/^__Host-session_tmnf=.*; Secure$/m);
  expect(secure).not.toContain('Domain');
});

test('the table contains the hash of a session id and never the id', async () => {
  const { client } = await registeredUser();
  const id = client.cookies.get('session_tmnf') ?? '';
  const rows = await db.selectFrom('session').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(id);
  for (const row of rows) expect(row.id_hash).toMatch(/^[0-9a-f]{64}$/);
});

test('signing in starts a new session and ends the browser’s previous one', async () => {
  const { client, Name, Password } = await registeredUser();
  const before = client.cookies.get('session_tmnf') ?? '';
  await client.signIn({ Name, Password });
  const after = client.cookies.get('session_tmnf');
  expect(after).not.toBe(before);
  client.cookies.set('session_tmnf', before);
  expect((await client.viewer()).accountId).toBeNull();
});

test('an id set by an attacker never becomes a session', async () => {
  const { Name, Password } = await registeredUser();
  const client = await browser();
  const preset = 'a'.repeat(40);
  client.cookies.set('session_tmnf', preset);
  await client.signIn({ Name, Password });
  expect(client.cookies.get('session_tmnf')).not.toBe(preset);
  client.cookies.set('session_tmnf', preset);
  expect((await client.viewer()).accountId).toBeNull();
});

test('signing out ends the session, not only the cookie', async () => {
  const { client, Name } = await registeredUser();
  const id = client.cookies.get('session_tmnf') ?? '';
  const answer = await client.post('/logout', {});
  expect(answer.json<ViewerAnswer>().User).toBeNull();
  expect(client.cookies.has('session_tmnf')).toBe(false);
  client.cookies.set('session_tmnf', id);
  expect((await client.viewer()).name).not.toBe(Name);
  expect(client.cookies.has(cookieName('seed', client.ctx.site, false))).toBe(true);
});

test('a session ends 30 days after the last visit and is renewed in between', async () => {
  const { client, Name } = await registeredUser();
  client.ctx.clock.forward({ days: 14 });
  expect((await client.send('GET', '/api/viewer')).setCookies).toEqual([]);
  client.ctx.clock.forward({ days: 2 });
  const renewed = await client.send('GET', '/api/viewer');
  expect(renewed.setCookies.join()).toContain('session_tmnf=');
  client.ctx.clock.forward({ days: 29 });
  expect((await client.viewer()).name).toBe(Name);
  client.ctx.clock.forward({ days: 31 });
  const gone = await client.send('GET', '/api/viewer');
  expect(gone.json<ViewerAnswer>().User).toBeNull();
  expect(gone.setCookies.join()).toContain('session_tmnf=; ');
});

test('one account works on all editions, with a profile and a session on each', async () => {
  const { client, Name, Password, Email } = await registeredUser('tmnf');
  const other = client.on('tmo', app.routes);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  expect((await other.viewer()).accountId).toBeNull();
  const preset = client.cookies.get('session_tmnf') ?? '';
  other.cookies.set('session_tmo', preset);
  expect((await other.viewer()).accountId).toBeNull();
  await other.signIn({ Name: Email.toUpperCase(), Password });
  const [here, there] = [await client.viewer(), await other.viewer()];
  expect(there).toMatchObject({ accountId: here.accountId, name: Name });
  await other.signIn({ Name, Password });
  const profiles = everywhere
    .selectFrom('profile')
    .select('site')
    .where('account_id', '=', here.accountId ?? 0);
  expect((await profiles.orderBy('site').execute()).map((row) => row.site)).toEqual(['tmnf', 'tmo']);
});

test('signing out everywhere ends the sessions of all editions', async () => {
  const { client, Name, Password } = await registeredUser();
  const other = client.on('tms', app.routes);
  await other.signIn({ Name, Password });
  await client.post('/account/logouteverywhere', {});
  expect((await client.viewer()).accountId).toBeNull();
  expect((await other.viewer()).accountId).toBeNull();
});

test('changing the password requires the old one, ends other sessions and keeps this browser signed in', async () => {
  const { client, Name, Password } = await registeredUser();
  const other = await browser();
  await other.signIn({ Name, Password });
  const wrong = await client.post('/account/password', {
    OldPassword: 'not it at all',
    Password: 'brand new one',
  });
  expect(wrong.problem).toMatchObject({ status: 422, field: 'OldPassword' });
  expect(
    (await client.post('/account/password', { OldPassword: Password, Password: 'brand new one' })).status,
  ).toBe(200);
  expect((await client.viewer()).name).toBe(Name);
  expect((await other.viewer()).accountId).toBeNull();
  expect((await other.post('/login', { Name, Password })).status).toBe(401);
  expect((await other.post('/login', { Name, Password: 'brand new one' })).status).toBe(200);
});

test('a missing, foreign or expired token is a Problem 400, and nothing happens', async () => {
  const { client, Name, Password } = await registeredUser();
  const stranger = await browser();
  const tokens = [null, '', await stranger.token(), await client.on('tmo', app.routes).token()];
  for (const token of tokens) {
    const answer = await client.post('/logout', {}, { token });
    expect(answer.problem).toMatchObject({ status: 400, field: '__RequestVerificationToken' });
  }
  const stale = await client.token();
  client.ctx.clock.forward({ hours: 25 });
  expect((await client.post('/logout', {}, { token: stale })).problem?.status).toBe(400);
  expect((await client.viewer()).name).toBe(Name);
  const visitorToken = await stranger.token();
  await stranger.signIn({ Name, Password });
  expect((await stranger.post('/logout', {}, { token: visitorToken })).problem?.status).toBe(400);
});

test.each([
  ['/trackupload?x=1', '/trackupload?x=1'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example/', '/'],
])('a browser that signs in with returnTo %s is redirected to %s', async (returnTo, location) => {
  const { Name, Password } = await registeredUser();
  const client = await browser();
  const answer = await client.post(
    '/login',
    { Name, Password, returnTo },
    { headers: { accept: 'text/html' } },
  );
  expect(answer).toMatchObject({ status: 303, headers: { location } });
});

test('a refused form is shown again with what was typed, except the password', async () => {
  const client = await browser();
  const form = { Name: 'Nobody here', Password: 'secret words', returnTo: '/trackupload', popup: '1' };
  const { page, status } = await client.post('/login', form, { headers: { accept: 'text/html' } });
  expect(status).toBe(401);
  expect(page).toMatchObject({ path: '/login?returnTo=%2Ftrackupload&popup=1', problem: { field: 'Name' } });
  expect(page?.form?.values.get('Name')).toBe('Nobody here');
  expect(JSON.stringify([...(page?.form?.values ?? [])])).not.toContain('secret words');
});

test('the theme is stored in the profile, and in a cookie for visitors', async () => {
  const visitor = await browser();
  await visitor.token();
  const send = async (client: Client, mode: string) =>
    client.send('PUT', `/toggleui/${mode}`, {
      form: { mode, __RequestVerificationToken: await client.token() },
    });
  expect((await send(visitor, '1')).json()).toEqual({ UiMode: 1 });
  expect(visitor.cookies.get('ui_mode')).toBe('1');
  expect((await visitor.send('GET', '/api/viewer')).json<ViewerAnswer>().UiMode).toBe(1);
  expect((await send(visitor, '3')).problem?.status).toBe(400);
  const { client } = await registeredUser();
  await send(client, '2');
  client.cookies.delete('ui_mode');
  expect((await client.viewer()).uiMode).toBe(2);
});
