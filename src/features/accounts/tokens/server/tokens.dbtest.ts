import { expect, test } from 'vitest';
import { z } from 'zod';
import { app } from '#app.ts';
import { no, yes } from '#lib/rules/verdict.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { tokenEndpoint } from '#platform/http/token-endpoint.ts';
import { limits } from '#platform/rate-limits.ts';
import type { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { newcomer } from '#testing/factors.ts';
import { securityLines } from '#testing/security-lines.ts';
import { expiredTokenDays, maxTokenNameLength, maxTokens } from '../../model.ts';
import { ownTokens, sweepTokens } from './tokens.ts';

const { db } = await testDb();
const html = { accept: 'text/html' };

/** An endpoint for tokens that returns its sender. */
const whoAmI = tokenEndpoint({
  scope: 'records',
  about: 'Returns the sender.',
  input: z.object({ Word: z.string() }),
  output: z.object({ Name: z.string(), Level: z.int() }),
  limitBytes: 1024,
  allow: (_, { Word }) => (Word === 'forbidden' ? no('This word is forbidden.') : yes),
  run: async ({ viewer }) => ({ Name: viewer.name, Level: viewer.level }),
});
const table: RouteTable = { ...app.routes, 'POST /api/whoami': whoAmI };

const person = async (ctx?: Awaited<ReturnType<typeof testCtx>>) =>
  newcomer(ctx ?? (await testCtx({ db, site: 'tmnf' })), table);
const form = { Name: 'Night shift', Scopes: 'records', Days: '30' };
const create = (client: Client, change: Partial<typeof form> = {}) =>
  client.post('/account/tokens', { ...form, ...change });
const tokenOf = async (client: Client, change?: Partial<typeof form>) =>
  (await create(client, change)).json<{ Token: string }>().Token;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const use = (client: Client, token: string, json: unknown = { Word: 'hello' }) =>
  client.send('POST', '/api/whoami', { json, headers: bearer(token) });
const listOf = async (client: Client) => ownTokens({ ...client.ctx, viewer: await client.viewer() });
const revoke = (client: Client, tokenId: number) => client.post(`/account/tokens/${tokenId}/revoke`, {});

test('a browser sees the token once; the table stores its hash, and the owner gets a mail', async () => {
  const { client, Email } = await person();
  const answer = await client.post('/account/tokens', form, { headers: html });
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  expect(answer.page).toMatchObject({ path: '/account/tokens/new' });
  const token = answer.page?.once?.[0] ?? '';
  expect(token).toMatch(/^paddock_[\w-]{43}$/);
  const rows = await db.selectFrom('api_token').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token.slice('paddock_'.length));
  await client.ctx.jobs.runAll(client.ctx);
  expect(client.ctx.mail.sent.at(-1)).toMatchObject({ to: Email, subject: 'An API token was created' });
  expect((await use(client, token)).status).toBe(200);
});

test('a token identifies its owner; cookies are ignored', async () => {
  const { client, Name } = await person();
  const other = await person(client.ctx);
  const token = await tokenOf(client);
  expect((await use(other.client, token)).json()).toEqual({ Name, Level: 2 });
  const byCookie = await other.client.send('POST', '/api/whoami', { json: { Word: 'hello' } });
  expect(byCookie.problem).toMatchObject({ status: 401 });
});

test('a token gives access only to the endpoints of its scope', async () => {
  const { client } = await person();
  const token = await tokenOf(client);
  const stranger = client.on('tmnf', table);
  const viewer = await stranger.send('GET', '/api/viewer', { headers: bearer(token) });
  expect(viewer.json()).toMatchObject({ User: null });
  const [own] = await listOf(client);
  const answer = await stranger.post(
    `/account/tokens/${own?.tokenId}/revoke`,
    {},
    { headers: bearer(token) },
  );
  expect(answer.problem?.status).toBe(401);
  await db
    .updateTable('api_token')
    .set({ scopes: ['other'] })
    .where('token_id', '=', own?.tokenId ?? 0)
    .execute();
  expect((await use(stranger, token)).problem).toMatchObject({
    status: 403,
    detail: 'This API token does not have the scope "records".',
  });
});

