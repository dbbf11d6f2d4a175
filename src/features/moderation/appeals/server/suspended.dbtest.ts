import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { newcomer, password } from '#testing/factors.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';
import { performAct } from '../../acts/server/perform.ts';
import { performUndo } from '../../acts/server/undo.ts';
import { suspensionsOfBearer } from './suspended.ts';

const { db } = await testDb();

/** A user who is suspended on all editions, and the token of their refused sign-in. */
async function world() {
  const ctx = await testCtx({ db, site: 'tmnf' });
  const { client, Name } = await newcomer(ctx, app.routes);
  const crew = await grantRole(await asMember(ctx), Level.administrator, 'all');
  const { userId } = await client.viewer();
  const impose = (id: number) =>
    performAct(crew, {
      site: 'tmnf',
      kind: 'user',
      id,
      act: 'user.suspend',
      reason: 'Insults.',
      caseId: null,
      fields: { Length: 'good', Everywhere: '1' },
    });
  const { ActId } = await impose(userId);
  const refusal = await client.post('/login', { Name, Password: password });
  expect(refusal.problem).toMatchObject({ status: 403, field: 'Name' });
  const link = new URL(refusal.problem?.link ?? '', 'http://tmnf.localhost');
  const Token = link.searchParams.get('token') ?? '';
  const appeal = (form: Record<string, string> = {}) =>
    client.post('/account/suspended', {
      Token,
      site: 'tmnf',
      actId: `${ActId}`,
      Text: 'It was not me.',
      ...form,
    });
  return { ctx, crew, client, Token, ActId, appeal, impose, Name };
}

const appealsAgainst = async (ctx: TestCtx, actId: number) =>
  (await forSite(ctx, 'appeal').where('act_id', '=', actId).select('text').execute()).map(({ text }) => text);

test('a user suspended on all editions sees why, and can appeal once without a session', async () => {
  const { ctx, appeal, Token, ActId, Name } = await world();
  expect(await suspensionsOfBearer(ctx, Token)).toMatchObject({
    name: Name,
    suspensions: [{ sanction: { reason: 'Insults.', site: null }, decision: { actId: ActId }, appeal: null }],
  });
  expect((await appeal()).problem).toBeUndefined();
  expect(await appealsAgainst(ctx, ActId)).toEqual(['It was not me.']);
  expect((await appeal()).problem).toMatchObject({ status: 409 });
  expect(await suspensionsOfBearer(ctx, Token)).toMatchObject({
    suspensions: [{ appeal: { state: 'open', answer: null } }],
  });
});

test('the token gives access to nothing else: no session, no decision about another user', async () => {
  const { ctx, client, appeal, impose, ActId } = await world();
  const { ActId: other } = await impose((await asMember(ctx)).viewer.userId);
  expect((await appeal({ actId: `${other}` })).problem).toMatchObject({ status: 404 });
  await appeal();
  expect((await client.viewer()).accountId).toBeNull();
  expect(await appealsAgainst(ctx, other)).toEqual([]);
  expect(await appealsAgainst(ctx, ActId)).toHaveLength(1);
});

test.each([
  ['forged', (token: string) => token.replace(/^\d+/, '1')],
  ['prolonged', (token: string) => token.replace(/\.[^.]+\./, '.zzzzzzzz.')],
  ['empty', () => ''],
])('a %s token is refused', async (_, change) => {
  const { ctx, appeal, Token, ActId } = await world();
  expect((await appeal({ Token: change(Token) })).problem).toMatchObject({ status: 403, field: 'Token' });
  expect(await appealsAgainst(ctx, ActId)).toEqual([]);
});

test('a token is valid for an hour, and on its own edition', async () => {
  const { ctx, Token, client } = await world();
  expect(await suspensionsOfBearer(client.on('tmo', app.routes).ctx, Token)).toBeNull();
  ctx.clock.forward({ hours: 1, seconds: -1 });
  expect(await suspensionsOfBearer(ctx, Token)).not.toBeNull();
  ctx.clock.forward({ seconds: 1 });
  expect(await suspensionsOfBearer(ctx, Token)).toBeNull();
});

test('a suspension that was undone is not shown any more', async () => {
  const { ctx, crew, Token, ActId } = await world();
  await performUndo(crew, { site: 'tmnf', actId: ActId, reason: 'A mistake.' });
  expect(await suspensionsOfBearer(ctx, Token)).toMatchObject({ suspensions: [] });
});
