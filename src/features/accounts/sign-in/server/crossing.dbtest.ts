import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { provedRecently } from '#features/accounts/server/policy.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { addApp, newcomer } from '#testing/factors.ts';

const { db } = await testDb({ editions: 'all' });

/** One browser with a session on tmnf, as it looks on tmnf and on tms. */
async function signedIn() {
  const ctx = await testCtx({ db, site: 'tmnf' });
  const { client: there, Name: name, accountId } = await newcomer(ctx);
  return { ctx, here: there.on('tms', app.routes), there, name, accountId };
}

const targetOf = (location: string | string[] | undefined) => {
  const url = new URL(`${location}`, 'http://tms.localhost');
  return { host: url.hostname, target: `${url.pathname}${url.search}` };
};

/** Asks on tms for a sign-in with the session of tmnf; returns the address on tms that ends it. */
async function ask({ here, there }: Pick<Awaited<ReturnType<typeof signedIn>>, 'here' | 'there'>) {
  const begun = await here.send('GET', '/login/from/tmnf?returnTo=%2Fplaylater');
  const proof = targetOf(begun.headers?.location);
  expect(proof.host).toBe('tmnf.localhost');
  const proven = await there.send('GET', proof.target);
  return targetOf(proven.headers?.location);
}

test('the session of one edition signs in to another, and leads to the page that was wanted', async () => {
  const person = await signedIn();
  const end = await ask(person);
  expect(end.host).toBe('tms.localhost');
  const ended = await person.here.send('GET', end.target);
  expect([ended.status, ended.headers?.location]).toEqual([303, '/playlater']);
  expect(await person.here.viewer()).toMatchObject({ name: person.name });
  const again = await person.here.send('GET', '/login/from/tmnf?returnTo=%2Fnews');
  expect(again.headers?.location).toBe('/news');
});

test('a code works once, also when it is used twice at the same time', async () => {
  const person = await signedIn();
  const { target } = await ask(person);
  const other = person.here.on('tms', app.routes);
  for (const [cookie, value] of person.here.cookies) other.cookies.set(cookie, value);
  const ended = await Promise.all([person.here.send('GET', target), other.send('GET', target)]);
  expect(ended.map(({ status }) => status).sort()).toEqual([303, 401]);
});

test('a code works only in the browser that asked for it, so nobody is signed in as somebody else', async () => {
  const person = await signedIn();
  const { target } = await ask(person);
  const stranger = person.here.on('tms', app.routes);
  expect((await stranger.send('GET', target)).status).toBe(401);
  await stranger.send('GET', '/login/from/tmnf');
  expect((await stranger.send('GET', target)).status).toBe(401);
  expect((await stranger.viewer()).accountId).toBeNull();
});

test.each([
  [59, 303],
  [60, 401],
])('a code after %i seconds answers %i', async (seconds, status) => {
  const person = await signedIn();
  const { target } = await ask(person);
  person.ctx.clock.forward({ seconds });
  expect((await person.here.send('GET', target)).status).toBe(status);
});

test('a code is worth nothing on a third edition, changed, or after the session has ended', async () => {
  const person = await signedIn();
  const { target } = await ask(person);
  const third = person.here.on('tmo', app.routes);
  third.cookies.set('crossing_tmo', person.here.cookies.get('crossing_tms') ?? '');
  expect((await third.send('GET', target)).status).toBe(401);
  expect((await person.here.send('GET', target.replace(/code=\d+/, 'code=1'))).status).toBe(401);
  await person.there.post('/logout', {});
  expect((await person.here.send('GET', target)).status).toBe(401);
});

test('without a session there, the visitor gets the form to sign in', async () => {
  const person = await signedIn();
  await person.there.post('/logout', {});
  expect((await ask(person)).target).toBe('/login?returnTo=%2Fplaylater');
});

test('the new session is as old as the first one: it is no fresh proof of identity', async () => {
  const person = await signedIn();
  person.ctx.clock.forward({ minutes: 11 });
  await person.here.send('GET', (await ask(person)).target);
  const viewer = await person.here.viewer();
  expect(viewer.session).toBeDefined();
  expect(provedRecently({ viewer, clock: person.ctx.clock })).toBe(false);
});

test('a second factor that was proven there counts here, except for somebody with a role here', async () => {
  const person = await signedIn();
  await addApp(person.there, person.accountId);
  await person.here.send('GET', (await ask(person)).target);
  expect(await person.here.viewer()).toMatchObject({ name: person.name, session: { hasFactor: false } });

  const role = { account_id: person.accountId, site: 'tms', level: Level.moderator, granted_by: null };
  await db
    .insertInto('role_grant')
    .values({ ...role, granted_at: person.ctx.clock.now() })
    .execute();
  await person.here.post('/logout', {});
  const ended = await person.here.send('GET', (await ask(person)).target);
  expect(ended.headers?.location).toBe('/login/second?returnTo=%2Fplaylater');
  expect((await person.here.viewer()).accountId).toBeNull();
});

test('a session that proved only the password does not skip the second factor of its account', async () => {
  const person = await signedIn();
  await addApp(person.there, person.accountId);
  await db
    .updateTable('session')
    .set({ factor_at: null })
    .where('account_id', '=', person.accountId)
    .execute();
  const ended = await person.here.send('GET', (await ask(person)).target);
  expect(ended.headers?.location).toBe('/login/second?returnTo=%2Fplaylater');
});
