import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { type LimitName, limits } from '#platform/rate-limits.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { securityLines } from '#testing/security-lines.ts';
import { triesByMail, triesByName } from '../../model.ts';

const { db } = await testDb();
const security = securityLines();
const ctx = await testCtx({ db, site: 'tmnf', delivers: true, log: security.log });
let people = 0;

/** A client with a new IPv4 address and no cookies. */
function browser(): Client {
  const client = new Client(ctx, app.routes);
  people += 1;
  client.address = `198.51.${people >> 8}.${people & 255}`;
  return client;
}

async function registeredUser() {
  const client = browser();
  const person = {
    Name: `Racer ${people}`,
    Email: `racer${people}@example.org`,
    Password: 'a quiet evening',
  };
  expect((await client.post('/register', person)).problem).toBeUndefined();
  return { ...person, client };
}

const signIn = async (client: Client, Name: string, Password: string) =>
  (await client.post('/login', { Name, Password })).status;

/** Simulates guesses from many browsers. */
async function guess(limit: LimitName, account: string, times: number) {
  for (let tries = 0; tries < times; tries++) await ctx.limits.consume(limit, { subject: account });
}

test.each(['login-account', 'login-account-day'] as const)(
  'guesses from many browsers use up %s for unknown browsers, and never lock out one that signed in before',
  async (limit) => {
    const { Name, Email, Password, client } = await registeredUser();
    await client.post('/logout', {});
    await guess(limit, triesByName(Name), limits[limit].points - 1);
    expect(await signIn(browser(), Name, 'wrong words')).toBe(401);
    expect(await signIn(browser(), Name, 'wrong words')).toBe(429);
    expect(await signIn(browser(), Name, Password)).toBe(429);
    // the same for an unknown name
    const nobody = triesByName(`Ghost ${limit}`);
    await guess(limit, nobody, limits[limit].points);
    expect(await signIn(browser(), `Ghost ${limit}`, Password)).toBe(429);
    // attempts by address are counted separately: otherwise the refusal would reveal whose address it is
    expect(await signIn(browser(), Email, 'wrong words')).toBe(401);
    expect(await signIn(client, Name, Password)).toBe(200);
  },
);

test('a known browser has its own points, and wrong passwords there are limited too', async () => {
  const { Name, Password, client } = await registeredUser();
  await client.post('/logout', {});
  const { points } = limits['login-known'];
  for (let tries = 0; tries < points; tries++) expect(await signIn(client, Name, 'wrong words')).toBe(401);
  expect(await signIn(client, Name, Password)).toBe(429);
  expect(await signIn(browser(), Name, Password)).toBe(200);
});

test('another client with the same IP address cannot lock out a known browser', async () => {
  const { Name, Password, client } = await registeredUser();
  const neighbour = browser();
  neighbour.address = client.address;
  for (let tries = 0; tries < limits['login-pair'].points; tries++)
    await signIn(neighbour, Name, 'wrong words');
  expect(await signIn(neighbour, Name, Password)).toBe(429);
  expect(await signIn(client, Name, Password)).toBe(200);
});

test('addresses of one /64 share their attempts', async () => {
  const { Name } = await registeredUser();
  const client = browser();
  const statuses = [];
  for (let tries = 0; tries <= limits['login-pair'].points; tries++) {
    client.address = `2001:db8:7:7::${tries.toString(16)}`;
    statuses.push(await signIn(client, Name, 'wrong words'));
  }
  expect(statuses.slice(-2)).toEqual([401, 429]);
});

test('being known to an account that claims an address lifts no limits of the account that owns it', async () => {
  const owner = await registeredUser();
  await ctx.jobs.runAll(ctx);
  const Token = new URL(ctx.mail.lastLink(), 'http://x').searchParams.get('token') ?? '';
  expect((await owner.client.post('/account/confirm', { Token })).status).toBe(200);
  const thief = browser();
  await thief.post('/register', { Name: 'Claimant', Email: owner.Email, Password: 'my own words' });
  await guess('login-account', triesByMail(owner.Email), limits['login-account'].points);
  expect(await signIn(thief, owner.Email, 'a guess')).toBe(429);
  expect(await signIn(owner.client, owner.Name, owner.Password)).toBe(200);
});

