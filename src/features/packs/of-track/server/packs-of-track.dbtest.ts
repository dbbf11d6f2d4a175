import { expect, test } from 'vitest';
import { countRanked } from '#features/tracks/server/counters.ts';
import { Level } from '#lib/codes/level.ts';
import { PackTrackStatus as Status } from '#lib/codes/pack.ts';
import { inTransaction } from '#platform/ctx.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackManager, makePackTrack, makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { packRecordsEndpoint } from '../../records/server/endpoint.ts';
import { packTour, recordsOfPack } from '../../records/server/records-of-pack.ts';
import { packsOfTrack, packWalk } from './packs-of-track.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const [ann, owner, manager, stranger] = [
  await asMember(world),
  await asMember(world),
  await asMember(world),
  await asMember(world),
];
const ownerId = owner.viewer.userId;
const track = await makeTrack(ann);

const packs: [name: string, isPublic: boolean, mapListReleased: boolean, status: number][] = [
  ['open', true, true, Status.approved],
  ['pending', true, true, Status.pending],
  ['rejected', true, true, Status.rejected],
  ['unreleased', true, false, Status.approved],
  ['hidden', false, true, Status.approved],
];
for (const [name, isPublic, mapListReleased, status] of packs) {
  const packId = await makePack(world, { ownerId, name, isPublic, mapListReleased });
  await makePackTrack(world, { packId, trackId: track, addedBy: ann.viewer.userId, status });
  if (name === 'hidden') await makePackManager(world, { packId, userId: manager.viewer.userId });
}

const everything = ['hidden', 'open', 'pending', 'rejected', 'unreleased'];
const people = {
  visitor: { ctx: world, relation: { isAuthor: false, isModerator: false } },
  stranger: { ctx: stranger, relation: { isAuthor: false, isModerator: false } },
  author: { ctx: ann, relation: { isAuthor: true, isModerator: false } },
  manager: { ctx: manager, relation: { isAuthor: false, isModerator: false } },
  owner: { ctx: owner, relation: { isAuthor: false, isModerator: false } },
  moderator: { ctx: stranger, relation: { isAuthor: false, isModerator: true } },
};

test.each([
  ['visitor', ['open']],
  ['stranger', ['open']],
  ['author', ['open', 'pending', 'rejected', 'unreleased']],
  ['manager', ['hidden', 'open']],
  ['owner', everything],
  ['moderator', everything],
] as const)('%s sees %j', async (name, expected) => {
  const { ctx, relation } = people[name];
  const found = await packsOfTrack(ctx, track, relation);
  expect(found.map((pack) => pack.name).sort()).toEqual(expected);
});

test('Previous and Next follow the approved tracks in order and skip invisible ones', async () => {
  const packId = await makePack(world, { ownerId, name: 'A walk' });
  const [first, hidden, second, pending] = [
    await makeTrack(ann, { name: '$f00First' }),
    await makeTrack(ann, { isPublic: false, isListed: false }),
    await makeTrack(ann, { name: 'Second' }),
    await makeTrack(ann),
  ];
  for (const [index, trackId] of [first, hidden, second].entries()) {
    await makePackTrack(world, { packId, trackId, addedBy: ownerId, position: index + 1 });
  }
  await makePackTrack(world, { packId, trackId: pending, addedBy: ownerId, status: Status.pending });
  expect(await packWalk(stranger, packId, first)).toMatchObject({
    name: 'A walk',
    position: 1,
    previous: null,
    next: { trackId: second, name: 'Second' },
  });
  expect(await packWalk(stranger, packId, second)).toMatchObject({
    position: 3,
    previous: { trackId: first, name: 'First' },
    next: null,
  });
  expect((await packWalk(ann, packId, first))?.next?.trackId).toBe(hidden);
  expect(await packWalk(ann, packId, pending)).toBeNull();
});

test('an invisible or unknown pack has no Previous and Next', async () => {
  const packId = await makePack(world, { ownerId, name: 'Hidden', isPublic: false });
  await makePackTrack(world, { packId, trackId: track, addedBy: ownerId });
  expect(await packWalk(stranger, packId, track)).toBeNull();
  expect((await packWalk(owner, packId, track))?.position).toBe(1);
  expect(await packWalk(stranger, 999_999, track)).toBeNull();
});

test('the records of a pack that the viewer may watch follow each other in the order of its tracks', async () => {
  const packId = await makePack(world, { ownerId, name: 'A tour' });
  const userId = stranger.viewer.userId;
  const driven: Record<string, { trackId: number; replayId: number }> = {};
  const drive = async (name: string, track: object, replay: { secretUntil?: Date } | null) => {
    const trackId = await makeTrack(ann, { name, ...track });
    const position = Object.keys(driven).length + 1;
    await makePackTrack(world, { packId, trackId, addedBy: ownerId, position });
    const replayId = replay
      ? await makeReplay(world, { trackId, userId, timeMs: 60_000, position: 0, ...replay })
      : 0;
    await inTransaction(world, (tx) => countRanked(tx, trackId, 0, false));
    driven[name] = { trackId, replayId };
  };
  await drive('first', {}, {});
  await drive('never driven', {}, null);
  await drive('hidden', { isPublic: false, isListed: false }, {});
  await drive('secret', {}, { secretUntil: new Date('2999-01-01') });
  await drive('puzzle', {}, {});
  await drive('last', {}, {});
  await db
    .updateTable('track')
    .set({ primary_type: 1 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', driven.puzzle?.trackId ?? 0)
    .execute();
  const names = async (ctx: typeof world, after?: string, most = 9) =>
    (await recordsOfPack(ctx, packId, most, after ? driven[after]?.trackId : undefined)).map(
      ({ trackName }) => trackName,
    );
  expect(await names(world)).toEqual(['first', 'last']);
  expect(await names(stranger)).toEqual(['first', 'secret', 'puzzle', 'last']);
  expect(await names(ann)).toEqual(['first', 'hidden', 'secret', 'puzzle', 'last']);
  expect(await names(world, 'first')).toEqual(['last']);
  expect(await names(stranger, 'first', 1)).toEqual(['secret']);
  expect(await names(await asMember(world, Level.moderator))).toEqual([
    'first',
    'hidden',
    'secret',
    'puzzle',
    'last',
  ]);

  const first = driven.first ?? { trackId: 0, replayId: 0 };
  expect(await packTour(world, packId, first.trackId)).toMatchObject({
    packName: 'A tour',
    position: 1,
    next: [{ trackName: 'last', result: '01:00.00', replayId: driven.last?.replayId }],
  });
  expect(await packTour(world, packId, track)).toBeNull();
  const client = new Client(world, { [get(routes.trackPackRecords)]: packRecordsEndpoint });
  expect(await client.send('GET', `/trackpackrecords/${packId}`)).toMatchObject({
    status: 302,
    headers: {
      location: `/trackreplayview/${first.trackId}?replays=${first.replayId}&camera=chase&pack=${packId}`,
    },
  });
  const none = await makePack(world, { ownerId, name: 'None' });
  expect((await client.send('GET', `/trackpackrecords/${none}`)).headers?.location).toBe(
    `/trackpackshow/${none}?done=norecords`,
  );
});
