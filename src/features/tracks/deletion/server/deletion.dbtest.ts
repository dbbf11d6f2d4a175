import { beforeEach, describe, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { sweep } from '#platform/uploads/sweep.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeAward, makeComment, makePack, makePackTrack, makeReplay } from '#testing/make-lists.ts';
import { moderationActs, Person, trackRow } from '#testing/track-people.ts';
import { trackFile } from '#testing/tracks.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
let ann: Person;
let ben: Person;
let mo: Person;
beforeEach(async () => {
  [ann, ben] = [await Person.of(world), await Person.of(world)];
  mo = await Person.of(world, Level.moderator);
});

const drive = (trackId: number, person: Person) =>
  makeReplay(world, { trackId, userId: person.userId, timeMs: 40_000, at: world.clock.now() });
const runEnd = () => world.jobs.add('end-deleted-tracks', {}).then(() => world.jobs.runAll(world));
const profile = (person: Person) =>
  db
    .selectFrom('profile')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', person.userId)
    .selectAll()
    .executeTakeFirstOrThrow();

describe('the uploader', () => {
  test('deletes a track that nobody else has driven, and restores it', async () => {
    const id = await ann.uploads({ Listed: 'false' });
    await drive(id, ann);
    expect((await ann.post(`/trackdelete/${id}`)).status).toBe(200);
    expect(await trackRow(world, id)).toMatchObject({
      deleted_at: world.clock.now(),
      deleted_by: ann.userId,
      deleted_reason: null,
      is_public: false,
      is_listed: false,
    });
    for (const person of [ann, ben, mo]) expect((await person.get(`/trackgbx/${id}`)).status).toBe(404);
    expect(await ann.tracks(`id=${id}&fields=TrackId`)).toEqual([]);
    expect((await ann.post(`/trackrestore/${id}`)).status).toBe(200);
    expect(await trackRow(world, id)).toMatchObject({ deleted_at: null, is_public: true, is_listed: false });
    expect((await ann.get(`/trackgbx/${id}`)).status).toBe(200);
  });

  test('cannot delete a track that others have driven, and the refusal names the alternatives', async () => {
    const id = await ann.uploads();
    await drive(id, ben);
    const { status, problem } = await ann.post(`/trackdelete/${id}`);
    expect([status, problem?.detail]).toEqual([
      403,
      'Someone else has driven this track, so you can’t delete it. Hide it, or ask a moderator.',
    ]);
    expect(await trackRow(world, id)).toMatchObject({ deleted_at: null });
  });

  test('can press the button twice', async () => {
    const id = await ann.uploads();
    const deleted = await Promise.all([1, 2].map(() => ann.post(`/trackdelete/${id}`)));
    const restored = await Promise.all([1, 2].map(() => ann.post(`/trackrestore/${id}`)));
    expect([...deleted, ...restored].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await trackRow(world, id)).toMatchObject({ deleted_at: null, is_public: true });
  });
});

describe('a moderator', () => {
  test('deletes any track, with a reason that is logged and sent; then only moderators can restore it', async () => {
    const id = await ann.uploads();
    await drive(id, ben);
    const bare = await mo.post(`/trackdelete/${id}`, { Reason: ' ' });
    expect([bare.status, bare.problem?.field]).toEqual([400, 'Reason']);
    expect(await trackRow(world, id)).toMatchObject({ deleted_at: null });
    expect((await mo.post(`/trackdelete/${id}`, { Reason: 'Stolen.' })).status).toBe(200);
    expect((await ann.notices()).at(-1)).toMatchObject({
      kind: 'track.moderated',
      text: 'A moderator deleted “Floodlight”. Reason: Stolen.',
      link: `/trackrestore/${id}`,
    });
    const own = await ann.post(`/trackrestore/${id}`);
    expect([own.status, own.problem?.detail]).toEqual([403, expect.stringContaining('Only a moderator')]);
    expect((await mo.post(`/trackrestore/${id}`)).status).toBe(400);
    const other = await Person.of(world, Level.siteLeader);
    expect((await other.post(`/trackrestore/${id}`, { Reason: 'It was not.' })).status).toBe(200);
    expect(await moderationActs(world, id)).toEqual([
      { act: 'track.delete', reason: 'Stolen.', user_id: mo.userId },
      { act: 'track.restore', reason: 'It was not.', user_id: other.userId },
    ]);
    expect((await ann.get(`/trackgbx/${id}`)).status).toBe(200);
  });
});

test('other users can neither delete nor restore', async () => {
  const id = await ann.uploads({ 'Authors[0].UserId': String(ben.userId) });
  const eve = await Person.of(world);
  expect((await ben.post(`/trackdelete/${id}`)).status).toBe(403);
  await ben.post(`/trackauthor/${id}/accept`);
  expect((await ben.post(`/trackdelete/${id}`)).status).toBe(403);
  expect((await eve.post(`/trackdelete/${id}`)).status).toBe(403);
  expect((await ann.post(`/trackdelete/${id}`, {}, 'forged')).status).toBe(400);
  await ann.post(`/trackdelete/${id}`);
  expect((await ben.post(`/trackrestore/${id}`)).status).toBe(403);
  expect((await eve.post(`/trackrestore/${id}`)).status).toBe(404);
  expect((await ben.kinds()).at(-1)).toBe('track.deleted');
  expect(await trackRow(world, id)).toMatchObject({ deleted_by: ann.userId });
});

test('after thirty days a track is removed with everything about it, and counters are recalculated', async () => {
  const id = await ann.uploads({ 'Authors[0].UserId': String(ben.userId) });
  await ben.post(`/trackauthor/${id}/accept`);
  await ann.replaces(id, trackFile());
  const other = await ann.uploads();
  const pack = await makePack(world, { ownerId: ann.userId, name: 'Two' });
  await makePackTrack(world, { packId: pack, trackId: id, addedBy: ann.userId, position: 1 });
  await makePackTrack(world, { packId: pack, trackId: other, addedBy: ann.userId, position: 2 });
  await drive(id, ann);
  await makeAward(world, { trackId: id, userId: mo.userId, text: 'Great.' });
  const parentId = await makeComment(world, { trackId: id, userId: mo.userId, text: 'One.' });
  await makeComment(world, { trackId: id, userId: mo.userId, text: 'Two.', parentId });
  await ben.get(`/trackgbx/${id}`);
  await ann.post(`/trackdelete/${id}`);

  world.clock.forward({ days: 29, hours: 23 });
  await runEnd();
  expect(await trackRow(world, id)).toMatchObject({ track_id: id });
  world.clock.forward({ hours: 1 });
  await runEnd();
  expect(await trackRow(world, id)).toBeUndefined();
  expect((await ann.post(`/trackrestore/${id}`)).status).toBe(404);
  for (const table of ['track_version', 'track_author', 'comment', 'replay', 'track_download'] as const) {
    const left = await db
      .selectFrom(table)
      .where('site', '=', 'tmnf')
      .where('track_id', '=', id)
      .select('track_id')
      .execute();
    expect([table, left.length]).toEqual([table, 0]);
  }
  const places = await db
    .selectFrom('pack_track')
    .where('site', '=', 'tmnf')
    .where('pack_id', '=', pack)
    .select(['track_id', 'position'])
    .execute();
  expect(places).toEqual([{ track_id: other, position: 1 }]);
  expect(await profile(ann)).toMatchObject({ tracks: 1, replays: 0, awards_received: 0 });
  expect(await profile(ben)).toMatchObject({ tracks: 0 });
  expect(await profile(mo)).toMatchObject({ awards_given: 0, comments_given: 0 });
  expect(await trackRow(world, other)).toMatchObject({ track_id: other });
  world.clock.forward({ days: 2 });
  expect((await sweep({ ...world, requestId: 'test' })).blobs).toBeGreaterThanOrEqual(2);
});