test('a reset by mail resets all attempts and makes the browser known', async () => {
  const { Name, Email, client: before } = await registeredUser();
  await guess('login-account', triesByName(Name), limits['login-account'].points);
  await guess('login-account-day', triesByMail(Email), limits['login-account-day'].points);
  const client = browser();
  await client.post('/account/forgot', { Name: Email });
  await ctx.jobs.runAll(ctx);
  const Token = new URL(ctx.mail.lastLink(), 'http://x').searchParams.get('token') ?? '';
  const Password = 'another quiet evening';
  expect((await client.post('/account/reset', { Token, Password })).status).toBe(200);
  expect(await signIn(browser(), Email, Password)).toBe(200);
  await guess('login-account', triesByName(Name), limits['login-account'].points);
  expect(await signIn(client, Name, Password)).toBe(200);
  expect(await signIn(before, Name, Password)).toBe(429);
});

test('a correct password gives back its point of the day, wrong ones stay counted', async () => {
  const { Name, Password } = await registeredUser();
  await guess('login-account-day', triesByName(Name), limits['login-account-day'].points - 1);
  for (let times = 0; times < 3; times++) expect(await signIn(browser(), Name, Password)).toBe(200);
  expect(await signIn(browser(), Name, 'wrong words')).toBe(401);
  expect(await signIn(browser(), Name, Password)).toBe(429);
});

test('mails to one mailbox are limited across forms and accounts, and the response does not reveal it', async () => {
  const mailbox = 'target@example.org';
  const answers = [];
  await ctx.jobs.runAll(ctx);
  const from = ctx.mail.sent.length;
  for (let times = 0; times < limits.mail.points + 2; times++) {
    const client = browser();
    const Email = times % 2 === 0 ? mailbox : `Target+${times}@Example.org`;
    const answer = await client.post('/register', {
      Name: `Sender ${people}`,
      Email,
      Password: 'a quiet evening',
    });
    answers.push(answer.status);
  }
  expect((await browser().post('/account/forgot', { Name: mailbox })).status).toBe(200);
  security.taken();
  await ctx.jobs.runAll(ctx);
  expect(new Set(answers)).toEqual(new Set([200]));
  const sent = ctx.mail.sent.slice(from);
  expect(sent).toHaveLength(limits.mail.points);
  const withheld = security.taken().filter(({ event }) => event === 'mail.withheld');
  expect(withheld).toHaveLength(3);
  expect(security.text().toLowerCase()).not.toContain('target');
});

test('mails that notify an owner are sent even if others used up the limit', async () => {
  const { Email, Password, client } = await registeredUser();
  for (let times = 0; times < limits.mail.points; times++) {
    await ctx.limits.consume('mail', { subject: `mailbox ${Email}` });
  }
  await ctx.jobs.runAll(ctx);
  await client.post('/account/password', { OldPassword: Password, Password: 'a new quiet evening' });
  await ctx.jobs.runAll(ctx);
  expect(ctx.mail.sent.at(-1)).toMatchObject({ to: Email, subject: 'Your password was changed' });
});

test('sign-ins, refusals, registration, reset and sign-out are logged in the security log', async () => {
  security.taken();
  const { Name, Email, Password, client } = await registeredUser();
  const { accountId } = await client.viewer();
  await client.post('/logout', {});
  await signIn(client, Name, 'wrong words');
  await signIn(browser(), 'Nobody at all', 'hush hush hush');
  await signIn(client, Name, Password);
  await client.post('/account/password', { OldPassword: Password, Password: 'a new quiet evening' });
  await client.post('/account/logouteverywhere', {});
  const reset = browser();
  await reset.post('/account/forgot', { Name: Email });
  await ctx.jobs.runAll(ctx);
  const Token = new URL(ctx.mail.lastLink(), 'http://x').searchParams.get('token') ?? '';
  await reset.post('/account/reset', { Token, Password: 'one more quiet evening' });
  await reset.post('/logout', {}, { token: 'foreign.token.x' });
  await guess('login-account', triesByName(Name), limits['login-account'].points);
  await signIn(browser(), Name, Password);
  expect(security.taken().map(({ time, from, requestId, msg, log, site, level, ...line }) => line)).toEqual([
    { event: 'register', accountId },
    { event: 'sign-out', account: accountId, everywhere: false },
    { event: 'sign-in.refused', accountId, by: 'password', knownBrowser: true },
    { event: 'sign-in.refused', accountId: null, by: 'password', knownBrowser: false },
    { event: 'sign-in.ok', accountId, by: 'password', knownBrowser: true },
    { event: 'password.changed', account: accountId, accountId },
    { event: 'sign-out', account: accountId, everywhere: true },
    { event: 'reset.requested' },
    { event: 'reset.done', accountId },
    { event: 'token.refused', reason: 'other session' },
    { event: 'sign-in.throttled', by: 'password' },
  ]);
  for (const secret of [Password, 'wrong words', 'hush', Token, Email, '198.51.']) {
    expect(security.text()).not.toContain(secret);
  }
});