test.each([
  ['no header', {}],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['an empty token', { authorization: 'Bearer ' }],
  ['an unknown token', bearer(`paddock_${'x'.repeat(43)}`)],
  ['a token that is too long', bearer(`paddock_${'x'.repeat(44)}`)],
  ['a session id', bearer('a'.repeat(40))],
])('%s is refused with 401', async (_, headers) => {
  const { client } = await person();
  const answer = await client.send('POST', '/api/whoami', { json: { Word: 'hello' }, headers });
  expect(answer.problem?.status).toBe(401);
});

test('a revoked token no longer works; tokens of others cannot be revoked', async () => {
  const { client } = await person();
  const thief = await person(client.ctx);
  const token = await tokenOf(client);
  const [own] = await listOf(client);
  const tokenId = own?.tokenId ?? 0;
  const foreign = await revoke(thief.client, tokenId);
  const unknown = await revoke(thief.client, 2_000_000_000);
  expect(foreign.problem).toMatchObject({ status: 404, detail: unknown.problem?.detail });
  expect((await use(client, token)).status).toBe(200);
  expect((await revoke(client, tokenId)).problem).toBeUndefined();
  expect((await use(client, token)).problem?.status).toBe(401);
  expect(await listOf(client)).toEqual([]);
});

test('a token expires to the millisecond, is listed for a while, and is then deleted', async () => {
  const { client } = await person();
  const token = await tokenOf(client);
  const viewer = await client.viewer();
  const list = () => ownTokens({ ...client.ctx, viewer });
  const [own] = await list();
  const end = own?.expiresAt?.getTime() ?? 0;
  const at = (ms: number) =>
    client.ctx.clock.forward({ seconds: (ms - client.ctx.clock.now().getTime()) / 1000 });
  at(end - 1);
  expect((await use(client, token)).status).toBe(200);
  at(end);
  expect((await use(client, token)).problem).toMatchObject({
    status: 401,
    detail: 'This API token has expired.',
  });
  expect(await list()).toMatchObject([{ hasExpired: true }]);
  at(end + expiredTokenDays * 86_400_000 - 1);
  await sweepTokens(client.ctx);
  expect(await list()).toHaveLength(1);
  at(end + expiredTokenDays * 86_400_000);
  await sweepTokens(client.ctx);
  expect(await list()).toEqual([]);
});

test('without an end it never expires', async () => {
  const { client } = await person();
  const token = await tokenOf(client, { Days: '0' });
  client.ctx.clock.forward({ days: 4000 });
  expect((await use(client, token)).status).toBe(200);
});

test('the last use is stored at most every five minutes', async () => {
  const { client } = await person();
  const token = await tokenOf(client);
  const seen = async () => (await listOf(client))[0]?.lastUsedAt?.getTime() ?? null;
  expect(await seen()).toBeNull();
  const start = client.ctx.clock.now().getTime();
  await use(client, token);
  expect(await seen()).toBe(start);
  client.ctx.clock.forward({ minutes: 4, seconds: 59 });
  await use(client, token);
  expect(await seen()).toBe(start);
  client.ctx.clock.forward({ seconds: 1 });
  await use(client, token);
  expect(await seen()).toBe(start + 300_000);
});

test('an account has at most ten tokens, also when they are created at once', async () => {
  const { client } = await person();
  const answers = await Promise.all(
    Array.from({ length: maxTokens + 1 }, (_, n) => create(client, { Name: `Server ${n}` })),
  );
  const refused = answers.filter(({ problem }) => problem);
  expect(refused.map(({ problem }) => problem?.status)).toEqual([422]);
  expect(await listOf(client)).toHaveLength(maxTokens);
});

test.each([
  ['Name', ' ', false],
  ['Name', 'x', true],
  ['Name', 'x'.repeat(maxTokenNameLength), true],
  ['Name', 'x'.repeat(maxTokenNameLength + 1), false],
  ['Scopes', 'everything', false],
  ['Scopes', '', false],
  ['Days', '0', true],
  ['Days', '365', true],
  ['Days', '366', false],
  ['Days', '-30', false],
  ['Days', 'NaN', false],
] as const)('the field %s may be "%s": %s', async (field, value, isAllowed) => {
  const { client } = await person();
  const { problem } = await create(client, { [field]: value });
  expect(problem === undefined).toBe(isAllowed);
  if (!isAllowed) expect(problem).toMatchObject({ status: 400, field: expect.stringMatching(`^${field}`) });
});

