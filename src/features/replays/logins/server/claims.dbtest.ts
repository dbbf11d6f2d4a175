import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { sendOnlineRecords } from '#features/replays/online/server/receive.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { limits } from '#platform/rate-limits.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { analyse, drivableTrack, posted, replayBytes } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { replayData } from '../../server/personal.ts';
import { claimAgainDays, claimDays, maxClaimAnswer, maxOpenClaims } from '../claims.ts';
import { newCode } from './claim.ts';
import { claimPage, ownLoginClaims } from './claim-pages.ts';

const { db } = await testDb({ max: 10 });

async function scene() {
  const world = await testCtx({ db, site: 'tmnf' });
  const author = await asMember(world);
  const { uid } = await drivableTrack(author);
  return {
    world,
    uid,
    author,
    ann: await Uploader.of(await asMember(world)),
    ben: await Uploader.of(await asMember(world)),
    moderator: await Uploader.of(await grantRole(await asMember(world), Level.moderator, ['tmnf'])),
  };
}

const post = (who: Uploader, path: string, form: Record<string, string> = {}) =>
  who.ask('POST', path, { form: new URLSearchParams(form) });

async function claim(who: Uploader, Login: string): Promise<{ claimId: number; code: string }> {
  const answer = await post(who, '/loginclaim', { Login });
  expect(answer.problem).toBeUndefined();
  const claimId = answer.json<{ ClaimId: number }>().ClaimId;
  const own = (await ownLoginClaims(who.ctx)).find((one) => one.claimId === claimId);
  return { claimId, code: own?.code ?? '' };
}
const stateOf = async (ctx: TestCtx, claimId: number) =>
  (
    await forSite(ctx, 'login_claim')
      .where('claim_id', '=', claimId)
      .select(['state', 'proof'])
      .executeTakeFirst()
  )?.state;
const ownerOf = async (ctx: TestCtx, login: string) =>
  (await forSite(ctx, 'game_login')
    .where('login_key', '=', login)
    .select(['user_id', 'proof', 'replay_id'])
    .executeTakeFirst()) ?? null;
const noticesOf = async ({ ctx }: Uploader) =>
  (
    await forSite(ctx, 'notice')
      .where('user_id', '=', ctx.viewer.userId)
      .where('kind', 'like', 'login.%')
      .orderBy('notice_id')
      .select(['kind', 'text'])
      .execute()
  ).map(({ kind, text }) => `${kind}: ${text}`);
const openCases = (ctx: TestCtx, claimId: number) =>
  forSite(ctx, 'moderation_case')
    .where('subject_kind', '=', 'loginclaim')
    .where('subject_id', '=', claimId)
    .where('state', '=', 'open')
    .select('case_id')
    .execute();
const act = (who: Uploader, id: number, name: string, form: Record<string, string> = {}) =>
  post(who, '/moderation/act', {
    site: 'tmnf',
    kind: 'loginclaim',
    id: `${id}`,
    act: name,
    Reason: 'The record is better proof.',
    ...form,
  });
const undo = (who: Uploader, actId: number) =>
  post(who, '/moderation/undo', { site: 'tmnf', actId: `${actId}`, Reason: 'A mistake.' });
const actIdOf = (answer: { json<T>(): T }) => answer.json<{ ActId: number }>().ActId;

async function approvedServer(world: TestCtx): Promise<TestCtx> {
  const server = await asMember(world);
  const row = { user_id: server.viewer.userId, state: 'approved', decided_at: world.clock.now() } as const;
  await db
    .insertInto('record_server')
    .values({ site: 'tmnf', ...row })
    .execute();
  return server;
}
const record = (server: TestCtx, uid: string, Login: string, Nickname: string) =>
  sendOnlineRecords.perform(server, {
    Server: 'Night Shift',
    Records: [{ UId: uid, Mode: 1, Login, Time: 41_000, Nickname }],
  });

