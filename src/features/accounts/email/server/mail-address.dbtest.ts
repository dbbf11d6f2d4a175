import { expect, test } from 'vitest';
import type { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { addApp, codeOf, newcomer, password } from '#testing/factors.ts';

const { db } = await testDb();
const html = { accept: 'text/html' };
const world = () => testCtx({ db, site: 'tmnf', delivers: true });
let addresses = 0;
const newAddress = () => `moved${++addresses}@example.org`;

const ask = (client: Client, form: Record<string, string>) => client.post('/account/email', form);
const addressOf = async (accountId: number) =>
  db
    .selectFrom('account')
    .select(['email', 'email_key', 'email_confirmed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();

/** The mails sent by the waiting jobs. */
async function mails({ ctx }: Client) {
  const before = ctx.mail.sent.length;
  await ctx.jobs.runAll(ctx);
  return ctx.mail.sent.slice(before);
}

async function tokenOf(client: Client) {
  await mails(client);
  return new URL(client.ctx.mail.lastLink(), 'http://x').searchParams.get('token') ?? '';
}
const confirm = (client: Client, Token: string) => client.post('/account/confirm', { Token });

test('an address changes once when its mailbox confirms it, and the old one is notified', async () => {
  const { client, accountId, Email } = await newcomer(await world());
  const next = newAddress();
  await mails(client);
  expect((await ask(client, { Email: next })).problem).toBeUndefined();
  const [letter, ...more] = await mails(client);
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ to: next, subject: 'Confirm your new email address' });
  expect((await addressOf(accountId)).email).toBe(Email);
  const Token = new URL(client.ctx.mail.lastLink(), 'http://x').searchParams.get('token') ?? '';
  expect((await confirm(client, Token)).problem).toBeUndefined();
  expect(await addressOf(accountId)).toMatchObject({ email: next, email_key: next });
  expect((await addressOf(accountId)).email_confirmed_at).toEqual(client.ctx.clock.now());
  expect(await mails(client)).toMatchObject([{ to: Email, subject: 'Your email address was changed' }]);
  expect((await client.post('/login', { Name: next, Password: password })).status).toBe(200);
});

test.each([
  [-1, undefined],
  [0, 422],
  [1, 422],
])('%i seconds after its day the link is answered with %s', async (seconds, status) => {
  const { client } = await newcomer(await world());
  await ask(client, { Email: newAddress() });
  const Token = await tokenOf(client);
  client.ctx.clock.forward({ days: 1, seconds });
  expect((await confirm(client, Token)).problem?.status).toBe(status);
});

test('a newer request replaces the older one, and a change invalidates links mailed to the old address', async () => {
  const { client, Email, accountId } = await newcomer(await world());
  await ask(client, { Email: newAddress() });
  const older = await tokenOf(client);
  const next = newAddress();
  await ask(client, { Email: next });
  const newer = await tokenOf(client);
  await client.post('/account/forgot', { Name: Email });
  const reset = await tokenOf(client);
  expect((await confirm(client, older)).problem?.status).toBe(422);
  expect((await confirm(client, newer)).problem).toBeUndefined();
  expect((await addressOf(accountId)).email).toBe(next);
  const answer = await client.post('/account/reset', { Token: reset, Password: 'quite another phrase' });
  expect(answer.problem?.status).toBe(422);
});

test('the response does not reveal that an address is taken: its owner gets a mail', async () => {
  const owner = await newcomer(await world());
  await confirm(owner.client, await tokenOf(owner.client));
  const { client, accountId, Email } = await newcomer(await world());
  await mails(client);
  const free = await ask(client, { Email: newAddress() });
  await mails(client);
  const taken = await ask(client, { Email: owner.Email.toUpperCase() });
  expect({ status: taken.status, body: taken.body }).toEqual({ status: free.status, body: free.body });
  expect(await mails(client)).toMatchObject([{ to: owner.Email, subject: 'You already have an account' }]);
  expect((await addressOf(accountId)).email).toBe(Email);
});

/** Two users who requested the same new address, and the tokens they were sent. */
async function twoRequestsForOneAddress() {
  const [ann, bob] = [await newcomer(await world()), await newcomer(await world())];
  const next = newAddress();
  await ask(ann.client, { Email: next });
  const anns = await tokenOf(ann.client);
  await ask(bob.client, { Email: next });
  const bobs = await tokenOf(bob.client);
  return { ann, bob, anns, bobs };
}

test('of two users who request the same address, the first to confirm gets it', async () => {
  const { ann, bob, anns, bobs } = await twoRequestsForOneAddress();
  expect((await confirm(bob.client, bobs)).problem).toBeUndefined();
  expect((await confirm(ann.client, anns)).problem).toMatchObject({ status: 409, field: 'Token' });
  expect((await addressOf(ann.accountId)).email).toBe(ann.Email);
});

test('of two who confirm one address at the same moment, one gets it and the other sees why not', async () => {
  const { ann, bob, anns, bobs } = await twoRequestsForOneAddress();
  const answers = await Promise.all([confirm(ann.client, anns), confirm(bob.client, bobs)]);
  const refused = answers.flatMap(({ problem }) => (problem ? [problem.status] : []));
  expect(refused).toEqual([409]);
});

test.each(['of a new account', 'to a new address'])(
  'a second press on the link %s says that it worked',
  async (kind) => {
    const { client, accountId } = await newcomer(await world());
    if (kind === 'to a new address') {
      await mails(client);
      await ask(client, { Email: newAddress() });
    }
    const Token = await tokenOf(client);
    const first = await confirm(client, Token);
    expect(first.problem).toBeUndefined();
    await mails(client);
    const confirmed = await addressOf(accountId);
    client.ctx.clock.forward({ hours: 1 });
    const second = await confirm(client, Token);
    expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body });
    expect(await addressOf(accountId)).toEqual(confirmed);
    expect(await mails(client)).toEqual([]);
  },
);