test('creating and revoking need a recent sign-in and the token of a form', async () => {
  const { client } = await person();
  await create(client);
  const [own] = await listOf(client);
  expect((await client.post('/account/tokens', form, { token: null })).problem?.status).toBe(400);
  client.ctx.clock.forward({ minutes: 10 });
  expect((await create(client)).problem?.status).toBe(403);
  expect((await revoke(client, own?.tokenId ?? 0)).problem?.status).toBe(403);
  const sent = await client.post('/account/tokens', form, { headers: html });
  expect(sent).toMatchObject({
    status: 303,
    headers: { location: '/account/again?returnTo=%2Faccount%2Ftokens' },
  });
  const visitor = client.on('tmnf', table);
  expect((await visitor.post('/account/tokens', form)).problem?.status).toBe(401);
});

test('requests of one account are limited, whatever its tokens; those of another account are not', async () => {
  const { client } = await person();
  const token = await tokenOf(client);
  const others = await tokenOf(client, { Name: 'Day shift' });
  const { accountId } = await client.viewer();
  await client.ctx.limits.consume('token', { subject: `account ${accountId}` }, limits.token.points - 1);
  expect((await use(client, token)).status).toBe(200);
  for (const each of [token, others, await tokenOf(client, { Name: 'New one' })])
    expect((await use(client, each)).problem?.status).toBe(429);
  const other = await person();
  expect((await use(other.client, await tokenOf(other.client))).status).toBe(200);
});

test('requests from one address are limited, whatever their accounts', async () => {
  const { client } = await person();
  const other = await person(client.ctx);
  const [own, others] = [await tokenOf(client), await tokenOf(other.client)];
  for (const each of [client, other.client]) each.address = '198.51.100.7';
  const { points } = limits['token-address'];
  await client.ctx.limits.consume('token-address', { address: client.address }, points - 1);
  expect((await use(client, own)).status).toBe(200);
  expect((await use(other.client, others)).problem?.status).toBe(429);
  other.client.address = '198.51.100.8';
  expect((await use(other.client, others)).status).toBe(200);
});

test.each([
  ['text/plain', '{"Word":"hello"}', 415],
  ['application/json', '{"Word":', 400],
  ['application/json', '{"Word":1}', 400],
  ['application/json', '{"Word":"forbidden"}', 403],
  ['application/json', JSON.stringify({ Word: 'x'.repeat(1024 - 11) }), 200],
  ['application/json', JSON.stringify({ Word: 'x'.repeat(1025 - 11) }), 413],
])('a body of type %s is checked, case %#', async (type, body, status) => {
  const { client } = await person();
  const headers = { ...bearer(await tokenOf(client)), 'content-type': type };
  expect((await client.send('POST', '/api/whoami', { text: body, headers })).status).toBe(status);
});

test('each event is a line in the security log, without the token', async () => {
  const { log, taken, text } = securityLines();
  const { client } = await person(await testCtx({ db, site: 'tmnf', log }));
  const token = await tokenOf(client);
  const [own] = await listOf(client);
  await revoke(client, own?.tokenId ?? 0);
  await use(client, token);
  const about = taken().filter(({ event }) => String(event).startsWith('api-token'));
  expect(about.map(({ event }) => event)).toEqual([
    'api-token.created',
    'api-token.revoked',
    'api-token.refused',
  ]);
  expect(text()).not.toContain(token);
});

test('an owner without a profile on an edition must sign in there first', async () => {
  const { client } = await person();
  const token = await tokenOf(client);
  const there = client.on('tmo', table);
  expect((await use(there, token)).problem?.status).toBe(403);
});

test('a token never carries the role of its owner', async () => {
  const { client, accountId } = await person();
  await db
    .insertInto('role_grant')
    .values({
      account_id: accountId,
      site: null,
      level: 6,
      granted_by: null,
      granted_at: client.ctx.clock.now(),
    })
    .execute();
  expect((await use(client, await tokenOf(client))).json()).toMatchObject({ Level: 2 });
});
