import { expect, test, vi } from 'vitest';
import { app } from '#app.ts';
import { limits } from '#platform/rate-limits.ts';
import { type Answer, Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';

const { db } = await testDb();
const ann = { Name: 'Ann', Email: 'ann@example.org', Password: 'long enough' };
const browser = async (delivers = true) =>
  new Client(await testCtx({ db, site: 'tmnf', delivers }), app.routes);
let addresses = 1;

/** A client with an unused IP address. */
async function freshClient(delivers?: boolean) {
  const client = await browser(delivers);
  addresses += 1;
  client.address = `198.51.100.${addresses}`;
  return client;
}

/** Everything in a response that the client can see. */
const seen = ({ status, headers, body, problem }: Answer) => ({ status, headers, body, problem });

const first = await browser();
await first.post('/register', ann);
await first.ctx.jobs.runAll(first.ctx);

test('without a confirmed address the level is basic; confirming makes it standard', async () => {
  expect((await first.viewer()).level).toBe(1);
  const link = new URL(first.ctx.mail.lastLink(), 'http://x');
  const Token = link.searchParams.get('token') ?? '';
  expect(link.pathname).toBe('/account/confirm');
  expect((await first.post('/account/confirm', { Token })).status).toBe(200);
  expect((await first.viewer()).level).toBe(2);
  expect((await first.post('/account/confirm', { Token })).problem).toBeUndefined();
});

test('a wrong password and an unknown name get the same answer', async () => {
  const client = await freshClient();
  const known = await client.post('/login', { Name: 'Ann', Password: 'wrong words' });
  const unknown = await client.post('/login', { Name: 'Nobody', Password: 'wrong words' });
  const byAddress = await client.post('/login', { Name: ann.Email, Password: 'wrong words' });
  expect(known.problem).toMatchObject({ status: 401 });
  expect(seen(unknown)).toEqual(seen(known));
  expect(seen(byAddress)).toEqual(seen(known));
});

test.each([
  ['by name', 'Ann', 'Nobody', 1],
  ['by address, which may be a name too', 'ann@example.org', 'nobody@example.org', 2],
])('known and unknown %s compare as many passwords', async (_, known, unknown, comparisons) => {
  const compared: number[] = [];
  for (const Name of [known, unknown]) {
    const client = await freshClient();
    const verify = vi.spyOn(client.ctx.hasher, 'verify');
    await client.post('/login', { Name, Password: 'wrong words' });
    compared.push(verify.mock.calls.length);
    verify.mockRestore();
  }
  expect(compared).toEqual([comparisons, comparisons]);
});

test('registering with a taken address looks normal, and the owner gets a mail', async () => {
  const client = await freshClient();
  const taken = await client.post('/register', { ...ann, Name: 'Second Ann' });
  const other = await freshClient();
  const free = await other.post('/register', { ...ann, Name: 'Third', Email: 'third@example.org' });
  expect(taken.status).toBe(free.status);
  const shape = (text: unknown) =>
    JSON.parse(String(text), (key, value) => (typeof value === 'object' ? value : key));
  expect(shape(taken.body)).toEqual(shape(free.body));
  expect((await client.viewer()).level).toBe((await other.viewer()).level);
  await client.ctx.jobs.runAll(client.ctx);
  expect(client.ctx.mail.sent).toMatchObject([{ to: ann.Email, subject: 'You already have an account' }]);
  expect(client.ctx.mail.sent[0]?.text).toContain('“Ann”');
});

test('a user who types another’s address can neither sign in with it nor take it over', async () => {
  const thief = await freshClient();
  await thief.post('/register', { ...ann, Name: 'Thief', Password: 'my own words' });
  const client = await freshClient();
  await client.signIn({ Name: ann.Email, Password: ann.Password });
  expect((await client.viewer()).name).toBe('Ann');
});

test('a taken name is reported, including look-alikes', async () => {
  for (const Name of ['ann', 'ANN', 'Ànn', 'Аnn']) {
    const answer = await (await freshClient()).post('/register', {
      ...ann,
      Name,
      Email: `${addresses}@example.org`,
    });
    expect(answer.problem).toMatchObject({ status: 409, field: 'Name' });
  }
});

test('requesting a new password returns the same for all, and only existing accounts get a mail', async () => {
  const client = await freshClient();
  const known = await client.post('/account/forgot', { Name: 'ANN@example.org' });
  const unknown = await client.post('/account/forgot', { Name: 'nobody@example.org' });
  expect(known.status).toBe(200);
  expect(seen(unknown)).toEqual(seen(known));
  expect(JSON.stringify(client.ctx.jobs.waiting)).not.toContain('oken');
  await client.ctx.jobs.runAll(client.ctx);
  expect(client.ctx.mail.sent.map((mail) => mail.to)).toEqual([ann.Email]);
});

test('a new password can be requested by name, which reveals neither whether it exists nor its address', async () => {
  const client = await freshClient();
  const known = await client.post('/account/forgot', { Name: ' ANN ' });
  const unknown = await client.post('/account/forgot', { Name: 'Nobody' });
  expect(known.status).toBe(200);
  expect(seen(unknown)).toEqual(seen(known));
  await client.ctx.jobs.runAll(client.ctx);
  expect(client.ctx.mail.sent.map((mail) => mail.to)).toEqual([ann.Email]);
});

test('requests by name use up few points, of known and unknown names alike, and leave those of the address', async () => {
  const owner = { Name: 'Cleo', Email: 'cleo@example.org', Password: 'long enough' };
  const client = await freshClient();
  await client.post('/register', owner);
  await client.ctx.jobs.runAll(client.ctx);
  for (const Name of [owner.Name, 'Never Registered']) {
    const statuses = [];
    for (let round = 0; round <= limits['reset-name'].points; round++)
      statuses.push((await (await freshClient()).post('/account/forgot', { Name })).status);
    expect(statuses).toEqual([...Array(limits['reset-name'].points).fill(200), 429]);
  }
  const byAddress = await freshClient();
  expect((await byAddress.post('/account/forgot', { Name: owner.Email })).status).toBe(200);
  await byAddress.ctx.jobs.runAll(byAddress.ctx);
  expect(byAddress.ctx.mail.sent.map((mail) => mail.to)).toEqual([owner.Email]);
});

test('no mail is sent for an account of the demo, whose address no mail reaches', async () => {
  const client = await freshClient();
  await client.post('/register', { Name: 'Demo', Email: 'demo@example.org', Password: 'long enough' });
  await client.ctx.jobs.runAll(client.ctx);
  await db.updateTable('account').set({ email: 'demo@demo.invalid' }).where('name', '=', 'Demo').execute();
  const { length } = client.ctx.mail.sent;
  expect((await client.post('/account/forgot', { Name: 'Demo' })).status).toBe(200);
  await client.ctx.jobs.runAll(client.ctx);
  expect(client.ctx.mail.sent).toHaveLength(length);
});

test.each([
  ['nothing', ' ', 'Enter your name or email address.'],
  ['half an address', 'ann@', 'Enter a full email address, like name@example.com.'],
])('%s is refused when a new password is requested', async (_, Name, detail) => {
  const answer = await (await freshClient()).post('/account/forgot', { Name });
  expect(answer.problem).toMatchObject({ status: 422, field: 'Name', detail });
});

async function resetToken(client: Client, Email = ann.Email) {
  const requested = await client.post('/account/forgot', { Name: Email });
  expect(requested.problem).toBeUndefined();
  await client.ctx.jobs.runAll(client.ctx);
  return new URL(client.ctx.mail.lastLink(), 'http://x').searchParams.get('token') ?? '';
}

test('a reset link works once, ends every session and sets the new password', async () => {
  const client = await freshClient();
  await first.signIn({ Name: 'Ann', Password: ann.Password });
  const Token = await resetToken(client);
  expect((await client.post('/account/reset', { Token, Password: 'short' })).problem?.field).toBe('Password');
  const both = ['a new password', 'another password'].map((Password) =>
    client.post('/account/reset', { Token, Password }),
  );
  const statuses = (await Promise.all(both)).map((answer) => answer.status).sort();
  expect(statuses).toEqual([200, 422]);
  expect((await first.viewer()).accountId).toBeNull();
  expect((await client.post('/login', { Name: 'Ann', Password: ann.Password })).status).toBe(401);
});

test('a reset link expires after an hour, or when a newer one is requested', async () => {
  const client = await freshClient();
  const bob = { Name: 'Bob', Email: 'bob@example.org', Password: 'long enough' };
  await client.post('/register', bob);
  const older = await resetToken(client, bob.Email);
  const newer = await resetToken(client, bob.Email);
  expect(
    (await client.post('/account/reset', { Token: older, Password: 'a new password' })).problem?.status,
  ).toBe(422);
  client.ctx.clock.forward({ minutes: 61 });
  expect(
    (await client.post('/account/reset', { Token: newer, Password: 'a new password' })).problem?.status,
  ).toBe(422);
  expect((await client.post('/login', { Name: 'Bob', Password: bob.Password })).status).toBe(200);
});

test('the table contains only hashes of mailed secrets', async () => {
  const client = await freshClient();
  const token = await resetToken(client, 'third@example.org');
  const rows = await db.selectFrom('email_token').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('guessing is limited per account, equally for existing and unknown names', async () => {
  const outcomes = [];
  for (const Name of ['Second Ann', 'Nobody Else']) {
    const client = await freshClient();
    const statuses = [];
    for (let round = 0; round <= limits['login-pair'].points; round++) {
      statuses.push((await client.post('/login', { Name, Password: 'wrong words' })).status);
    }
    outcomes.push(statuses);
    expect((await client.post('/login', { Name, Password: ann.Password })).status).toBe(429);
  }
  expect(outcomes[0]?.at(-1)).toBe(429);
  expect(outcomes[0]?.at(-2)).toBe(401);
  expect(outcomes[1]).toEqual(outcomes[0]);
  const elsewhere = await freshClient();
  expect((await elsewhere.post('/login', { Name: 'Second Ann', Password: ann.Password })).status).toBe(200);
});

test('without a mail server an account has level standard immediately', async () => {
  const client = await freshClient(false);
  await client.post('/register', { Name: 'Offline', Email: 'off@example.org', Password: 'long enough' });
  expect((await client.viewer()).level).toBe(2);
  expect((await client.post('/login', { Name: 'off@example.org', Password: 'long enough' })).status).toBe(
    200,
  );
});
