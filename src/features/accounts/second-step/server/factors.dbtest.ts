import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { limits } from '#platform/rate-limits.ts';
import { Authenticator } from '#testing/authenticator.ts';
import type { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { addApp, addPasskey, atSecondStep, codeOf, newcomer, password } from '#testing/factors.ts';
import { grantRole } from '../../roles/server/grants.ts';
import { appSetupMinutes, resetFactors } from './factor-actions.ts';
import { factorsOf } from './factors.ts';

const { db } = await testDb();
const html = { accept: 'text/html' };
const world = () => testCtx({ db, site: 'tmnf' });
const strict = () => testCtx({ db, site: 'tmnf', settings: { requireSecondFactor: 'moderators' } });

const factorsOfPerson = ({ client, accountId }: { client: Client; accountId: number }) =>
  factorsOf(client.ctx, accountId);
const remove = (client: Client, factorId: number) => client.post(`/account/factors/${factorId}/remove`, {});
const needsStep = async (client: Client, Name: string) => {
  const other = client.on('tmnf', app.routes);
  const answer = await other.post('/login', { Name, Password: password });
  return answer.json<{ SecondStep?: object }>().SecondStep !== undefined;
};

test('an unconfirmed app has no effect', async () => {
  const { client, Name } = await newcomer(await world());
  await client.post('/account/app/start', {});
  expect(await needsStep(client, Name)).toBe(false);
});

test('a wrong first code confirms nothing; the right one shows ten recovery codes once and sends a mail', async () => {
  const { client, Name, Email, accountId } = await newcomer(await world());
  await client.post('/account/app/start', {});
  for (const Code of ['000000', '05047１', '', 'x'.repeat(200)]) {
    expect((await client.post('/account/app', { Code })).problem).toMatchObject({
      status: 422,
      field: 'Code',
    });
  }
  expect(await needsStep(client, Name)).toBe(false);
  const Code = await codeOf(client.ctx, accountId);
  const answer = await client.post('/account/app', { Code }, { headers: html });
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  expect(answer.page).toMatchObject({ path: '/account/recoverycodes' });
  expect(answer.page?.once).toHaveLength(10);
  expect(await needsStep(client, Name)).toBe(true);
  await client.ctx.jobs.runAll(client.ctx);
  expect(client.ctx.mail.sent.at(-1)).toMatchObject({ to: Email, subject: 'An authenticator app was added' });
  expect((await client.post('/account/app', { Code })).problem?.status).toBe(409);
  expect((await client.post('/account/app/start', {})).problem?.status).toBe(409);
});

test.each([
  [-1, undefined],
  [0, 409],
  [1, 409],
])('%i seconds after the time to set an app up, its code is answered with %s', async (seconds, status) => {
  const { client, accountId } = await newcomer(await world());
  await client.post('/account/app/start', {});
  client.ctx.clock.forward({ minutes: appSetupMinutes, seconds });
  const answer = await client.post('/account/app', { Code: await codeOf(client.ctx, accountId) });
  expect(answer.problem?.status).toBe(status);
});

test('guessing the first code is throttled', async () => {
  const { client } = await newcomer(await world());
  await client.post('/account/app/start', {});
  const { points } = limits['factor-quarter'];
  for (let tries = 0; tries < points; tries++) {
    expect((await client.post('/account/app', { Code: '000000' })).problem?.status).toBe(422);
  }
  expect((await client.post('/account/app', { Code: '000000' })).problem?.status).toBe(429);
});

test('the first factor ends sessions without one; a second factor ends none', async () => {
  const { client, Name, accountId } = await newcomer(await world());
  const older = client.on('tmo', app.routes);
  await older.signIn({ Name, Password: password });
  await addApp(client, accountId);
  expect((await older.viewer()).accountId).toBeNull();
  expect((await client.viewer()).session).toMatchObject({ hasFactor: true });
  const newer = await atSecondStep(client, Name, 'tmo');
  await newer.post('/login/second', { Code: await codeOf(client.ctx, accountId) });
  expect(await addPasskey(client, new Authenticator())).toEqual([]);
  expect((await newer.viewer()).name).toBe(Name);
});

test.each([
  '/account/app/start',
  '/account/passkeys/options',
  '/account/passkeys',
  '/account/factors/1/remove',
  '/account/recoverycodes',
])('%s needs a sign-in of less than ten minutes ago', async (path) => {
  const { client } = await newcomer(await world());
  client.ctx.clock.forward({ minutes: 10 });
  const refused = await client.post(path, { Passkey: '{}' });
  expect(refused.problem).toMatchObject({
    status: 403,
    link: '/account/again?returnTo=%2Faccount%2Ffactors',
  });
});

test('factors of other users can be neither seen nor removed', async () => {
  const ann = await newcomer(await world());
  await addApp(ann.client, ann.accountId);
  const [app] = await factorsOfPerson(ann);
  const bob = await newcomer(await world());
  await addApp(bob.client, bob.accountId);
  const foreign = await remove(bob.client, app?.factor_id ?? 0);
  const unknown = await remove(bob.client, 2_000_000_000);
  expect(foreign.problem).toMatchObject({ status: 404, detail: unknown.problem?.detail });
  expect(await factorsOfPerson(ann)).toHaveLength(1);
});

test('removing the last factor removes the recovery codes and the second step', async () => {
  const person = await newcomer(await world());
  const { client, accountId, Name, Email } = person;
  const [code = ''] = await addApp(client, accountId);
  await addPasskey(client, new Authenticator());
  const [app, passkey] = await factorsOfPerson(person);
  expect((await remove(client, app?.factor_id ?? 0)).status).toBe(200);
  expect(await needsStep(client, Name)).toBe(true);
  expect((await client.viewer()).session?.hasFactor).toBe(true);
  expect((await remove(client, passkey?.factor_id ?? 0)).status).toBe(200);
  expect(await needsStep(client, Name)).toBe(false);
  expect((await client.viewer()).session?.hasFactor).toBe(false);
  await client.ctx.jobs.runAll(client.ctx);
  const subjects = client.ctx.mail.sent.filter(({ to }) => to === Email).map(({ subject }) => subject);
  expect(subjects).toEqual(
    expect.arrayContaining([
      'A passkey was added',
      'An authenticator app was removed',
      'A passkey was removed',
    ]),
  );
  await addPasskey(client, new Authenticator());
  const other = await atSecondStep(client, Name);
  expect((await other.post('/login/second', { Code: code })).problem?.field).toBe('Code');
});

test('new recovery codes replace the old ones; without a factor there are none', async () => {
  const { client, accountId, Name } = await newcomer(await world());
  expect((await client.post('/account/recoverycodes', {})).problem?.status).toBe(409);
  const [old = ''] = await addApp(client, accountId);
  const answer = await client.post('/account/recoverycodes', {});
  const [fresh = ''] = answer.json<{ RecoveryCodes: string[] }>().RecoveryCodes;
  const other = await atSecondStep(client, Name);
  expect((await other.post('/login/second', { Code: old })).problem?.field).toBe('Code');
  expect((await other.post('/login/second', { Code: fresh })).status).toBe(200);
});

/** A moderator where a second factor is required, and a request that needs that role. */
async function moderator() {
  const person = await newcomer(await strict(), app.routes);
  const { accountId, client } = person;
  await grantRole(client.ctx, { accountId, site: 'tmnf', level: Level.moderator, grantedBy: null });
  return {
    ...person,
    act: async () => (await client.post('/newsdelete/1', { Reason: 'Old.' })).problem?.status,
  };
}

test('without the required factor a moderator is a standard member', async () => {
  const person = await moderator();
  const { client, accountId } = person;
  expect(await client.viewer()).toMatchObject({ level: Level.standard, session: { roleWaits: true } });
  expect(await person.act()).toBe(403);
  expect((await client.send('GET', '/api/viewer')).json<{ User: { Level: number } }>().User.Level).toBe(2);
  await addApp(client, accountId);
  expect(await client.viewer()).toMatchObject({ level: Level.moderator, session: { roleWaits: false } });
  expect(await person.act()).not.toBe(403);
  const [app] = await factorsOfPerson(person);
  await remove(client, app?.factor_id ?? 0);
  expect(await client.viewer()).toMatchObject({ level: Level.standard, session: { roleWaits: true } });
  expect(await person.act()).toBe(403);
});

test('without the requirement no role needs a factor, and members never do', async () => {
  const { client, accountId } = await newcomer(await world());
  await grantRole(client.ctx, { accountId, site: null, level: Level.administrator, grantedBy: null });
  expect((await client.viewer()).level).toBe(Level.administrator);
  const member = await newcomer(await strict());
  expect(await member.client.viewer()).toMatchObject({ level: 2, session: { roleWaits: false } });
});

test('the command for lost factors removes all of them and ends the sessions', async () => {
  const person = await newcomer(await world());
  await addApp(person.client, person.accountId);
  const waiting = await atSecondStep(person.client, person.Name);
  expect(await resetFactors(person.client.ctx, person.accountId)).toBe(1);
  expect((await person.client.viewer()).accountId).toBeNull();
  expect((await waiting.post('/login/second', { Code: '000000' })).problem?.status).toBe(401);
  expect(await needsStep(person.client, person.Name)).toBe(false);
  expect(await resetFactors(person.client.ctx, person.accountId)).toBe(0);
});
