import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { resultOf } from '../../model.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const ann = await asMember(world);
const ben = await asMember(world);
const mo = await asMember(world, Level.moderator);
const list = listAt(app.routes, '/api/replays');
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 0, minute));
const ids = async (query: string, ctx = world) =>
  (await ask(ctx, list, `fields=ReplayId,IsSecret&${query}`)).Results.map((row) => row.ReplayId);

const annId = ann.viewer.userId;
const benId = ben.viewer.userId;
const race = await makeTrack(author);
await db
  .updateTable('track')
  .set({ track_value: 19_500, record_time_ms: 60_000 })
  .where('site', '=', 'tmnf')
  .where('track_id', '=', race)
  .execute();
const slow = await makeReplay(world, { trackId: race, userId: annId, timeMs: 70_000, at: at(1) });
const record = await makeReplay(world, {
  trackId: race,
  userId: annId,
  timeMs: 60_000,
  position: 0,
  medal: 4,
  validated: true,
  isLeaderboard: 2,
  driverLogin: 'ann_login',
  at: at(3),
});
const tied = await makeReplay(world, {
  trackId: race,
  userId: benId,
  timeMs: 60_000,
  position: 1,
  at: at(4),
});
const secret = await makeReplay(world, {
  trackId: race,
  userId: (await makeMember(world)).userId,
  timeMs: 65_000,
  position: 2,
  medal: 3,
  respawns: 2,
  secretUntil: new Date('2026-12-01'),
  at: at(5),
});
const noLongerSecret = await makeReplay(world, {
  trackId: race,
  userId: (await makeMember(world)).userId,
  timeMs: 66_000,
  position: 3,
  secretUntil: new Date('2026-11-01'),
  at: at(6),
});
const hiddenTrack = await makeTrack(author, { isPublic: false });
const hidden = await makeReplay(world, {
  trackId: hiddenTrack,
  userId: annId,
  timeMs: 50_000,
  position: 0,
  at: at(7),
});

test('of a track: the best result first, equal ones by age, beaten ones included', async () => {
  expect(await ids(`trackid=${race}`)).toEqual([record, tied, secret, noLongerSecret, slow]);
});

test('without a track: the newest first', async () => {
  expect(await ids('')).toEqual([noLongerSecret, secret, tied, record, slow]);
  expect(await ids('order1=1')).toEqual([noLongerSecret, secret, tied, record, slow]);
});

test.each([
  ['best=1', [record, tied, secret, noLongerSecret]],
  ['best=0', [slow]],
  [`userid=${annId}`, [record, slow]],
  [`userid=${annId}&best=1`, [record]],
  [`userid=${annId}&count=1&from=${slow}`, [slow]],
  ['count=2', [record, tied]],
  [`after=${tied}&count=2`, [secret, noLongerSecret]],
  [`before=${secret}&count=1`, [tied]],
])('trackid and %s', async (query, expected) => {
  expect(await ids(`trackid=${race}&${query}`)).toEqual(expected);
});

test('one replay by its id', async () => {
  expect(await ids(`from=${tied}&count=1`)).toEqual([tied]);
  expect(await ids(`id=${tied},${slow}`)).toEqual([tied, slow]);
});

test('replays of a hidden track are visible to its authors and moderators', async () => {
  expect(await ids(`trackid=${hiddenTrack}`)).toEqual([]);
  expect(await ids(`trackid=${hiddenTrack}`, ann)).toEqual([]);
  expect(await ids(`trackid=${hiddenTrack}`, author)).toEqual([hidden]);
  expect(await ids(`trackid=${hiddenTrack}`, mo)).toEqual([hidden]);
  // without a track they are sorted by creation; the id of a hidden one counts as unused: after the previous visible one
  const all = await ids('count=1000');
  const older = all.filter((id) => id < hidden);
  expect(older.length).toBeGreaterThan(0);
  expect(await ids(`after=${hidden}&count=1000`)).toEqual(older);
  await expect(ids(`trackid=${race}&after=${hidden}`)).rejects.toMatchObject({ status: 410 });
});

test('a secret time is hidden from all except the driver, the authors and moderators; its position is shown', async () => {
  const query = `id=${secret}&fields=ReplayTime,ReplayRespawns,ReplayScore,Score,Medal,IsSecret,FileHash,FileSize,Position`;
  const kept = {
    ReplayTime: 0,
    ReplayRespawns: 0,
    ReplayScore: 0,
    Score: null,
    Medal: 0,
    IsSecret: true,
    FileHash: null,
    FileSize: null,
    Position: 2,
  };
  const row = {
    ReplayTime: 65_000,
    ReplayRespawns: 2,
    ReplayScore: 0,
    Score: 18_000,
    Medal: 3,
    IsSecret: false,
    FileHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    FileSize: expect.any(Number),
    Position: 2,
  };
  expect((await ask(world, list, query)).Results).toEqual([kept]);
  expect((await ask(ann, list, query)).Results).toEqual([kept]);
  expect((await ask(author, list, query)).Results).toEqual([row]);
  expect((await ask(mo, list, query)).Results).toEqual([row]);
  const { user_id } = await db
    .selectFrom('replay')
    .where('site', '=', 'tmnf')
    .where('replay_id', '=', secret)
    .select('user_id')
    .executeTakeFirstOrThrow();
  const driver = seenFrom(world, { viewer: { ...ann.viewer, userId: user_id } });
  expect((await ask(driver, list, query)).Results).toEqual([row]);
  const later = await ask(world, list, `id=${noLongerSecret}&fields=ReplayTime`);
  expect(later.Results).toEqual([{ ReplayTime: 66_000 }]);
});

