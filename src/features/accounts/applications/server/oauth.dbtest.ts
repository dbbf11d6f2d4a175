import { beforeEach, expect, test } from 'vitest';
import { hashOf } from '#platform/auth/session-adapter.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { newcomer } from '#testing/factors.ts';
import {
  applicationWorld,
  challenge,
  type Given,
  loopback,
  ownScheme,
  verifier,
  web,
} from '#testing/oauth.ts';
import { accessDays, codeSeconds, maxApplicationTokens, usedCodeDays } from '../model.ts';
import { readAsked } from './authorize.ts';
import { sweepCodes } from './exchange.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const issuer = `http://${ctx.site.host}`;
const { member, tool, registered, asking, allow, allowed, codeOf, program, exchange, tokenOf, use } =
  await applicationWorld(ctx);

beforeEach(() => ctx.limits.reset('application-allow', { subject: `account ${member.accountId}` }));

test('a user allows an application, which exchanges its code for a token with these scopes and no others', async () => {
  const way = await allowed();
  expect(`${way.origin}${way.pathname}`).toBe(web);
  expect(Object.fromEntries(way.searchParams)).toEqual({
    code: expect.any(String),
    state: 's1',
    iss: issuer,
  });
  const code = way.searchParams.get('code') ?? '';
  const rows = await db.selectFrom('oauth_code').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(code);
  // a scope that a program adds here has no effect
  const answer = await exchange(code, { scope: 'tracks messages' });
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  expect(answer.setCookies).toEqual([]);
  const { access_token: token, ...rest } = answer.json<Given>();
  expect(rest).toEqual({ token_type: 'Bearer', expires_in: accessDays * 86_400, scope: 'records playlater' });
  expect((await use(token)).json()).toEqual({
    UserId: (await member.client.viewer()).userId,
    Name: member.Name,
    TokenName: 'Track tool',
    Scopes: ['records', 'playlater'],
    ExpiresAt: new Date(ctx.clock.now().getTime() + accessDays * 86_400_000).toISOString(),
  });
  expect((await use(token, '/api/playlater')).status).toBe(200);
  expect((await use(token, '/api/messages')).problem?.status).toBe(403);
  await ctx.jobs.runAll(ctx);
  expect(ctx.mail.sent.at(-1)).toMatchObject({
    to: member.Email,
    subject: 'An application may use your account',
  });
});

