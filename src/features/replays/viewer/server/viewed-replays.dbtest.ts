import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { viewOf } from '../../view-address.ts';
import { replayView } from './viewed-replays.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const driver = await asMember(world);
const somebody = seenFrom(world, { viewer: visitor });
const userId = driver.viewer.userId;
const trackId = await makeTrack(author);
const best = await makeReplay(world, { trackId, userId, timeMs: 60_000, position: 0 });
const beaten = await makeReplay(world, { trackId, userId, timeMs: 61_000 });
const secretUntil = new Date('2999-01-01');
const secretId = (await asMember(world)).viewer.userId;
const secret = await makeReplay(world, {
  trackId,
  userId: secretId,
  timeMs: 62_000,
  position: 1,
  secretUntil,
});
const elsewhere = await makeReplay(world, {
  trackId: await makeTrack(author),
  userId,
  timeMs: 5000,
  position: 0,
});

const chosen = async (query: string, ctx = somebody) =>
  (await replayView(ctx, trackId, null, viewOf(new URLSearchParams(query))))?.chosen;

test('the best of the leaderboard are offered with their files', async () => {
  const view = await replayView(somebody, trackId, null, viewOf(new URLSearchParams()));
  expect(view?.chosen).toEqual([]);
  expect(view?.offered.map(({ replayId }) => replayId)).toEqual([best, secret]);
  expect(view?.offered[0]).toMatchObject({ result: '01:00.00', file: `/recordgbx/${best}`, why: null });
});

test('chosen replays come in the order of the address, including beaten ones, without those of other tracks', async () => {
  const found = await chosen(`replays=${beaten},${elsewhere},${best}`);
  expect(found?.map(({ replayId }) => replayId)).toEqual([beaten, best]);
  expect(found?.[0]).toMatchObject({ rank: '–', file: `/recordgbx/${beaten}` });
});

test('what may not be downloaded says why, except to its driver, the author and moderators', async () => {
  const [hidden] = (await chosen(`replays=${secret}`)) ?? [];
  expect(hidden).toMatchObject({ result: 'Secret', file: null, why: expect.stringContaining('secret') });
  for (const ctx of [author, await asMember(world, Level.moderator)])
    expect((await chosen(`replays=${secret}`, ctx))?.[0]).toMatchObject({ result: '01:02.00', why: null });
});

test('a track that the viewer may not see is not found; its secret opens it and is part of the addresses', async () => {
  const hidden = await makeTrack(author, { isListed: false });
  const own = await makeReplay(world, { trackId: hidden, userId, timeMs: 60_000, position: 0 });
  const { secret_key: key } = await db
    .selectFrom('track')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', hidden)
    .select('secret_key')
    .executeTakeFirstOrThrow();
  const view = viewOf(new URLSearchParams(`replays=${own}`));
  expect(await replayView(somebody, hidden, null, view)).toBeNull();
  expect(await replayView(somebody, 2_147_483_647, null, view)).toBeNull();
  expect((await replayView(somebody, hidden, key, view))?.chosen[0]?.file).toBe(
    `/recordgbx/${own}?key=${key}`,
  );
});