test('a replay with a secret result is left out unless its mark is requested, also at the end of a page', async () => {
  const shown = async (query: string, ctx = world) => {
    const { Results, More } = await ask(ctx, list, `fields=ReplayId,ReplayTime&trackid=${race}&${query}`);
    expect(Results.every(({ ReplayTime }) => ReplayTime > 0)).toBe(true);
    return [Results.map(({ ReplayId }) => ReplayId), More];
  };
  expect(await shown('')).toEqual([[record, tied, noLongerSecret, slow], false]);
  expect(await shown('count=2')).toEqual([[record, tied], true]);
  expect(await shown('count=3')).toEqual([[record, tied, noLongerSecret], true]);
  expect(await shown(`before=${noLongerSecret}&count=2`)).toEqual([[record, tied], false]);
  expect(await shown('', author)).toEqual([[record, tied, secret, noLongerSecret, slow], false]);
  expect(await shown('', mo)).toEqual([[record, tied, secret, noLongerSecret, slow], false]);
});

test('logins are for moderators', async () => {
  const query = `id=${record}&fields=DriverLogIn`;
  expect((await ask(ann, list, query)).Results).toEqual([{ DriverLogIn: null }]);
  expect((await ask(mo, list, query)).Results).toEqual([{ DriverLogIn: 'ann_login' }]);
  expect(await ids('driverlogin=ann_login', ann)).toEqual([]);
  expect(await ids('driverlogin=ann_login', mo)).toEqual([record]);
});

test('every field', async () => {
  const { Results } = await ask(world, list, `id=${record}&fields=${Object.keys(list.fields).join(',')}`);
  expect(Results).toEqual([
    {
      OriginSite: null,
      OriginId: null,
      ReplayId: record,
      User: { UserId: annId, Name: ann.viewer.name },
      Track: {
        TrackId: race,
        TrackName: expect.any(String),
        Type: 0,
        Environment: 7,
        Uploader: { UserId: author.viewer.userId, Name: author.viewer.name },
      },
      ReplayTime: 60_000,
      ReplayScore: 0,
      ReplayRespawns: 0,
      Respawns: 0,
      IsRevoked: false,
      IsSecret: false,
      FileHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      FileSize: expect.any(Number),
      ReplayAt: '2026-11-20T00:03:00.000',
      TrackAt: '2026-11-20T00:03:00.000',
      Position: 0,
      AdjustedPosition: 0,
      Difference: 0,
      DifferenceRespawns: 0,
      Delta: null,
      DeltaRespawns: null,
      Score: 19_500,
      Medal: 4,
      IsBest: 1,
      IsLeaderboard: 2,
      Validated: true,
      IsDriverVerified: true,
      ReplayWRs: 0,
      Top10s: 0,
      DriverLogIn: null,
      Flags: null,
    },
  ]);
});

test('stunts and platform tracks rank by points and respawns', async () => {
  const stunts = await makeTrack(author);
  const few = { timeMs: 30_000, respawns: 0, score: 450 };
  const many = { timeMs: 60_000, respawns: 0, score: 600 };
  const low = await makeReplay(world, { ...few, trackId: stunts, userId: annId, result: resultOf(3, few) });
  const high = await makeReplay(world, {
    ...many,
    trackId: stunts,
    userId: benId,
    result: resultOf(3, many),
  });
  expect(await ids(`trackid=${stunts}`)).toEqual([high, low]);
});

test('replays of the current version come before faster ones of older versions, forwards and back', async () => {
  const track = await makeTrack(author);
  await db
    .updateTable('track')
    .set({ current_version: 2 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', track)
    .execute();
  const drive = (timeMs: number, trackVersion: number, position: number | null = null) =>
    makeReplay(world, { trackId: track, userId: annId, timeMs, trackVersion, position });
  const oldFast = await drive(30_000, 1);
  const slower = await drive(62_000, 2);
  const best = await drive(61_000, 2, 0);
  const oldSlow = await drive(70_000, 1);
  expect(await ids(`trackid=${track}`)).toEqual([best, slower, oldFast, oldSlow]);
  expect(await ids(`trackid=${track}&after=${slower}`)).toEqual([oldFast, oldSlow]);
  expect(await ids(`trackid=${track}&before=${oldFast}&count=1`)).toEqual([slower]);
});
