import { expect, test } from 'vitest';
import type { ViewerAnswer } from '#features/accounts/forms.ts';
import { limits } from '#platform/rate-limits.ts';
import type { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { addApp, atSecondStep, codeOf, newcomer, password } from '#testing/factors.ts';
import { sweepSecondSteps } from './second-step.ts';

const { db } = await testDb();
const html = { accept: 'text/html' };

/** A user with an authenticator app. */
async function withApp(site = 'tmnf') {
  const person = await newcomer(await testCtx({ db, site }));
  const recoveryCodes = await addApp(person.client, person.accountId);
  const { client, accountId } = person;
  return { ...person, recoveryCodes, code: (seconds = 0) => codeOf(client.ctx, accountId, seconds) };
}

const tryCode = (client: Client, Code: string) => client.post('/login/second', { Code });
const isIn = async (client: Client) => (await client.viewer()).accountId !== null;

test('the password alone starts no session; the code of the app does', async () => {
  const { client, Name, code } = await withApp();
  const other = await atSecondStep(client, Name);
  expect(await isIn(other)).toBe(false);
  expect(other.cookies.has('session_tmnf')).toBe(false);
  const answer = await tryCode(other, await code());
  expect(answer.json<ViewerAnswer>().User?.Name).toBe(Name);
  expect(other.cookies.has('second_tmnf')).toBe(false);
  expect((await other.viewer()).session).toMatchObject({ hasFactor: true });
});

test('the response to the password lists the ways, and the cookie is hidden and short-lived', async () => {
  const { client, Name } = await withApp();
  const other = await atSecondStep(client, Name);
  const answer = await other.post('/login', { Name, Password: password });
  const { User, SecondStep } = answer.json<ViewerAnswer>();
  expect(User).toBeNull();
  expect(SecondStep).toEqual({ Code: true, Passkey: false, RecoveryCode: true });
  expect(answer.setCookies.join('\n')).toMatch(
    /^second_tmnf=[\w-]{32}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/m,
  );
  const id = other.cookies.get('second_tmnf') ?? '';
  expect(JSON.stringify(await db.selectFrom('second_step').selectAll().execute())).not.toContain(id);
});

test('a browser is redirected to the second step with its parameters, also in the popup', async () => {
  const { client, Name, code } = await withApp();
  const other = await atSecondStep(client, Name);
  const form = { Name, Password: password, returnTo: '/trackupload', popup: '1' };
  const led = await other.post('/login', form, { headers: html });
  expect(led.headers?.location).toBe('/login/second?returnTo=%2Ftrackupload&popup=1');
  const wrong = await other.post('/login/second', { ...form, Code: '000000' }, { headers: html });
  expect(wrong).toMatchObject({
    status: 422,
    page: { path: led.headers?.location, problem: { field: 'Code' } },
  });
  expect(JSON.stringify([...(wrong.page?.form?.values ?? [])])).not.toContain('000000');
  const on = await other.post('/login/second', { popup: '1', Code: await code() }, { headers: html });
  expect(on).toMatchObject({ status: 303, headers: { location: '/account/signedin' } });
});

test('a wrong code is refused, and a correct one after it is accepted', async () => {
  const { client, Name, code } = await withApp();
  const other = await atSecondStep(client, Name);
  const right = await code();
  const wrong = right === '000000' ? '000001' : '000000';
  expect((await tryCode(other, '')).problem).toMatchObject({ status: 422, field: 'Code' });
  expect((await tryCode(other, wrong)).problem).toMatchObject({ status: 422, field: 'Code' });
  expect((await tryCode(other, `${right.slice(0, 3)} ${right.slice(3)}`)).status).toBe(200);
});

test('a code works once, even if sent twice at the same time, and older codes no longer work', async () => {
  const { client, Name, code } = await withApp();
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => atSecondStep(client, Name)));
  if (!one || !two || !three) throw new Error('three browsers were made');
  const [older, right] = [await code(), await code(30)];
  client.ctx.clock.forward({ seconds: 30 });
  const statuses = (await Promise.all([tryCode(one, right), tryCode(two, right)])).map(
    ({ status }) => status,
  );
  expect(statuses.sort()).toEqual([200, 422]);
  expect((await tryCode(three, older)).problem?.field).toBe('Code');
  expect((await tryCode(three, await code(30))).status).toBe(200);
});

test('the code that confirmed the app does not sign in', async () => {
  const { client, Name, code } = await withApp();
  const other = await atSecondStep(client, Name);
  expect((await tryCode(other, await code(-30))).problem?.field).toBe('Code');
});

test('five wrong codes end the sign-in: the fifth says so, and a correct sixth is too late', async () => {
  const { client, Name, code } = await withApp();
  const other = await atSecondStep(client, Name);
  for (let left = 4; left >= 1; left--) {
    const { problem } = await tryCode(other, 'wrong');
    expect(problem?.detail).toContain(left === 1 ? 'one more try' : `${left} more tries`);
  }
  expect((await tryCode(other, 'wrong')).problem).toMatchObject({ status: 401, link: '/login' });
  expect((await tryCode(other, await code())).problem?.status).toBe(401);
  expect(await isIn(other)).toBe(false);
});

test('the fifth code is still accepted', async () => {
  const { client, Name, code } = await withApp();
  const other = await atSecondStep(client, Name);
  for (let tries = 1; tries <= 4; tries++) await tryCode(other, 'wrong');
  expect((await tryCode(other, await code())).status).toBe(200);
});

