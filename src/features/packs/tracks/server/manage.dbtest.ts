import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackManager, makeReplay } from '#testing/make-lists.ts';
import { addTracks, moveTrack, packEntries, setStatus, undoStep } from '#testing/pack-tracks.ts';
import { Person } from '#testing/track-people.ts';
import { makeTrack } from '#testing/tracks.ts';
import { visitorOf } from '#testing/writes.ts';
import { recountPackValues } from '../../server/recount.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const [owner, ann, eve] = [await Person.of(world), await Person.of(world), await Person.of(world)];
const mo = await Person.of(world, Level.moderator);

const newPack = (spec: Partial<Parameters<typeof makePack>[1]> = {}) =>
  makePack(world, { ownerId: owner.userId, name: 'Cup', ...spec });
const newTrack = (options: Parameters<typeof makeTrack>[1] = {}) => makeTrack(ann.ctx, options);
const rowOf = (packId: number) =>
  db
    .selectFrom('pack')
    .where('site', '=', 'tmnf')
    .where('pack_id', '=', packId)
    .selectAll()
    .executeTakeFirstOrThrow();

test('managers add tracks by ID, UId and address, and each line has a result of its own', async () => {
  const packId = await newPack();
  const [byId, byUid, byAddress, hidden, beta] = [
    await newTrack({ name: '$f00First' }),
    await newTrack(),
    await newTrack(),
    await newTrack({ isPublic: false }),
    await newTrack(),
  ];
  await db
    .updateTable('track')
    .set({ is_beta: true })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', beta)
    .execute();
  const { uid } = await db
    .selectFrom('track_version')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', byUid)
    .select('uid')
    .executeTakeFirstOrThrow();
  const lines = [
    byId,
    uid,
    `http://${world.site.host}:4321/trackshow/${byAddress}`,
    byId,
    hidden,
    2_000_000_000,
    'Uid_that_is_unknown',
    beta,
    'nonsense',
    `http://elsewhere.example/trackshow/${byId}`,
  ];
  const { Revision, Results } = await addTracks(owner, packId, lines);
  expect(Revision).toBe(1);
  expect(Results.map(({ Problem }) => Problem)).toEqual([
    null,
    null,
    null,
    'Track is already listed.',
    'This track was not found.',
    'This track was not found.',
    'This track was not found.',
    'Trackpacks can’t contain beta tracks.',
    'This isn’t a track’s ID, UId or address.',
    'This address belongs to another site.',
  ]);
  expect(Results[0]).toEqual({ Input: `${byId}`, TrackId: byId, TrackName: 'First', Problem: null });
  expect(Results[4]).toEqual({ ...Results[5], Input: `${hidden}` });
  const { Tracks, Undo } = await packEntries(owner, packId);
  expect(Tracks.map(({ TrackId, Status, Position }) => [TrackId, Status, Position])).toEqual([
    [byId, 1, 1],
    [byUid, 1, 2],
    [byAddress, 1, 3],
  ]);
  expect(Undo).toEqual({ Text: 'Added 3 tracks', ByUserId: owner.userId, ByName: owner.name });
  expect(await rowOf(packId)).toMatchObject({ tracks: 3, environments: [7], revision: 1 });
  // nothing that could be added: nothing changes
  expect(await addTracks(owner, packId, [byId])).toMatchObject({ Revision: 1 });
  const nothing = await owner.post(`/trackpackmanage/${packId}`, { act: 'add', tracks: `${byId}` });
  expect([nothing.status, nothing.problem?.detail]).toEqual([409, 'Track is already listed.']);
  expect((await owner.post('/trackpack/addtracks', { packId: `${packId}`, tracks: ' ' })).status).toBe(400);
});

test('a pack is worth nothing without tracks, and a hidden track adds nothing', async () => {
  const packId = await newPack();
  await recountPackValues(world, [packId]);
  expect((await rowOf(packId)).pack_value).toBe(0);
  const track = await newTrack();
  await addTracks(owner, packId, [track]);
  await db
    .updateTable('track')
    .set({ is_public: false })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', track)
    .execute();
  await recountPackValues(world, [packId]);
  expect((await rowOf(packId)).pack_value).toBe(0);
});

