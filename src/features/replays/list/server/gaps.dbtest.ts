import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeLeaderboardRow, makeReplay } from '#testing/make-lists.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { resultOf } from '../../model.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const mo = await asMember(world, Level.moderator);
const list = listAt(app.routes, '/api/replays');
const until = new Date('2026-12-01');

interface Driven {
  timeMs: number;
  respawns?: number;
  score?: number;
  isSecret?: boolean;
  isBeaten?: boolean;
}

/** A track of a type with ranked replays in the given order, each by another driver. */
async function boardOf(primaryType: number, runs: readonly Driven[]) {
  const trackId = await makeTrack(author);
  await db
    .updateTable('track')
    .set({ primary_type: primaryType, track_value: 1000, record_time_ms: runs[0]?.timeMs ?? null })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();
  const drivers: number[] = [];
  let position = 0;
  for (const { timeMs, respawns = 0, score, isSecret = false, isBeaten = false } of runs) {
    const { userId } = await makeMember(world);
    drivers.push(userId);
    const run = { timeMs, respawns, score: score ?? null };
    await makeReplay(world, {
      ...run,
      trackId,
      userId,
      result: resultOf(primaryType, run),
      position: isBeaten ? null : position++,
      secretUntil: isSecret ? until : null,
    });
  }
  return { trackId, drivers };
}

/** with secret results, which are left out unless they are requested */
const gaps = 'fields=Difference,DifferenceRespawns,Delta,DeltaRespawns,Position,IsSecret&best=1';
const rows = async (trackId: number, ctx = world) =>
  (await ask(ctx, list, `trackid=${trackId}&${gaps}`)).Results.map((row) => [
    row.Difference,
    row.DifferenceRespawns,
    row.Delta,
    row.DeltaRespawns,
  ]);

test('a race: the gap to the first and to the place before; nothing is ahead of the first', async () => {
  const { trackId } = await boardOf(0, [{ timeMs: 60_000 }, { timeMs: 60_000 }, { timeMs: 61_500 }]);
  expect(await rows(trackId)).toEqual([
    [0, 0, null, null],
    [0, 0, 0, 0],
    [1500, 0, 1500, 0],
  ]);
});

test('a platform track: respawns, and ten seconds for each', async () => {
  const { trackId } = await boardOf(2, [
    { timeMs: 60_000 },
    { timeMs: 30_000, respawns: 1 },
    { timeMs: 31_000, respawns: 1 },
  ]);
  expect(await rows(trackId)).toEqual([
    [0, 0, null, null],
    [-20_000, 1, -20_000, 1],
    [-19_000, 1, 1000, 0],
  ]);
});

test('a stunts track: points', async () => {
  const { trackId } = await boardOf(3, [
    { timeMs: 60_000, score: 600 },
    { timeMs: 50_000, score: 450 },
    { timeMs: 50_000, score: 440 },
  ]);
  expect(await rows(trackId)).toEqual([
    [0, 0, null, null],
    [150, 0, 150, 0],
    [160, 0, 10, 0],
  ]);
});

test('a secret result is revealed by no gap, neither its own nor those of its neighbours', async () => {
  const { trackId, drivers } = await boardOf(0, [
    { timeMs: 60_000 },
    { timeMs: 61_000, isSecret: true },
    { timeMs: 63_000 },
    { timeMs: 64_000 },
  ]);
  const seenByAll = [
    [0, 0, null, null],
    [null, null, null, null],
    [3000, 0, null, null],
    [4000, 0, 1000, 0],
  ];
  expect(await rows(trackId)).toEqual(seenByAll);
  expect(await rows(trackId, await asMember(world))).toEqual(seenByAll);
  const whole = [
    [0, 0, null, null],
    [1000, 0, 1000, 0],
    [3000, 0, 2000, 0],
    [4000, 0, 1000, 0],
  ];
  expect(await rows(trackId, author)).toEqual(whole);
  expect(await rows(trackId, mo)).toEqual(whole);
  const driver = seenFrom(world, {
    viewer: { ...mo.viewer, level: Level.standard, userId: drivers[1] ?? 0 },
  });
  expect(await rows(trackId, driver)).toEqual(whole);
});

test('a secret record hides every gap to it, and the points from which it could be calculated', async () => {
  const { trackId } = await boardOf(0, [
    { timeMs: 60_000, isSecret: true },
    { timeMs: 61_000 },
    { timeMs: 63_000 },
  ]);
  expect(await rows(trackId)).toEqual([
    [null, null, null, null],
    [null, null, null, null],
    [null, null, 2000, 0],
  ]);
  const scores = async (ctx = world) =>
    (await ask(ctx, list, `trackid=${trackId}&fields=Score,IsSecret`)).Results.map(({ Score }) => Score);
  expect(await scores()).toEqual([null, null, null]);
  expect(await scores(author)).toEqual([1000, 983, 952]);
});

test('beaten replays have no gap but the place that they would take; equal results share a place', async () => {
  const { trackId } = await boardOf(0, [
    { timeMs: 60_000 },
    { timeMs: 61_000 },
    { timeMs: 61_000 },
    { timeMs: 62_000 },
    { timeMs: 61_500, isBeaten: true },
    { timeMs: 99_000, isBeaten: true },
  ]);
  const fields = 'fields=Position,AdjustedPosition,Difference,Delta';
  const found = (await ask(world, list, `trackid=${trackId}&${fields}`)).Results;
  expect(found.map((row) => [row.Position, row.AdjustedPosition])).toEqual([
    [0, 0],
    [1, 1],
    [2, 1],
    [null, 3],
    [3, 3],
    [null, 4],
  ]);
  expect(found.filter((row) => row.Position === null)).toEqual([
    { Position: null, AdjustedPosition: 3, Difference: null, Delta: null },
    { Position: null, AdjustedPosition: 4, Difference: null, Delta: null },
  ]);
});

test('the records and top ten places of the driver on the overall board of the track’s type', async () => {
  const { trackId, drivers } = await boardOf(0, [{ timeMs: 60_000 }, { timeMs: 61_000 }]);
  const row = { userId: drivers[0] ?? 0, score: 10 };
  await makeLeaderboardRow(world, { ...row, records: 3, top10s: 7 });
  await makeLeaderboardRow(world, { ...row, board: 1, records: 1, top10s: 2 });
  const of = async () =>
    (await ask(world, list, `trackid=${trackId}&fields=ReplayWRs,Top10s`)).Results.map((one) => [
      one.ReplayWRs,
      one.Top10s,
    ]);
  expect(await of()).toEqual([
    [3, 7],
    [0, 0],
  ]);
  await db
    .updateTable('track')
    .set({ replay_type: 1 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();
  expect(await of()).toEqual([
    [1, 2],
    [0, 0],
  ]);
});

test('only replays with a login have a verified driver', async () => {
  const trackId = await makeTrack(author);
  const run = { trackId, timeMs: 60_000 };
  await makeReplay(world, { ...run, userId: author.viewer.userId, driverLogin: 'ann' });
  await makeReplay(world, { ...run, userId: mo.viewer.userId });
  const { Results } = await ask(world, list, `trackid=${trackId}&fields=IsDriverVerified`);
  expect(Results.map((row) => row.IsDriverVerified)).toEqual([true, false]);
});