test('a forged file that came first loses the login to a record of an approved server, by a moderator’s decision', async () => {
  const { world, uid, ann, ben, moderator } = await scene();
  const first = await posted(ben, { uid, login: 'Famous.Ann' });
  const { claimId, code } = await claim(ann, 'famous.ann');
  const server = await approvedServer(world);
  await record(server, uid, 'famous.ann', 'ann');
  expect(await stateOf(world, claimId)).toBe('open');
  await record(server, uid, 'somebody', `ann ${code}`);
  expect(await stateOf(world, claimId)).toBe('open');
  await record(await asMember(world), uid, 'famous.ann', code);
  expect(await stateOf(world, claimId), 'a server without approval proves nothing').toBe('open');
  await record(server, uid, 'Famous.Ann', `$f00${code.slice(0, 3).toLowerCase()}$z${code.slice(3)}`);
  expect(await stateOf(world, claimId)).toBe('disputed');
  expect(await ownerOf(world, 'famous.ann')).toMatchObject({ user_id: ben.ctx.viewer.userId });
  expect(await openCases(world, claimId)).toHaveLength(1);

  // both sides see the claim, and nobody else but the crew
  const stranger = await Uploader.of(await asMember(world));
  await expect(claimPage(stranger.ctx, `${claimId}`)).rejects.toMatchObject({ status: 404 });
  expect(await claimPage(ben.ctx, `${claimId}`)).toMatchObject({
    isHolder: true,
    code: null,
    proof: 'record',
  });
  expect((await post(ann, `/loginclaim/${claimId}/answer`, { Answer: 'Mine' })).status).toBe(403);
  expect((await post(ben, `/loginclaim/${claimId}/answer`, { Answer: ' ' })).problem?.field).toBe('Answer');
  expect(
    (await post(ben, `/loginclaim/${claimId}/answer`, { Answer: 'x'.repeat(maxClaimAnswer + 1) })).status,
  ).toBe(400);
  expect((await post(ben, `/loginclaim/${claimId}/answer`, { Answer: 'I was first.' })).status).toBe(200);
  expect(await claimPage(moderator.ctx, `${claimId}`)).toMatchObject({
    answer: 'I was first.',
    binding: { proof: 'replay', replayId: first.ReplayId },
    holder: { userId: ben.ctx.viewer.userId, replays: 1 },
    claimant: { userId: ann.ctx.viewer.userId, replays: 0 },
    proofText: expect.stringContaining('Night Shift'),
  });

  expect((await act(ann, claimId, 'login.transfer')).status).toBe(404);
  const [open] = await openCases(world, claimId);
  const decided = await act(moderator, claimId, 'login.transfer', { case: `${open?.case_id}`, settle: '1' });
  expect(decided).toMatchObject({ status: 200 });
  expect(await openCases(world, claimId)).toEqual([]);
  expect(await ownerOf(world, 'famous.ann')).toEqual({
    user_id: ann.ctx.viewer.userId,
    proof: 'moderator',
    replay_id: null,
  });
  expect((await act(moderator, claimId, 'claim.reject')).status).toBe(409);
  await posted(ann, { uid, bestTimeMs: 39_000, login: 'famous.ann' });

  expect((await undo(moderator, actIdOf(decided))).status).toBe(200);
  expect(await ownerOf(world, 'famous.ann')).toEqual({
    user_id: ben.ctx.viewer.userId,
    proof: 'replay',
    replay_id: first.ReplayId,
  });
  expect(await stateOf(world, claimId)).toBe('disputed');
  expect(await openCases(world, claimId)).toHaveLength(1);
  expect(await noticesOf(ben)).toEqual([
    expect.stringContaining('login.claimed: Another player claims your login famous.ann.'),
    expect.stringContaining('The login famous.ann is yours again.'),
  ]);
  expect(await noticesOf(ann)).toEqual([expect.stringContaining('is back with its former owner')]);
});

test('a replay with the code proves a claim although it cannot be posted, and a rejection can be undone', async () => {
  const { world, uid, ann, ben, moderator } = await scene();
  await posted(ben, { uid, login: 'contested' });
  const { claimId, code } = await claim(ann, 'Contested');
  const bytes = (nickname: string, login = 'contested') => replayBytes({ uid, login, nickname });
  for (const each of [bytes('no code'), bytes(code, 'another'), bytes(code.slice(1))])
    await analyse(ann, each);
  await analyse(ben, bytes(code));
  expect(await stateOf(world, claimId)).toBe('open');
  expect((await analyse(ann, bytes(`ann ${code}`))).refusal).toBe(
    'This replay was driven with someone else’s login.',
  );
  expect(await stateOf(world, claimId)).toBe('disputed');
  const rejected = await act(moderator, claimId, 'claim.reject', { Reason: 'No better proof.' });
  expect(rejected.status).toBe(200);
  expect(await ownerOf(world, 'contested')).toMatchObject({ user_id: ben.ctx.viewer.userId });
  expect((await post(ann, '/loginclaim', { Login: 'contested' })).status).toBe(409);
  expect((await undo(moderator, actIdOf(rejected))).status).toBe(200);
  expect(await stateOf(world, claimId)).toBe('disputed');
  // better proof may follow while the code works
  await record(await approvedServer(world), uid, 'contested', code);
  expect(await claimPage(ann.ctx, `${claimId}`)).toMatchObject({ proof: 'record' });
  expect((await act(moderator, claimId, 'claim.reject')).status).toBe(200);
  world.clock.forward({ days: claimAgainDays });
  expect((await post(ann, '/loginclaim', { Login: 'contested' })).status).toBe(200);
});

