import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { maxRacers, viewOf } from '../../view-address.ts';
import { duelTitle } from '../duel.ts';
import { readDuel } from './repo.ts';
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

describe('a duel is shown to those who may download both files', async () => {
  const puzzle = await makeTrack(author);
  await db
    .updateTable('track')
    .set({ primary_type: 1 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', puzzle)
    .execute();
  const solver = (await asMember(world)).viewer.userId;
  const days = (count: number) => new Date(world.clock.now().getTime() - count * dayMs);
  const solved = (user: number, timeMs: number, age: number) =>
    makeReplay(world, { trackId: puzzle, userId: user, timeMs, at: days(age), position: 0 });
  const old = await solved(userId, 30_000, 31);
  const older = await solved(secretId, 31_500, 40);
  const fresh = await solved(solver, 29_000, 29);
  const moderator = await asMember(world, Level.moderator);
  const asUser = (id: number) => seenFrom(world, { viewer: { ...driver.viewer, userId: id } });

  test.each([
    ['two public results, by a visitor', trackId, [best, beaten], somebody, 'Two runs by'],
    ['a secret result, by a visitor', trackId, [best, secret], somebody, null],
    ['a secret result, by its driver', trackId, [best, secret], asUser(secretId), '2.00 s ahead of'],
    ['a secret result, by the other driver', trackId, [best, secret], driver, null],
    ['a secret result, by the author of the track', trackId, [best, secret], author, '2.00 s ahead of'],
    ['a secret result, by a moderator', trackId, [best, secret], moderator, '2.00 s ahead of'],
    ['puzzle replays older than 30 days', puzzle, [old, older], somebody, '1.50 s ahead of'],
    ['a puzzle replay of 29 days', puzzle, [old, fresh], somebody, null],
    ['a puzzle replay of 29 days, by its driver', puzzle, [old, fresh], asUser(solver), '1.00 s ahead of'],
    ['a replay of another track', trackId, [best, elsewhere], somebody, null],
    ['one replay', trackId, [best], somebody, null],
    ['three replays', trackId, [best, beaten, secret], moderator, null],
  ])('%s', async (_what, track, ids, ctx, title) => {
    const view = viewOf(new URLSearchParams(`replays=${ids.join(',')}`));
    const duel = (await replayView(ctx, track, null, view))?.duel;
    if (title === null) expect(duel).toBeNull();
    else expect(duel && duelTitle(duel)).toContain(title);
    // cards are the same for everybody
    const card = await readDuel(seenFrom(world, { viewer: visitor }), track, ids);
    expect(card !== null).toBe(ctx === somebody && title !== null);
  });

  test('a run that may not be downloaded has no checkpoint times', async () => {
    const reads: number[] = [];
    const ctx = {
      ...somebody,
      gbx: { ...somebody.gbx, checkpoints: async () => ({ ok: true as const, timesMs: [reads.push(0)] }) },
    };
    const view = viewOf(new URLSearchParams(`replays=${fresh}`));
    const page = await replayView(ctx, puzzle, null, view);
    expect(page?.chosen[0]).toMatchObject({ file: null, checkpointsMs: null });
    expect(reads).toEqual([]);
  });
});

describe('the board is raced', () => {
  const raced = async (query: string, ctx = somebody) =>
    (await replayView(ctx, trackId, null, viewOf(new URLSearchParams(query))))?.chosen.map(
      ({ replayId, file }) => [replayId, file !== null],
    );
  test('by the best of the leaderboard whose files the viewer may download', async () => {
    expect(await raced('race=1')).toEqual([[best, true]]);
    expect(await raced('race=1', author)).toEqual([
      [best, true],
      [secret, true],
    ]);
  });
  test('by chosen replays of the track; those that may not be downloaded are only named', async () => {
    expect(await raced(`race=1&replays=${beaten},${secret},${elsewhere}`)).toEqual([
      [beaten, true],
      [secret, false],
    ]);
  });
  test('by twenty at most', async () => {
    const full = await makeTrack(author);
    for (let position = 0; position < maxRacers + 1; position++)
      await makeReplay(world, {
        trackId: full,
        userId: (await asMember(world)).viewer.userId,
        timeMs: 60_000 + position,
        position,
      });
    const page = await replayView(somebody, full, null, viewOf(new URLSearchParams('race=1')));
    expect(page?.chosen).toHaveLength(maxRacers);
    expect(page?.chosen[0]?.rank).toBe('1st');
  });
});

test('one run is compared with the record and with the viewer’s own', async () => {
  const duels = async (id: number, ctx = somebody) =>
    (await replayView(ctx, trackId, null, viewOf(new URLSearchParams(`replays=${id}`))))?.duels;
  expect(await duels(beaten)).toEqual([
    { label: 'Duel with the record', href: `/trackreplayview/${trackId}?replays=${beaten},${best}` },
  ]);
  expect(await duels(best)).toEqual([]);
  expect(await duels(secret)).toEqual([]);
  const second = await asMember(world);
  const own = await makeReplay(world, { trackId, userId: second.viewer.userId, timeMs: 63_000, position: 2 });
  expect((await duels(beaten, second))?.map(({ href }) => href)).toEqual([
    `/trackreplayview/${trackId}?replays=${beaten},${best}`,
    `/trackreplayview/${trackId}?replays=${beaten},${own}`,
  ]);
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
