import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import {
  makeLeaderboardRow,
  makePack,
  makePackManager,
  makePackTrack,
  makeReplay,
} from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const ben = await asMember(world);
const mo = await asMember(world, Level.moderator);
const list = listAt(app.routes, '/api/trackpacks');
const names = async (query: string, ctx = world) =>
  (await ask(ctx, list, `order1=1&fields=PackName&${query}`)).Results.map((row) => row.PackName);
const day = (n: number) => new Date(Date.UTC(2012, 0, n));

const annId = ann.viewer.userId;
const shown = await makePack(world, { ownerId: annId, name: 'Summer $f00Cup', at: day(1), downloads: 5 });
const secretList = await makePack(world, {
  ownerId: annId,
  name: 'Blind Race',
  mapListReleased: false,
  allowsSubmissions: true,
  at: day(2),
});
const hidden = await makePack(world, { ownerId: annId, name: 'Not Ready', isPublic: false, at: day(3) });
const legacy = await makePack(world, {
  ownerId: ben.viewer.userId,
  name: 'Old Cup',
  isLegacy: true,
  packValue: 13_000,
  environments: [7],
  at: day(4),
});
await makePackManager(world, { packId: hidden, userId: ben.viewer.userId, role: 'jury' });
const track = await makeTrack(ann);
const hiddenTrack = await makeTrack(ann, { isPublic: false });
for (const packId of [shown, secretList, hidden])
  await makePackTrack(world, { packId, trackId: track, addedBy: annId });
await makePackTrack(world, {
  packId: legacy,
  trackId: track,
  addedBy: annId,
  status: PackTrackStatus.pending,
});
await makePackTrack(world, { packId: shown, trackId: hiddenTrack, addedBy: annId, position: 2 });
for (const [userId, score] of [
  [ben.viewer.userId, 11_534],
  [annId, 8_000],
] as const)
  await makeLeaderboardRow(world, { board: shown, userId, score });

test('pack ids start above those of the boards', () => {
  expect(shown).toBe(6);
});

test('hidden packs are visible to their managers and to moderators', async () => {
  const open = ['Summer $f00Cup', 'Blind Race', 'Old Cup'];
  const all = ['Summer $f00Cup', 'Blind Race', 'Not Ready', 'Old Cup'];
  expect(await names('')).toEqual(open);
  expect(await names('', await asMember(world))).toEqual(open);
  for (const who of [ann, ben, mo]) expect(await names('', who)).toEqual(all);
});

test('the packs of a track include only those with a visible list', async () => {
  expect(await names(`trackid=${track}`)).toEqual(['Summer $f00Cup']);
  expect(await names(`trackid=${track}`, ben)).toEqual(['Summer $f00Cup', 'Not Ready']);
  const managed = ['Summer $f00Cup', 'Blind Race', 'Not Ready'];
  expect(await names(`trackid=${track}`, ann)).toEqual(managed);
  expect(await names(`trackid=${track}`, mo)).toEqual(managed);
});

test('the packs of a hidden track do not reveal it', async () => {
  expect(await names(`trackid=${hiddenTrack}`)).toEqual([]);
  expect(await names(`trackid=${hiddenTrack}`, ann)).toEqual(['Summer $f00Cup']);
});

