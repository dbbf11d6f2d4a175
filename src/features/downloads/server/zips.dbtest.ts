import type { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { makeTrack, type TrackGiven } from '#demo/make.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { Level } from '#lib/codes/level.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/types.ts';
import { params } from '#platform/lists/params.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, type TestCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackManager, makePackTrack, makeReplay } from '#testing/make-lists.ts';
import { asMember } from '#testing/tracks.ts';
import { bytesOf, unzipped, zipWorld } from '#testing/zips.ts';
import type { Manifest } from '../manifest.ts';
import { zippedReplays } from './replays-zip.ts';
import { zippedTracks } from './tracks-zip.ts';

const { db } = await testDb();
const { world, files, end, requested, stored } = await zipWorld(db);
afterAll(end);
const [ann, bea] = [await asMember(world), await asMember(world)];
const mod = await asMember(world, Level.moderator);
const anybody = seenFrom(world, { viewer: visitor });

const zipOf = async (ctx: TestCtx, target: string) => unzipped(await bytesOf(await requested(ctx, target)));
const namesIn = async (ctx: TestCtx, target: string) => [...(await zipOf(ctx, target)).keys()];
const refusal = (ctx: TestCtx, target: string) =>
  requested(ctx, target).then(
    () => null,
    (problem: Problem) => [problem.status, problem.message],
  );
const still = { method: 'GET', signal: new AbortController().signal };
const drop = ({ body }: Reply) => void (body as Readable).destroy(); // as the server does, if there is no reader

/** A track of Ann whose file is `file`. */
const track = async (name: string, file: string | Buffer, own: TrackGiven['track'] = {}): Promise<number> =>
  makeTrack(world, ann.viewer, { track: { name, ...own }, version: await stored(file) });

const pack = await makePack(world, { ownerId: ann.viewer.userId, name: '$f00My: pack' });
const inPack = async (trackId: number, position: number | null, status = 1) =>
  makePackTrack(world, { packId: pack, trackId, position, status, addedBy: ann.viewer.userId });
const second = await track('Second/東', 'the second file');
const first = await track('$i$f80First', 'the first file', { tags: [3] });
const waiting = await track('Waiting', 'Waiting for the managers');
const large = await track('Large', Buffer.alloc(3_000_000, 'large '));
await inPack(second, 2);
await inPack(first, 1);
await inPack(waiting, null, 0);
await inPack(large, 3);
const packZip = `/trackpackdl/${pack}.zip`;
const packNames = [
  `First_(${first}).Challenge.Gbx`,
  `Second-東_(${second}).Challenge.Gbx`,
  `Large_(${large}).Challenge.Gbx`,
];

test('the zip of a pack contains its approved tracks in their order, and tracks.json', async () => {
  const reply = await requested(anybody, packZip);
  const zip = await bytesOf(reply);
  expect(reply).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-length': String(zip.length),
      'content-disposition': `attachment; filename="My_ pack (TMX_${pack}).zip"; filename*=UTF-8''My_%20pack%20%28TMX_${pack}%29.zip`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
    },
  });
  const found = unzipped(zip);
  expect([...found.keys()]).toEqual([...packNames, 'tracks.json']);
  expect(found.get(packNames[0] ?? '')?.toString()).toBe('the first file');
  expect(found.get(packNames[2] ?? '')?.equals(Buffer.alloc(3_000_000, 'large '))).toBe(true);
  const { Version, Source, Tracks }: Manifest = JSON.parse(String(found.get('tracks.json')));
  expect([Version, Source]).toEqual([1, `http://${world.site.host}/trackpackshow/${pack}`]);
  expect(
    Tracks.map(({ TrackId, TrackName, Position, FileName }) => [TrackId, TrackName, Position, FileName]),
  ).toEqual([
    [first, '$i$f80First', 1, packNames[0]],
    [second, 'Second/東', 2, packNames[1]],
    [large, 'Large', 3, packNames[2]],
  ]);
  expect(Tracks[0]).toMatchObject({ Environment: 7, AuthorTime: 41_280, UId: expect.any(String) });
  expect(Tracks[0]?.Authors).toEqual([{ UserId: ann.viewer.userId, Name: ann.viewer.name, Role: '' }]);
});

