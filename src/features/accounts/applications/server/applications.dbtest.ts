import { beforeEach, expect, test } from 'vitest';
import { daysAfter } from '#lib/codes/durations.ts';
import { inTransaction } from '#platform/ctx.ts';
import { limits } from '#platform/rate-limits.ts';
import type { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { newcomer } from '#testing/factors.ts';
import { applicationWorld, settings, web } from '#testing/oauth.ts';
import { maxApplications, maxTokensOfApplication } from '../model.ts';
import { saveApplication } from './applications.ts';
import { readAsked } from './authorize.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const issuer = `http://${ctx.site.host}`;
const { owner, member, tool, registered, asking, allow, codeOf, program, exchange, tokenOf, use, tokensOf } =
  await applicationWorld(ctx);

beforeEach(() => ctx.limits.reset('application-allow', { subject: `account ${member.accountId}` }));

const sanction = (account_id: number, kind: 'mute' | 'suspension') =>
  db
    .insertInto('sanction')
    .values({
      account_id,
      site: null,
      kind,
      reason: 'Spam',
      imposed_by: null,
      imposed_at: ctx.clock.now(),
      ends_at: daysAfter(ctx.clock.now(), 1),
      lifted_by: null,
      lifted_at: null,
    })
    .execute();

test('a muted member cannot allow, register or change applications, but remove theirs', async () => {
  const muted = await newcomer(ctx);
  const { ApplicationId } = await registered({}, muted.client);
  await sanction(muted.accountId, 'mute');
  const one = `/account/applications/${ApplicationId}`;
  expect((await allow({}, muted.client)).problem?.status).toBe(403);
  expect((await muted.client.post('/account/applications', settings)).problem?.status).toBe(403);
  expect((await muted.client.post(one, settings)).problem?.status).toBe(403);
  expect((await muted.client.post(`${one}/remove`, {})).problem).toBeUndefined();
});

test('nobody is asked to trust the application of a suspended member', async () => {
  const suspended = await newcomer(ctx);
  const { ClientId } = await registered({}, suspended.client);
  const reading = () => readAsked(ctx, new URLSearchParams(asking({ client_id: ClientId })), issuer);
  expect((await reading()).is).toBe('asked');
  await sanction(suspended.accountId, 'suspension');
  expect((await reading()).is).toBe('not sent back');
});

test('the application of a suspended member stops acting on that edition, and continues when the suspension ends', async () => {
  const maker = await newcomer(ctx);
  const own = await registered({}, maker.client);
  const of = { client_id: own.ClientId };
  const token = await tokenOf(await codeOf(of), of);
  const unaffected = await tokenOf(await codeOf());
  const waiting = await codeOf(of);
  expect((await use(token)).status).toBe(200);
  await sanction(maker.accountId, 'suspension');
  expect((await use(token)).problem).toMatchObject({
    status: 403,
    detail: 'The application that has this API token is suspended on this edition.',
  });
  expect((await use(await tokenOf(waiting, of))).problem?.status).toBe(403);
  expect((await use(unaffected)).status).toBe(200);
  await db
    .updateTable('sanction')
    .where('account_id', '=', maker.accountId)
    .set({ lifted_at: ctx.clock.now() })
    .execute();
  expect((await use(token)).status).toBe(200);
});

test('a listed word in the name of an application is a hint about its user', async () => {
  const maker = await newcomer(ctx);
  const watchful: typeof ctx = {
    ...ctx,
    switches: {
      ...ctx.switches,
      of: (code: string) => ({ ...ctx.switches.of(code), badWords: ['swindle'] }),
    } as typeof ctx.switches,
  };
  const viewer = await maker.client.viewer();
  const { ApplicationId } = await registered({}, maker.client);
  const rename = (Name: string) =>
    inTransaction({ ...watchful, viewer }, (tx) =>
      saveApplication(tx, {
        applicationId: ApplicationId,
        Name,
        Website: settings.Website,
        Addresses: [web],
      }),
    );
  const cases = () =>
    db
      .selectFrom('moderation_case')
      .where('site', '=', 'tmnf')
      .where('person_id', '=', viewer.userId)
      .select(['subject_kind', 'subject_id'])
      .execute();
  await rename('Harmless');
  await ctx.jobs.runAll(watchful);
  expect(await cases()).toEqual([]);
  await rename('The swindle');
  await ctx.jobs.runAll(watchful);
  expect(await cases()).toMatchObject([{ subject_kind: 'user', subject_id: viewer.userId }]);
});

test('a member without a confirmed address cannot register applications', async () => {
  const mailing = await testCtx({ db, site: 'tmnf', delivers: true });
  const { client } = await newcomer(mailing);
  const answer = await client.post('/account/applications', settings);
  expect(answer.problem?.detail).toContain('Confirm your email address');
});

test.each([
  ['Name', ''],
  ['Name', '\u200b\u200d'],
  ['Name', 'x'.repeat(61)],
  ['Website', 'http://tool.example/'],
  ['Website', 'javascript:alert(1)'],
  ['Website', 'https://me@tool.example/'],
  ['Addresses', ''],
  ['Addresses', 'https://tool.example/\nhttp://tool.example/'],
  ['Addresses', Array.from({ length: 11 }, (_, n) => `https://tool.example/${n}`).join('\n')],
])('an application with the %s %j is refused', async (field, text) => {
  const answer = await owner.client.post('/account/applications', { ...settings, [field]: text });
  expect(answer.problem).toMatchObject({ status: 400, field });
});

test('the longest name and the most addresses are accepted', async () => {
  const { client } = await newcomer(ctx);
  const Addresses = Array.from({ length: 10 }, (_, n) => `https://tool.example/${n}`).join('\n');
  const answer = await client.post('/account/applications', { ...settings, Name: 'x'.repeat(60), Addresses });
  expect(answer.problem).toBeUndefined();
});

test('an account registers at most ten applications, also at once; others neither see nor change them', async () => {
  const { client } = await newcomer(ctx);
  const answers = await Promise.all(
    Array.from({ length: maxApplications + 1 }, () => client.post('/account/applications', settings)),
  );
  expect(answers.filter(({ problem }) => problem?.status === 422)).toHaveLength(1);
  const one = `/account/applications/${tool.ApplicationId}`;
  expect((await client.post(one, settings)).problem?.status).toBe(404);
  expect((await client.post(`${one}/remove`, {})).problem?.status).toBe(404);
  expect((await exchange(await codeOf())).status).toBe(200);
});

test('an address that is no longer registered gets no codes; tokens stay', async () => {
  const own = await registered();
  const of = { client_id: own.ClientId };
  const token = await tokenOf(await codeOf(of), of);
  const change = { ...settings, Addresses: 'https://tool.example/new' };
  const saved = await owner.client.post(`/account/applications/${own.ApplicationId}`, change);
  expect(saved.problem).toBeUndefined();
  expect((await allow(of)).problem?.status).toBe(400);
  expect((await use(token)).status).toBe(200);
});

test('the member withdraws a token on the account page, where it has the name of the application', async () => {
  const name = '<b>Paddock</b> \u202eofficial';
  const refused = await owner.client.post('/account/applications', { ...settings, Name: name });
  expect(refused.problem, 'letters that turn the direction').toMatchObject({ status: 400 });
  const own = await registered({ Name: '<b>Paddock</b> official' });
  const of = { client_id: own.ClientId };
  const token = await tokenOf(await codeOf(of), of);
  const [first] = await tokensOf(member.client);
  expect(first).toMatchObject({ name: '<b>Paddock</b> official', isOfApplication: true });
  expect((await member.client.post(`/account/tokens/${first?.tokenId}/revoke`, {})).problem).toBeUndefined();
  expect((await use(token)).problem?.status).toBe(401);
});

test('removing an application withdraws its tokens and codes, and no others', async () => {
  const own = await registered();
  const of = { client_id: own.ClientId };
  const [mine, others, code] = [
    await tokenOf(await codeOf(of), of),
    await tokenOf(await codeOf()),
    await codeOf(of),
  ];
  const removed = await owner.client.post(`/account/applications/${own.ApplicationId}/remove`, {});
  expect(removed.problem).toBeUndefined();
  expect((await use(mine)).problem?.status).toBe(401);
  expect((await use(others)).status).toBe(200);
  expect((await exchange(code, of)).json()).toMatchObject({ error: 'invalid_client' });
});

test('another token replaces the oldest one that the application has of this member', async () => {
  const own = await registered();
  const of = { client_id: own.ClientId };
  const tokens: string[] = [];
  for (let n = 0; n <= maxTokensOfApplication; n++) tokens.push(await tokenOf(await codeOf(of), of));
  const statuses = await Promise.all(tokens.map(async (token) => (await use(token)).status));
  expect(statuses).toEqual([401, ...Array.from({ length: maxTokensOfApplication }, () => 200)]);
});

test('decisions are limited by account and by network, requests of programs by network', async () => {
  const busy = await newcomer(ctx);
  busy.client.address = '198.51.100.7';
  await ctx.limits.consume(
    'application-allow',
    { subject: `account ${busy.accountId}` },
    limits['application-allow'].points,
  );
  expect((await allow({}, busy.client)).problem?.status).toBe(429);
  const network = { address: '198.51.100.8' };
  await ctx.limits.consume('application-allow-network', network, limits['application-allow-network'].points);
  const other = await newcomer(ctx);
  other.client.address = network.address;
  expect((await allow({}, other.client)).problem?.status).toBe(429);
  await ctx.limits.consume('application-requests', network, limits['application-requests'].points);
  const client = program();
  client.address = network.address;
  const answer = await exchange('x', {}, client);
  expect([answer.status, answer.json()]).toEqual([
    429,
    expect.objectContaining({ error: 'temporarily_unavailable' }),
  ]);
  expect(answer.headers?.['retry-after']).toMatch(/^\d+$/);
});

test('with the account of its owner an application ends, and with the account of a member what the member allowed', async () => {
  const [maker, user] = [await newcomer(ctx), await newcomer(ctx)];
  const own = await registered({}, maker.client);
  const of = { client_id: own.ClientId };
  const given = async (client: Client) => tokenOf(await codeOf(of, client), of);
  const [token, waiting] = [await given(user.client), await codeOf(of, user.client)];
  await user.client.post('/account/delete', { Tracks: 'kept', Sure: 'yes' });
  expect((await use(token)).problem?.status).toBe(401);
  expect((await exchange(waiting, of)).json()).toMatchObject({ error: 'invalid_grant' });
  const kept = await given(member.client);
  await maker.client.post('/account/delete', { Tracks: 'kept', Sure: 'yes' });
  expect((await use(kept)).problem?.status).toBe(401);
  const { count } = await db
    .selectFrom('oauth_application')
    .where('account_id', '=', maker.accountId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
});

test('erasing an account removes its applications, with the codes and tokens that other users granted them', async () => {
  const maker = await newcomer(ctx);
  await maker.client.post('/account/delete', { Tracks: 'kept', Sure: 'yes' });
  // a row that was written while the account was closed
  const { application_id } = await db
    .insertInto('oauth_application')
    .values({
      account_id: maker.accountId,
      client_id: 'late',
      name: 'Late tool',
      website: settings.Website,
      redirect_addresses: [web],
      created_at: ctx.clock.now(),
    })
    .returning('application_id')
    .executeTakeFirstOrThrow();
  const of = { client_id: 'late' };
  const [token] = [await tokenOf(await codeOf(of), of), await codeOf(of)];
  ctx.clock.forward({ days: 14 });
  await ctx.jobs.add('erase-accounts', {});
  await ctx.jobs.runAll(ctx);
  expect((await use(token)).problem?.status).toBe(401);
  const left = await Promise.all([
    db
      .selectFrom('oauth_application')
      .where('account_id', '=', maker.accountId)
      .select('client_id')
      .execute(),
    db.selectFrom('oauth_code').where('application_id', '=', application_id).select('site').execute(),
    db.selectFrom('api_token').where('application_id', '=', application_id).select('name').execute(),
  ]);
  expect(left).toEqual([[], [], []]);
});