test.each([
  ['name=cup', ['Summer $f00Cup', 'Old Cup']],
  ['name=summer+cup', ['Summer $f00Cup']],
  [`name=${shown}`, ['Summer $f00Cup']],
  [`creator=${encodeURIComponent(ben.viewer.name.toUpperCase())}`, ['Old Cup']],
  [`creator=${ben.viewer.userId}`, ['Old Cup']],
  [`manageruserid=${annId}`, ['Summer $f00Cup', 'Blind Race']],
  [`id=${legacy},${shown},${hidden}`, ['Summer $f00Cup', 'Old Cup']],
  ['inlegacy=1', ['Old Cup']],
  ['inlegacy=0', ['Summer $f00Cup', 'Blind Race']],
  ['insubmissions=1', ['Blind Race']],
])('%s', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test('the manager of a hidden pack finds it in the list of their packs', async () => {
  expect(await names(`manageruserid=${ben.viewer.userId}`, ben)).toEqual(['Not Ready', 'Old Cup']);
});

test('every field', async () => {
  const fields = Object.keys(list.fields).join(',');
  const { Results } = await ask(ann, list, `id=${shown}&fields=${fields}`);
  const person = (who: typeof ann) => ({ UserId: who.viewer.userId, Name: who.viewer.name });
  expect(Results).toEqual([
    {
      PackId: shown,
      OriginSite: null,
      OriginId: null,
      PackName: 'Summer $f00Cup',
      Name: 'Summer $f00Cup',
      Tracks: 0,
      TrackCount: 0,
      Environments: [],
      PackValue: 0,
      Downloads: 5,
      AllowsTrackSubmissions: false,
      IsLegacy: false,
      IsPublic: true,
      MapListReleased: true,
      HasLeaderboard: true,
      SubmissionsPerUser: 5,
      Description: null,
      Image: null,
      FirstTracks: [track],
      Driven: 0,
      Creator: person(ann),
      Owner: person(ann),
      Managers: [],
      CreatedAt: '2012-01-01T00:00:00.000',
      UpdatedAt: '2012-01-01T00:00:00.000',
      ActivityAt: '2012-01-01T00:00:00.000',
      TopLB: { Position: 0, Score: 11_534, User: person(ben) },
      UserLB: { Position: 1, Score: 8_000 },
    },
  ]);
  const managed = await ask(ben, list, `id=${hidden}&fields=Managers[].User.Name,Managers[].Role,UserLB`);
  expect(managed.Results).toEqual([
    { Managers: [{ User: { Name: ben.viewer.name }, Role: 'jury' }], UserLB: null },
  ]);
});

test('the first tracks of a pack are shown to those who see its list, and how many of its tracks they have driven', async () => {
  const row = async (ctx: typeof world, id: number) =>
    (await ask(ctx, list, `id=${id}&fields=FirstTracks[],Driven`)).Results[0];
  expect(await row(world, shown)).toEqual({ FirstTracks: [track], Driven: null });
  expect(await row(ben, secretList)).toEqual({ FirstTracks: [], Driven: 0 });
  expect(await row(ann, secretList)).toEqual({ FirstTracks: [track], Driven: 0 });
  await makeReplay(world, { trackId: track, userId: ben.viewer.userId, timeMs: 40_000, position: 0 });
  expect(await row(ben, shown)).toEqual({ FirstTracks: [track], Driven: 1 });
  expect(await row(ben, secretList)).toEqual({ FirstTracks: [], Driven: 0 });
});

test('places on the board of a pack are visible to viewers who see its list of tracks', async () => {
  await makeLeaderboardRow(world, { board: secretList, userId: ben.viewer.userId, score: 500 });
  const places = async (who: typeof ann) =>
    (await ask(who, list, `id=${secretList}&fields=TopLB.Score,UserLB.Score`)).Results;
  expect(await places(ben)).toEqual([{ TopLB: null, UserLB: null }]);
  for (const who of [ann, mo]) expect(await places(who)).toEqual([{ TopLB: { Score: 500 }, UserLB: null }]);
});

test.each([
  [1, 'CreatedAt'],
  [3, 'UpdatedAt'],
  [5, 'Tracks'],
  [7, 'ActivityAt'],
  [13, 'Downloads'],
  [15, 'PackValue'],
])('order %i is by %s', async (code, field) => {
  const up = (await ask(world, list, `order1=${code}&fields=${field}`)).Results.map((row) => row[field]);
  expect(up).toEqual([...up].sort((a, b) => (a < b ? -1 : 1)));
  const down = (await ask(world, list, `order1=${code + 1}&fields=${field}`)).Results.map(
    (row) => row[field],
  );
  expect(down).toEqual([...up].reverse());
});

test('orders 9 and 11 are by name and by creator', async () => {
  const ask1 = async (code: number) =>
    (await ask(world, list, `order1=${code}&fields=PackName`)).Results.map((row) => row.PackName);
  expect(await ask1(9)).toEqual(['Blind Race', 'Old Cup', 'Summer $f00Cup']);
  expect(await ask1(11)).toEqual(['Summer $f00Cup', 'Blind Race', 'Old Cup']);
});

test('a second order applies to equal rows, in the requested direction', async () => {
  expect(await names('order1=5&order2=10')).toEqual(['Summer $f00Cup', 'Old Cup', 'Blind Race']);
});