test('a proof for a free login binds it at once', async () => {
  const { world, uid, ann } = await scene();
  const { claimId, code } = await claim(ann, 'free.one');
  await record(await approvedServer(world), uid, 'free.one', code);
  expect(await stateOf(world, claimId)).toBe('granted');
  expect(await ownerOf(world, 'free.one')).toEqual({
    user_id: ann.ctx.viewer.userId,
    proof: 'record',
    replay_id: null,
  });
  expect((await post(ann, '/loginclaim', { Login: 'free.one' })).status).toBe(409);
});

test('a code works until it expires, and a claim can be withdrawn', async () => {
  const { world, uid, ann, ben } = await scene();
  await posted(ben, { uid, login: 'slow' });
  const server = await approvedServer(world);
  const late = await claim(ann, 'slow');
  world.clock.forward({ days: claimDays });
  await record(server, uid, 'slow', late.code);
  expect(await stateOf(world, late.claimId)).toBe('open');
  expect(await ownLoginClaims(ann.ctx)).toMatchObject([{ state: 'expired', code: null }]);
  const again = await claim(ann, 'slow');
  await record(server, uid, 'slow', again.code);
  expect(await stateOf(world, again.claimId)).toBe('disputed');
  expect((await post(ben, `/loginclaim/${again.claimId}/withdraw`)).status).toBe(403);
  expect((await post(ann, `/loginclaim/${again.claimId}/withdraw`)).status).toBe(200);
  expect((await post(ann, `/loginclaim/${again.claimId}/withdraw`)).status).toBe(409);
  expect(await openCases(world, again.claimId)).toEqual([]);
});

test.each(['', 'name/192.168.1.249:2350', '<b>x</b>', 'x'.repeat(65), 'a b'])(
  'the login %j cannot be claimed',
  async (Login) => {
    const { ann } = await scene();
    expect((await post(ann, '/loginclaim', { Login })).problem).toMatchObject({
      status: 422,
      field: 'Login',
    });
  },
);

test('claims are limited: open ones of a user, one per login, and codes of an account in a day', async () => {
  const { world, ann, ben } = await scene();
  for (let n = 1; n <= maxOpenClaims; n++) await claim(ann, `open${n}`);
  expect((await post(ann, '/loginclaim', { Login: 'open1' })).status).toBe(409);
  expect((await post(ann, '/loginclaim', { Login: 'one_more' })).status).toBe(409);
  const subject = `account ${ben.ctx.viewer.accountId}`;
  await world.limits.consume('login-claim', { subject }, limits['login-claim'].points - 1);
  expect((await post(ben, '/loginclaim', { Login: 'first' })).status).toBe(200);
  expect((await post(ben, '/loginclaim', { Login: 'second' })).status).toBe(429);
  const basic = await Uploader.of(await asMember(world, Level.basic));
  expect((await post(basic, '/loginclaim', { Login: 'other' })).status).toBe(403);
});

test('an erased account leaves no claim and no answer', async () => {
  const { world, uid, ann, ben } = await scene();
  await posted(ben, { uid, login: 'erased' });
  const { claimId, code } = await claim(ann, 'erased');
  await record(await approvedServer(world), uid, 'erased', code);
  await post(ben, `/loginclaim/${claimId}/answer`, { Answer: 'My own words.' });
  const data = replayData({ onRanked: async () => {}, onHidden: async () => {} });
  const erase = ({ ctx }: Uploader) =>
    inTransaction(ctx, async (tx) => void (await data.erase?.(tx, ctx.viewer.userId, { tracks: 'kept' })));
  await erase(ben);
  expect(
    await forSite(world, 'login_claim').where('claim_id', '=', claimId).selectAll().execute(),
  ).toMatchObject([{ holder_id: null, answer: null }]);
  await erase(ann);
  expect(await stateOf(world, claimId)).toBeUndefined();
});

test('the code of a claim has no look-alike letters, and no two are the same', () => {
  const codes = Array.from({ length: 200 }, newCode);
  for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  expect(new Set(codes).size).toBe(200);
});