test('a download continues where it was interrupted, unless the pack has changed', async () => {
  const whole = await requested(anybody, packZip);
  const zip = await bytesOf(whole);
  const etag = String(whole.headers?.etag);
  const part = (range: string, ifRange = etag) =>
    requested(anybody, packZip, { headers: { range, 'if-range': ifRange } });
  const rest = await part('bytes=2000000-');
  expect(rest).toMatchObject({
    status: 206,
    headers: { 'content-range': `bytes 2000000-${zip.length - 1}/${zip.length}`, etag },
  });
  expect((await bytesOf(rest)).equals(zip.subarray(2_000_000))).toBe(true);
  expect((await bytesOf(await part('bytes=-1'))).equals(zip.subarray(-1))).toBe(true);
  expect((await bytesOf(await part(`bytes=${zip.length - 1}-`))).length).toBe(1);
  expect(await part(`bytes=${zip.length}-`)).toMatchObject({
    status: 416,
    headers: { 'content-range': `bytes */${zip.length}` },
  });
  expect((await requested(anybody, packZip, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await requested(anybody, packZip, { method: 'HEAD', headers: { range: 'bytes=0-1' } });
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(zip.length), etag } });
  drop(head);
  await db
    .updateTable('pack_track')
    .set({ position: 4 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', first)
    .execute();
  const changed = await part('bytes=2000000-');
  expect([changed.status, changed.headers?.etag === etag]).toEqual([200, false]);
  expect([...unzipped(await bytesOf(changed)).keys()][2]).toBe(packNames[0]);
  await db
    .updateTable('pack_track')
    .set({ position: 1 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', first)
    .execute();
  expect((await part('bytes=2000000-')).status).toBe(206);
});

test('a pack is refused as its page is, and one without tracks has no zip', async () => {
  const owner = { ownerId: ann.viewer.userId };
  const hidden = await makePack(world, { ...owner, name: 'Hidden', isPublic: false });
  const unreleased = await makePack(world, { ...owner, name: 'Unreleased', mapListReleased: false });
  await makePackManager(world, { packId: unreleased, userId: bea.viewer.userId });
  for (const packId of [hidden, unreleased])
    await makePackTrack(world, { packId, trackId: first, addedBy: ann.viewer.userId });
  const empty = await makePack(world, { ...owner, name: 'Empty' });
  const unknown = [404, "Trackpack doesn't exist"];
  for (const id of [hidden, 0, 2_000_000_000, 'x', '1.5'])
    expect(await refusal(anybody, `/trackpackdl/${id}.zip`)).toEqual(unknown);
  expect(await refusal(anybody, `/trackpackdl/${pack}`)).toEqual(unknown);
  expect(await refusal(bea, `/trackpackdl/${hidden}.zip`)).toEqual(unknown);
  expect(await refusal(anybody, `/trackpackdl/${unreleased}.zip`)).toEqual([
    403,
    'Its track list isn’t released yet.',
  ]);
  expect(await refusal(anybody, `/trackpackdl/${empty}.zip`)).toEqual([404, 'No maps found']);
  for (const [ctx, id] of [
    [ann, hidden],
    [mod, hidden],
    [bea, unreleased],
    [mod, unreleased],
  ] as const)
    expect(await namesIn(ctx, `/trackpackdl/${id}.zip`)).toEqual([packNames[0], 'tracks.json']);
});

test('a zip of a search contains what the search finds', async () => {
  const hidden = await track('Hidden Second', 'nobody sees it', { is_public: false });
  const ids = async (ctx: TestCtx, query: string) => {
    const zip = await zipOf(ctx, `/tracksearch.zip?${query}`);
    return (JSON.parse(String(zip.get('tracks.json'))) as Manifest).Tracks.map(({ TrackId }) => TrackId);
  };
  expect(await ids(anybody, 'name=second')).toEqual([second]);
  expect(await ids(anybody, 'query=second')).toEqual([second]);
  expect(await ids(ann, 'query=second&order=2')).toEqual([hidden, second]);
  expect(await ids(anybody, `tag=3&id=${[first, second]}`)).toEqual([first]);
  expect(await ids(anybody, 'order1=1&count=2')).toEqual([second, first]);
  expect(await ids(anybody, `order1=1&after=${first}`)).toEqual([waiting, large]);
  expect(await ids(anybody, `query=order1:1&from=${waiting}`)).toEqual([waiting, large]);
  expect(await refusal(anybody, '/tracksearch.zip?name=nothing')).toEqual([404, 'No maps found']);
  for (const [query, field] of [
    ['before=5', 'before'],
    ['count=0', 'count'],
    ['count=x', 'count'],
    ['tag=none', 'tag'],
    ['query=length:soon', 'query'],
  ])
    await expect(requested(anybody, `/tracksearch.zip?${query}`)).rejects.toMatchObject({
      status: 400,
      extra: { field },
    });
});

test('a search with too many tracks is refused, and pages make no difference', async () => {
  const all = { params: params({ order1: 1, authoruserid: ann.viewer.userId }), source: '' };
  const tooMany = new Problem(413, 'Too many.');
  const once = await zippedTracks(anybody, still, { ...all, most: 4, tooMany });
  expect(once.trackIds).toEqual([second, first, waiting, large]);
  for (const pageRows of [1, 2, 3]) {
    expect(await zippedTracks(anybody, still, { ...all, most: 5, tooMany, pageRows })).toEqual(once);
    await expect(zippedTracks(anybody, still, { ...all, most: 3, tooMany, pageRows })).rejects.toBe(tooMany);
    expect((await zippedTracks(anybody, still, { ...all, most: 3, pageRows })).trackIds).toEqual([
      second,
      first,
      waiting,
    ]);
  }
  await expect(
    zippedTracks(anybody, { method: 'GET', signal: AbortSignal.abort() }, { ...all, most: 4 }),
  ).rejects.toThrow('The client has left.');
});

test('a file that is missing or damaged on disk is listed in failed.txt', async () => {
  const lost = await track('Lost', 'soon lost');
  const { sha256 } = await stored('soon lost');
  const damaged = await makeTrack(world, ann.viewer, {
    track: { name: 'Damaged' },
    version: { ...(await stored('cut off')), file_size: 99 },
  });
  await files.remove(sha256);
  const reply = await requested(anybody, `/tracksearch.zip?id=${lost},${damaged},${first}&order1=1`);
  const zip = await bytesOf(reply);
  expect(reply.headers?.['content-length']).toBe(String(zip.length));
  const found = unzipped(zip);
  expect([...found.keys()]).toEqual([packNames[0], 'tracks.json', 'failed.txt']);
  expect(String(found.get('failed.txt')).split('\r\n')).toEqual([
    '2 files are missing from this zip:',
    '',
    `Lost_(${lost}).Challenge.Gbx: The file is missing on the server.`,
    `Damaged_(${damaged}).Challenge.Gbx: The file on the server is damaged.`,
    '',
  ]);
  expect(JSON.parse(String(found.get('tracks.json'))).Tracks).toHaveLength(1);
  expect(await namesIn(anybody, `/tracksearch.zip?id=${lost}`)).toEqual(['tracks.json', 'failed.txt']);
});

test('the replays of a track are named by place and driver; those hidden from the viewer are listed', async () => {
  const puzzle = await track('$$Puzzle', 'puzzle', { primary_type: 1 });
  const days = (n: number) => new Date(world.clock.now().getTime() + n * 86_400_000);
  const drive = async (who: TestCtx, timeMs: number, at: Date, own: object = {}) => {
    const { sha256, file_size } = await stored(`driven in ${timeMs}`);
    await db.insertInto('blob').values({ sha256, size_bytes: file_size, created_at: at }).execute();
    const file = { sha256, sizeBytes: file_size };
    return makeReplay(world, { trackId: puzzle, userId: who.viewer.userId, timeMs, at, file, ...own });
  };
  const secret = await drive(bea, 1000, days(-40), { position: 0, secretUntil: days(1) });
  const old = await drive(ann, 2000, days(-31), { position: 1 });
  const beaten = await drive(ann, 3000, days(-35));
  const fresh = await drive(mod, 2500, days(-29), { position: 2 });
  await drive(mod, 500, days(-50), { deletedAt: days(-1) });
  const name = (place: string, { viewer }: TestCtx, id: number) =>
    `${place}_${viewer.name}_(${id}).Replay.Gbx`;
  const all = [
    name('1', bea, secret),
    name('2', ann, old),
    name('3', mod, fresh),
    name('unranked', ann, beaten),
  ];
  const zip = await zipOf(anybody, `/trackreplays/${puzzle}.zip`);
  expect([...zip.keys()]).toEqual([all[1], all[3], 'failed.txt']);
  expect(String(zip.get(all[1] ?? ''))).toBe('driven in 2000');
  expect(String(zip.get('failed.txt'))).toContain(`${all[0]}: This replay is secret`);
  expect(String(zip.get('failed.txt'))).toContain(`${all[2]}: You can download puzzle replays 30 days`);
  expect(await namesIn(bea, `/trackreplays/${puzzle}.zip`)).toEqual([all[0], all[1], all[3], 'failed.txt']);
  expect(await namesIn(mod, `/trackreplays/${puzzle}.zip`)).toEqual(all);
  for (const [most, further] of [
    [3, 1],
    [4, 0],
  ] as const) {
    const { failed, files: some } = await zippedReplays(mod, still, await visibleTrack(mod, puzzle), most);
    expect([failed.length, some.length]).toEqual([further, most]);
  }
  expect(await refusal(anybody, `/trackreplays/${first}.zip`)).toEqual([404, 'No records found']);
  for (const id of ['0', 'x', '2000000000'])
    expect(await refusal(anybody, `/trackreplays/${id}.zip`)).toEqual([404, 'This track was not found.']);
});