test.each([
  ['another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
  ['the challenge as the verifier', { code_verifier: challenge }, 'invalid_grant'],
  ['another address that is registered', { redirect_uri: loopback }, 'invalid_grant'],
  ['one more character in the address', { redirect_uri: `${web}/` }, 'invalid_grant'],
  ['no verifier', { code_verifier: '' }, 'invalid_request'],
  ['a verifier that is too short', { code_verifier: 'v'.repeat(42) }, 'invalid_request'],
  ['no address', { redirect_uri: '' }, 'invalid_request'],
  ['no code', { code: '' }, 'invalid_request'],
  ['an unknown code', { code: 'x'.repeat(43) }, 'invalid_grant'],
  ['an unknown client', { client_id: 'x' }, 'invalid_client'],
  ['no client', { client_id: '' }, 'invalid_request'],
  ['the password grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['no grant', { grant_type: '' }, 'invalid_request'],
])('with %s there is no token', async (_, change, error) => {
  const answer = await exchange(await codeOf(), change);
  expect(answer.status).toBe(error === 'invalid_client' ? 401 : 400);
  expect(answer.json()).toMatchObject({ error, error_description: expect.any(String) });
});

test('a code is used up by an attempt that fails', async () => {
  const code = await codeOf();
  await exchange(code, { code_verifier: 'w'.repeat(43) });
  expect((await exchange(code)).json()).toMatchObject({ error: 'invalid_grant' });
});

test('a code of another application, or of another edition, is refused', async () => {
  const other = await registered({ Name: 'Other tool' });
  expect((await exchange(await codeOf(), { client_id: other.ClientId })).json()).toMatchObject({
    error: 'invalid_grant',
  });
  expect((await exchange(await codeOf(), {}, program('tmo'))).json()).toMatchObject({
    error: 'invalid_grant',
  });
});

test('a code works until its last millisecond', async () => {
  const [early, late] = [await codeOf(), await codeOf()];
  ctx.clock.forward({ seconds: codeSeconds - 0.001 });
  expect((await exchange(early)).status).toBe(200);
  ctx.clock.forward({ seconds: 0.001 });
  expect((await exchange(late)).json()).toMatchObject({ error: 'invalid_grant' });
});

test('a code that is used twice withdraws the token it gave; at once, one attempt gets it', async () => {
  const code = await codeOf();
  const answers = await Promise.all([exchange(code), exchange(code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const token = answers.find(({ status }) => status === 200)?.json<Given>().access_token ?? '';
  expect((await use(token)).problem?.status).toBe(401);
});

test('a parameter that is sent twice is refused', async () => {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: tool.ClientId,
    redirect_uri: web,
    code: await codeOf(),
    code_verifier: verifier,
  });
  body.append('code', 'x');
  const answer = await program().send('POST', '/oauth/token', {
    text: String(body),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.json()).toMatchObject({ error: 'invalid_request' });
  const asJson = await program().send('POST', '/oauth/token', { json: Object.fromEntries(body) });
  expect([asJson.status, asJson.json()]).toEqual([
    415,
    expect.objectContaining({ error: 'invalid_request' }),
  ]);
});

test.each([
  ['https, as registered', web, true],
  ['https with another path', 'https://tool.example/backs', false],
  ['https with a port', 'https://tool.example:8443/back', false],
  ['https with a name', 'https://me@tool.example/back', false],
  ['https with a fragment', `${web}#x`, false],
  ['https with a query', `${web}?x`, false],
  ['another host', 'https://tool.example.evil.example/back', false],
  ['http', 'http://tool.example/back', false],
  ['loopback, as registered', loopback, true],
  ['loopback with any port', 'http://127.0.0.1:49152/back', true],
  ['loopback with another path', 'http://127.0.0.1:49152/', false],
  ['another loopback host', 'http://[::1]:49152/back', false],
  ['a scheme of its own', ownScheme, true],
  ['another scheme', 'com.example.other:/back', false],
  ['nothing', '', false],
])('sent back to %s', async (_, redirect_uri, isSentBack) => {
  const reading = await readAsked(ctx, new URLSearchParams(asking({ redirect_uri })), issuer);
  expect(reading.is).toBe(isSentBack ? 'asked' : 'not sent back');
  const answer = await allow({ redirect_uri });
  if (isSentBack) {
    const way = answer.json<{ Location: string }>().Location;
    expect(way).toMatch(`${redirect_uri}?code=`);
    const code = new URL(way).searchParams.get('code') ?? '';
    expect((await exchange(code, { redirect_uri })).status).toBe(200);
  } else expect(answer.problem?.status).toBe(400);
});

test.each([
  ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
  ['no response_type', { response_type: '' }, 'invalid_request'],
  ['no challenge', { code_challenge: '' }, 'invalid_request'],
  ['a short challenge', { code_challenge: 'abc' }, 'invalid_request'],
  ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no method, which means plain', { code_challenge_method: '' }, 'invalid_request'],
  ['an unknown scope', { scope: 'records admin' }, 'invalid_scope'],
  ['a scope that every object has', { scope: 'constructor' }, 'invalid_scope'],
  ['no scope', { scope: '' }, 'invalid_scope'],
  ['a state that is too long', { state: 'x'.repeat(2000) }, 'invalid_request'],
])('%s is an error for the application, and no code', async (_, change, error) => {
  const reading = await readAsked(ctx, new URLSearchParams(asking(change)), issuer);
  if (reading.is !== 'sent back') throw new Error(reading.is);
  const way = new URL(reading.location);
  expect(`${way.origin}${way.pathname}`).toBe(web);
  expect(Object.fromEntries(way.searchParams)).toMatchObject({
    error,
    iss: issuer,
    state: asking(change).state,
  });
  expect((await allow(change)).problem?.status).toBe(400);
});

test.each([
  ['response_type', 'code'],
  ['scope', 'tracks'],
  ['state', 's2'],
  ['code_challenge', challenge],
  ['code_challenge_method', 'S256'],
  ['redirect_uri', web, 'not sent back'],
  ['client_id', tool.ClientId, 'not sent back'],
])('a request with two %s is refused', async (name, value, is = 'sent back') => {
  const query = new URLSearchParams(asking());
  query.append(name, value);
  const reading = await readAsked(ctx, query, issuer);
  expect(reading.is).toBe(is);
  if (reading.is !== 'sent back') return;
  const answer = new URL(reading.location).searchParams;
  expect(answer.get('error')).toBe('invalid_request');
  expect(answer.get('error_description')).toBe(`${name} is sent more than once`);
});

test('a hostile state comes back as it was, and changes nothing else', async () => {
  const state = '"><script>&code=x&iss=https://evil.example\r\nSet-Cookie: a=b#';
  const way = await allowed({ state });
  expect(way.searchParams.getAll('state')).toEqual([state]);
  expect(way.searchParams.getAll('code')).toHaveLength(1);
  expect(way.searchParams.getAll('iss')).toEqual([issuer]);
  expect(way.hash).toBe('');
  const reading = await readAsked(ctx, new URLSearchParams(asking({ state })), issuer);
  if (reading.is !== 'asked') throw new Error(reading.is);
  const refusal = new URL(reading.refusal);
  expect(Object.fromEntries(refusal.searchParams)).toEqual({
    error: 'access_denied',
    error_description: 'the user refused',
    state,
    iss: issuer,
  });
});

test('only a signed-in member can allow, with the token of the form', async () => {
  expect((await allow({}, program())).problem?.status).toBe(401);
  // the session of one edition is none on another
  expect((await allow({}, program('tmo'))).problem?.status).toBe(401);
  const forged = await member.client.post('/oauth/authorize', asking(), { token: null });
  expect(forged.problem).toMatchObject({ status: 400 });
});

test('a member who signed in a while ago proves their identity first, and comes back to the same request', async () => {
  const later = await testCtx({ db, site: 'tmnf' });
  const late = await newcomer(later);
  later.clock.forward({ minutes: 11 });
  const refused = await allow({}, late.client);
  expect(refused.problem?.status).toBe(403);
  const again = new URL(refused.problem?.link ?? '', issuer);
  expect(again.pathname).toBe('/account/again');
  const back = new URL(again.searchParams.get('returnTo') ?? '', issuer);
  expect([back.pathname, Object.fromEntries(back.searchParams)]).toEqual(['/oauth/authorize', asking()]);
});

test('an application revokes its own tokens, and those of nobody else', async () => {
  const other = await registered();
  const token = await tokenOf(await codeOf());
  const revoke = (change: Record<string, string> = {}) =>
    program().send('POST', '/oauth/revoke', { form: { client_id: tool.ClientId, token, ...change } });
  expect((await revoke({ client_id: other.ClientId })).json()).toMatchObject({ error: 'invalid_grant' });
  expect((await revoke({ client_id: 'x' })).status).toBe(401);
  expect((await revoke({ token: '' })).json()).toMatchObject({ error: 'invalid_request' });
  const created = await member.client.post('/account/tokens', { Name: 'By hand', Scopes: 'records' });
  const { Token } = created.json<{ Token: string }>();
  expect((await revoke({ token: Token })).json()).toMatchObject({ error: 'invalid_grant' });
  expect([(await use(token)).status, (await use(Token)).status]).toEqual([200, 200]);
  expect((await revoke()).status).toBe(200);
  expect((await use(token)).problem?.status).toBe(401);
  expect((await revoke()).status, 'again').toBe(200);
});

test('applications have so many tokens of one account, and no more by codes that wait', async () => {
  const crowded = await newcomer(ctx);
  const { ApplicationId } = await registered();
  const tokens = Array.from({ length: maxApplicationTokens - 1 }, (_, at) => ({
    account_id: crowded.accountId,
    name: 'Another tool',
    token_hash: hashOf(`token ${at}`),
    scopes: ['records'],
    created_at: ctx.clock.now(),
    expires_at: null,
    application_id: ApplicationId,
  }));
  await db.insertInto('api_token').values(tokens).execute();
  const codes = [await codeOf({}, crowded.client), await codeOf({}, crowded.client)];
  expect((await exchange(codes[0] ?? '')).status).toBe(200);
  expect((await exchange(codes[1] ?? '')).status).toBe(400);
  const { problem } = await allow({}, crowded.client);
  expect(problem).toMatchObject({ status: 422, detail: expect.stringContaining('which is the maximum') });
});

test('old codes are deleted; until then they withdraw what they gave', async () => {
  const code = await codeOf();
  const token = await tokenOf(code);
  ctx.clock.forward({ days: usedCodeDays });
  await sweepCodes(ctx);
  expect((await exchange(code)).status).toBe(400);
  expect((await use(token)).problem?.status).toBe(401);
  ctx.clock.forward({ seconds: codeSeconds });
  await sweepCodes(ctx);
  const { count } = await db
    .selectFrom('oauth_code')
    .where('code_hash', '=', hashOf(code))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
});

test('programs read where everything is, on each edition', async () => {
  const answer = await program('tmo').send('GET', '/.well-known/oauth-authorization-server');
  const origin = issuer.replace('tmnf', 'tmo');
  expect(answer.json()).toMatchObject({
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    code_challenge_methods_supported: ['S256'],
  });
});