test('a pack has at most 1000 tracks; moving one of them and reading them all takes one statement', async () => {
  const packId = await newPack();
  const trackId = await newTrack();
  await sql`
    insert into track select (jsonb_populate_record(t, jsonb_build_object('track_id', 1000000 + n))).*
    from track t, generate_series(1, 1001) n where t.site = 'tmnf' and t.track_id = ${trackId}`.execute(db);
  const ids = Array.from({ length: 1001 }, (_, at) => 1_000_001 + at);
  const tooMany = await owner.post('/trackpack/addtracks', { packId: `${packId}`, tracks: ids.join() });
  expect([tooMany.status, tooMany.problem?.detail]).toEqual([
    400,
    'tracks: may name at most 1000 tracks at once.',
  ]);
  await addTracks(owner, packId, ids.slice(0, 999));
  const { Results } = await addTracks(owner, packId, ids.slice(999));
  expect(Results.map(({ Problem }) => Problem)).toEqual([null, 'A trackpack can have at most 1000 tracks.']);
  const moved = await moveTrack(owner, packId, 1_001_000, 1);
  expect(moved.json()).toEqual({ Revision: 3 });
  const { Tracks } = await packEntries(owner, packId);
  expect(Tracks.map(({ Position }) => Position)).toEqual(Tracks.map((_, at) => at + 1));
  expect(Tracks.map(({ TrackId }) => TrackId)).toEqual([ids[999], ...ids.slice(0, 999)]);
  await undoStep(owner, packId);
  expect((await packEntries(owner, packId)).Tracks.map(({ TrackId }) => TrackId)).toEqual(ids.slice(0, 1000));
});

test('the list is for managers, costs a revision to poll, and does not reveal what others hid', async () => {
  const packId = await newPack();
  const named = await Person.of(world);
  await makePackManager(world, { packId, userId: named.userId });
  const [shown, hidden] = [await newTrack({ name: 'Shown' }), await newTrack({ name: 'Secret' })];
  await addTracks(named, packId, [shown, hidden]);
  await db
    .updateTable('track')
    .set({ is_public: false })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', hidden)
    .execute();
  const path = `/trackpackmanage/${packId}/tracks`;
  const { headers, status } = await named.get(path);
  expect(status).toBe(200);
  expect((await packEntries(named, packId)).Tracks).toMatchObject([
    { TrackId: shown, TrackName: 'Shown', IsVisible: true },
    { TrackId: hidden, TrackName: `Track ${hidden}`, IsVisible: false, IsPublic: false },
  ]);
  expect((await packEntries(mo, packId)).Tracks[1]).toMatchObject({ TrackName: 'Secret', IsVisible: true });
  expect((await named.get(`/trackgbx/${hidden}`)).status).toBe(404);
  const again = () => named.get(path, { 'if-none-match': String(headers.etag) });
  expect([(await again()).status, (await again()).body.length]).toEqual([304, 0]);
  await setStatus(named, packId, hidden, 4);
  expect((await again()).status).toBe(200);
  expect((await eve.get(path)).status).toBe(403);
  expect((await owner.get('/trackpackmanage/2000000000/tracks')).status).toBe(404);
  expect(await visitorOf(world)('POST', '/trackpack/undo', { packId: `${packId}`, revision: '0' })).toBe(401);
});

test('boards and values follow approvals, not moves', async () => {
  const packId = await newPack();
  const [driven, other] = [await newTrack(), await newTrack()];
  await makeReplay(world, { trackId: driven, userId: eve.userId, timeMs: 41_000, position: 0 });
  await sql`update track set replays = 1 where site = 'tmnf' and track_id = ${driven}`.execute(db);
  const stale = async () => {
    const { rows } = await sql<{
      track_id: number;
    }>`delete from board_stale where site = 'tmnf' returning track_id`.execute(db);
    return rows.map(({ track_id }) => track_id);
  };
  await stale();
  await addTracks(owner, packId, [driven, other]);
  expect([await stale(), (await rowOf(packId)).pack_value]).toEqual([[driven], 1000]);
  const updated = (await rowOf(packId)).updated_at;
  world.clock.forward({ minutes: 1 });
  await moveTrack(owner, packId, driven, 9);
  expect([await stale(), (await rowOf(packId)).updated_at > updated]).toEqual([[], true]);
  await setStatus(owner, packId, driven, 4);
  expect([await stale(), (await rowOf(packId)).pack_value]).toEqual([[driven], 0]);
});