test('starting again does not help: an account allows ten wrong codes in a quarter of an hour', async () => {
  const { client, Name, code } = await withApp();
  const statuses: number[] = [];
  for (let round = 0; round < 3; round++) {
    const other = await atSecondStep(client, Name);
    for (let tries = 0; tries < 4; tries++) statuses.push((await tryCode(other, 'wrong')).status);
  }
  const { points } = limits['factor-quarter'];
  expect(statuses.indexOf(429)).toBe(points);
  expect((await tryCode(await atSecondStep(client, Name), await code())).status).toBe(429);
});

test.each([
  [-1, 200],
  [0, 401],
  [1, 401],
])('a right code %i seconds after the five minutes is answered with %i', async (seconds, status) => {
  const { client, Name, code } = await withApp();
  const other = await atSecondStep(client, Name);
  client.ctx.clock.forward({ minutes: 5, seconds });
  expect((await tryCode(other, await code())).status).toBe(status);
});

test('an unfinished sign-in is valid only on its edition and for its account', async () => {
  const ann = await withApp();
  const bob = await withApp();
  const waiting = await atSecondStep(ann.client, ann.Name);
  expect((await tryCode(waiting, await bob.code())).problem?.field).toBe('Code');
  expect((await tryCode(waiting, bob.recoveryCodes[0] ?? '')).problem?.field).toBe('Code');
  const elsewhere = await atSecondStep(ann.client, ann.Name, 'tmo');
  elsewhere.cookies.set('second_tmo', waiting.cookies.get('second_tmnf') ?? '');
  expect((await tryCode(elsewhere, await ann.code())).problem?.status).toBe(401);
});

test('a finished sign-in cannot be finished again, and an invented one never can', async () => {
  const { client, Name, code } = await withApp();
  const other = await atSecondStep(client, Name);
  const id = other.cookies.get('second_tmnf') ?? '';
  expect((await tryCode(other, await code())).status).toBe(200);
  for (const preset of [id, 'a'.repeat(32), '']) {
    other.cookies.set('second_tmnf', preset);
    expect((await tryCode(other, await code(30))).problem?.status).toBe(401);
  }
});

test('a recovery code signs in once, in any spelling, and the mail says so', async () => {
  const { client, Name, Email, recoveryCodes } = await withApp();
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^([a-km-np-z2-9]{6}-){3}[a-km-np-z2-9]{6}$/);
  const [first = ''] = recoveryCodes;
  const other = await atSecondStep(client, Name);
  expect((await tryCode(other, ` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
  await client.ctx.jobs.runAll(client.ctx);
  expect(client.ctx.mail.sent.at(-1)).toMatchObject({ to: Email, subject: 'A recovery code was used' });
  const again = await atSecondStep(client, Name);
  expect((await tryCode(again, first)).problem?.field).toBe('Code');
  expect((await tryCode(again, recoveryCodes[1] ?? '')).status).toBe(200);
});

test('the table contains neither recovery codes nor the secret of the app', async () => {
  const { client, accountId, recoveryCodes } = await withApp();
  const rows = JSON.stringify([
    await db.selectFrom('recovery_code').selectAll().execute(),
    await db.selectFrom('account_factor').selectAll().execute(),
  ]);
  for (const code of recoveryCodes) expect(rows).not.toContain(code);
  const elsewhere = {
    ...client.ctx,
    secrets: { ...client.ctx.secrets, factor: 'the key of another installation' },
  };
  await expect(codeOf(elsewhere, accountId)).rejects.toThrow('factor-key');
});

test('a new password ends unfinished sign-ins, and does not replace the second step', async () => {
  const { client, Name, Email, code } = await withApp();
  const waiting = await atSecondStep(client, Name);
  await client.post('/account/forgot', { Name: Email });
  await client.ctx.jobs.runAll(client.ctx);
  const Token = new URL(client.ctx.mail.lastLink(), 'http://x').searchParams.get('token') ?? '';
  const next = 'quite another phrase';
  expect((await waiting.post('/account/reset', { Token, Password: next })).problem).toBeUndefined();
  expect((await tryCode(waiting, await code())).problem?.status).toBe(401);
  const answer = await waiting.post('/login', { Name, Password: next });
  expect(answer.json<ViewerAnswer>()).toMatchObject({ User: null, SecondStep: { Code: true } });
});

test('confirming the identity requires the second step too', async () => {
  const { client, accountId, Name, code } = await withApp();
  client.ctx.clock.forward({ minutes: 11 });
  const before = client.cookies.get('session_tmnf');
  const answer = await client.post(
    '/account/again',
    { Password: password, returnTo: '/account/factors' },
    { headers: html },
  );
  expect(answer.headers?.location).toBe('/login/second?returnTo=%2Faccount%2Ffactors');
  expect((await client.post('/account/logoutelsewhere', {})).problem?.status).toBe(403);
  expect((await tryCode(client, await code())).status).toBe(200);
  expect(await client.viewer()).toMatchObject({ accountId, name: Name });
  expect(client.cookies.get('session_tmnf')).not.toBe(before);
  expect((await client.post('/account/logoutelsewhere', {})).status).toBe(200);
});

test('the sweep removes expired sign-ins', async () => {
  const { client, Name } = await withApp();
  await atSecondStep(client, Name);
  const rows = () => db.selectFrom('second_step').select('id_hash').execute();
  await sweepSecondSteps(client.ctx);
  expect((await rows()).length).toBeGreaterThan(0);
  client.ctx.clock.forward({ days: 1 });
  await sweepSecondSteps(client.ctx);
  expect(await rows()).toEqual([]);
});
