import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { sweepSessions } from '#platform/auth/session.ts';
import { sessionHours } from '#platform/auth/session-life.ts';
import { routes } from '#routes/routes.ts';
import { Client } from '#testing/client.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '../../roles/server/grants.ts';
import { ownSessions } from './sessions.ts';

const { db } = await testDb();
const password = 'long enough';
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const html = { accept: 'text/html' };
let people = 0;

/** A registered user and their browser. */
async function registeredUser(site = 'tmnf') {
  people += 1;
  const Name = `Sitter ${people}`;
  const client = new Client(await testCtx({ db, site }), app.routes);
  const form = { Name, Email: `sitter${people}@example.org`, Password: password };
  expect((await client.post('/register', form, { headers: firefox })).problem).toBeUndefined();
  return { Name, client };
}

async function alsoSignedIn(client: Client, Name: string, site = 'tmnf') {
  const other = client.on(site, app.routes);
  expect((await other.post('/login', { Name, Password: password })).status).toBe(200);
  return other;
}

const listOf = async (client: Client) => ownSessions(seenFrom(client.ctx, { viewer: await client.viewer() }));
const sessionIdOf = async (client: Client) => (await client.viewer()).session?.sessionId ?? 0;
const end = async (client: Client, sessionId: number) =>
  client.post(`/account/sessions/${sessionId}/end`, {});

test('the list shows browser, edition and times of every session, this one first', async () => {
  const { client, Name } = await registeredUser();
  client.ctx.clock.forward({ minutes: 6 });
  await alsoSignedIn(client, Name, 'tmo');
  const [here, there, ...more] = await listOf(client);
  expect(more).toEqual([]);
  expect(here).toMatchObject({ browser: 'Firefox on Linux', edition: 'Nations Forever', isThisOne: true });
  expect(there).toMatchObject({ browser: 'Unknown browser', edition: 'Original', isThisOne: false });
  expect(there?.startedAt).toEqual(client.ctx.clock.now());
});

test('the last visit is stored at most every five minutes', async () => {
  const { client } = await registeredUser();
  const seen = async () => (await listOf(client))[0]?.lastSeenAt.getTime() ?? 0;
  const start = client.ctx.clock.now().getTime();
  client.ctx.clock.forward({ minutes: 4, seconds: 59 });
  expect(await seen()).toBe(start);
  client.ctx.clock.forward({ seconds: 1 });
  await client.viewer();
  expect(await seen()).toBe(start + 300_000);
});

test('one session is signed out by its number, on any edition, and the others stay', async () => {
  const { client, Name } = await registeredUser();
  const second = await alsoSignedIn(client, Name, 'tmo');
  const third = await alsoSignedIn(client, Name);
  expect((await end(client, await sessionIdOf(second))).status).toBe(200);
  expect((await second.viewer()).accountId).toBeNull();
  expect((await third.viewer()).name).toBe(Name);
  expect((await client.viewer()).name).toBe(Name);
});

test('a session of another user cannot be ended: it is not found', async () => {
  const { client } = await registeredUser();
  const victim = await registeredUser();
  const theirs = await sessionIdOf(victim.client);
  const unknown = await end(client, 2_000_000_000);
  const foreign = await end(client, theirs);
  expect(foreign.problem).toMatchObject({ status: 404, detail: unknown.problem?.detail });
  expect((await victim.client.viewer()).name).toBe(victim.Name);
});

test.each(['0', '-1', 'x', '2147483648'])('the session number %s is refused', async (number) => {
  const { client } = await registeredUser();
  expect((await client.post(`/account/sessions/${number}/end`, {})).problem?.status).toBe(400);
});

test('signing out everywhere else leaves this session alone', async () => {
  const { client, Name } = await registeredUser();
  const others = [await alsoSignedIn(client, Name, 'tmo'), await alsoSignedIn(client, Name)];
  expect((await client.post('/account/logoutelsewhere', {})).status).toBe(200);
  for (const other of others) expect((await other.viewer()).accountId).toBeNull();
  expect((await client.viewer()).name).toBe(Name);
});

test('a visitor has no sessions to end', async () => {
  const client = new Client(await testCtx({ db, site: 'tmnf' }), app.routes);
  expect((await end(client, 1)).problem?.status).toBe(401);
  expect((await client.post('/account/logoutelsewhere', {})).problem?.status).toBe(401);
  expect((await client.post('/account/again', { Password: password })).problem?.status).toBe(401);
});