test('two presses at the same moment both say that it worked, and the change is reported once', async () => {
  const { client, Email } = await newcomer(await world());
  await mails(client);
  await ask(client, { Email: newAddress() });
  const Token = await tokenOf(client);
  const answers = await Promise.all([confirm(client, Token), confirm(client, Token)]);
  expect(answers.map(({ problem }) => problem)).toEqual([undefined, undefined]);
  expect(await mails(client)).toMatchObject([{ to: Email, subject: 'Your email address was changed' }]);
});

test('a used link to an address that the account has left does not say that it is confirmed', async () => {
  const { client } = await newcomer(await world());
  const first = await tokenOf(client);
  await confirm(client, first);
  await ask(client, { Email: newAddress() });
  await confirm(client, await tokenOf(client));
  expect((await confirm(client, first)).problem?.status).toBe(422);
});

test('a password chosen with a mailed link is reported to the mailbox, as one changed while signed in is', async () => {
  const { client, Email } = await newcomer(await world());
  await mails(client);
  await client.post('/account/forgot', { Name: Email });
  const Token = await tokenOf(client);
  const answer = await client.post('/account/reset', { Token, Password: 'quite another phrase' });
  expect(answer.problem).toBeUndefined();
  expect(await mails(client)).toMatchObject([{ to: Email, subject: 'Your password was changed' }]);
  // a link that was used up changes nothing, and nothing is reported
  await client.post('/account/reset', { Token, Password: 'and one more phrase' });
  expect(await mails(client)).toEqual([]);
});

test.each(['', 'no address', 'a@b', `${'a'.repeat(250)}@example.org`])('%.20j is refused', async (Email) => {
  const { client } = await newcomer(await world());
  expect((await ask(client, { Email })).problem).toMatchObject({ status: 422, field: 'Email' });
});

test('after ten minutes the form requires the password, and keeps what was typed', async () => {
  const { client } = await newcomer(await world());
  client.ctx.clock.forward({ minutes: 10 });
  const form = { Email: newAddress() };
  const missing = await client.post('/account/email', form, { headers: html });
  expect(missing).toMatchObject({
    status: 422,
    page: { path: '/account/email', problem: { field: 'OwnPassword' } },
  });
  expect(missing.page?.form?.values.get('Email')).toBe(form.Email);
  const wrong = await ask(client, { ...form, OwnPassword: 'not it at all' });
  expect(wrong.problem).toMatchObject({ status: 422, field: 'OwnPassword' });
  await mails(client);
  expect((await ask(client, { ...form, OwnPassword: password })).problem).toBeUndefined();
  expect(await mails(client)).toHaveLength(1);
});

test('an account with a second step must prove it too, for its address and for its password', async () => {
  const { client, accountId } = await newcomer(await world());
  const [recovery = ''] = await addApp(client, accountId);
  client.ctx.clock.forward({ minutes: 10 });
  const forms = [
    ['/account/email', { Email: newAddress(), OwnPassword: password }],
    ['/account/password', { OldPassword: password, Password: 'quite another phrase' }],
  ] as const;
  for (const [path, form] of forms) {
    expect((await client.post(path, form)).problem).toMatchObject({ status: 422, field: 'Code' });
    const wrong = await client.post(path, { ...form, Code: 'nonsense' });
    expect(wrong.problem).toMatchObject({ status: 422, field: 'Code' });
  }
  const [[address, form], [change, passwords]] = forms;
  expect((await client.post(address, { ...form, Code: recovery })).problem).toBeUndefined();
  const Code = await codeOf(client.ctx, accountId);
  expect((await client.post(change, { ...passwords, Code })).problem).toBeUndefined();
  expect((await client.viewer()).session).toMatchObject({ hasFactor: true });
});