const guarded = ['/account/logoutelsewhere', '/account/logouteverywhere', '/account/sessions/1/end'];

test.each(guarded)('%s needs a sign-in of less than ten minutes ago', async (path) => {
  const { client, Name } = await registeredUser();
  client.ctx.clock.forward({ minutes: 10 });
  const refused = await client.post(path, {});
  expect(refused.problem).toMatchObject({ status: 403, link: routes.accountAgain(routes.account()) });
  const led = await client.post(path, {}, { headers: html });
  expect(led).toMatchObject({ status: 303, headers: { location: routes.accountAgain(routes.account()) } });
  expect((await client.viewer()).name).toBe(Name);
});

test('confirming by password starts a new session under a new id, and keeps the parameters', async () => {
  const { client, Name } = await registeredUser();
  const before = client.cookies.get('session_tmnf') ?? '';
  client.ctx.clock.forward({ minutes: 11 });
  const wrong = await client.post('/account/again', { Password: 'not it at all' });
  expect(wrong.problem).toMatchObject({ status: 422, field: 'Password' });
  expect(client.cookies.get('session_tmnf')).toBe(before);
  const form = { Password: password, returnTo: '/account' };
  const right = await client.post('/account/again', form, { headers: html });
  expect(right).toMatchObject({ status: 303, headers: { location: '/account' } });
  expect((await client.post('/account/logoutelsewhere', {})).status).toBe(200);
  expect(await listOf(client)).toHaveLength(1);
  client.cookies.set('session_tmnf', before);
  expect((await client.viewer()).name).not.toBe(Name);
});

const day = 24 * 3600;

test.each([
  ['a member', null, sessionHours.member, 20 * day],
  ['a moderator', 4, sessionHours.crew, 10 * 3600],
] as const)('%s is signed out at the end of the longest time, used or not', async (_, level, life, step) => {
  const { client, Name } = await registeredUser();
  const accountId = (await client.viewer()).accountId ?? 0;
  if (level) await grantRole(client.ctx, { accountId, site: 'tmnf', level, grantedBy: null });
  const { clock } = client.ctx;
  const until = clock.now().getTime() + life.total * 3_600_000;
  while (clock.now().getTime() + step * 1000 < until) {
    clock.forward({ seconds: step });
    expect((await client.send('GET', '/api/viewer')).status).toBe(200);
    expect((await client.viewer()).name).toBe(Name);
  }
  clock.forward({ seconds: (until - clock.now().getTime()) / 1000 - 1 });
  expect((await client.viewer()).name).toBe(Name);
  clock.forward({ seconds: 1 });
  expect((await client.viewer()).accountId).toBeNull();
  clock.forward({ seconds: 1 });
  expect((await client.viewer()).accountId).toBeNull();
});

test('a moderator is signed out after 12 hours without a visit, on the edition of the role', async () => {
  const { client, Name } = await registeredUser();
  const elsewhere = await alsoSignedIn(client, Name, 'tmo');
  const accountId = (await client.viewer()).accountId ?? 0;
  await grantRole(client.ctx, { accountId, site: 'tmnf', level: 4, grantedBy: null });
  client.ctx.clock.forward({ hours: 11, minutes: 59 });
  expect((await client.viewer()).name).toBe(Name);
  client.ctx.clock.forward({ hours: 12 });
  expect(await listOf(elsewhere)).toHaveLength(1);
  expect((await client.viewer()).accountId).toBeNull();
  expect((await elsewhere.viewer()).name).toBe(Name);
});

test('the sweep removes ended sessions', async () => {
  const { client } = await registeredUser();
  const accountId = (await client.viewer()).accountId ?? 0;
  const rows = () =>
    db.selectFrom('session').select('session_id').where('account_id', '=', accountId).execute();
  client.ctx.clock.forward({ days: 29 });
  await sweepSessions(client.ctx);
  expect(await rows()).toHaveLength(1);
  // the second: lucia reads the system clock a few milliseconds after platform/auth/session.ts compares it with ours
  client.ctx.clock.forward({ days: 1, seconds: 1 });
  await sweepSessions(client.ctx);
  expect(await rows()).toHaveLength(0);
});
