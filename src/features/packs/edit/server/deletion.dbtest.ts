import { beforeEach, expect, test } from 'vitest';
import { makeLeaderboardRow, makePackTrack } from '#testing/make-lists.ts';
import { createsPack, managerFields, packWorld } from '#testing/packs.ts';
import { Person } from '#testing/track-people.ts';
import { packById } from '../../server/read-pack.ts';
import { packEnd } from './form-pages.ts';

const { world, db, people, packRow, packsOf, fieldsOf } = await packWorld();
let ann: Person;
let ben: Person;
let mo: Person;
beforeEach(async () => {
  ({ ann, ben, mo } = await people());
});

const everywhere = async (packId: number, trackId: number) => ({
  list: (await fieldsOf(mo, packId, 'PackId')) !== undefined,
  own: (await fieldsOf(ann, packId, 'PackId')) !== undefined,
  page: (await packById(ann.ctx, packId)) !== null,
  tracks: (await mo.tracks(`packid=${packId}&fields=TrackId`)).length > 0,
  ofTrack:
    (await mo.get(`/api/trackpacks?trackid=${trackId}&fields=PackId`)).json<{ Results: unknown[] }>().Results
      .length > 0,
  board:
    (await mo.get(`/api/leaderboards?lbid=${packId}&fields=User.UserId`)).json<{ Results: unknown[] }>()
      .Results.length > 0,
  thumb: (await ann.get(`/trackpackshow/${packId}/thumb/`)).status !== 404,
  upload: (await ann.post(`/trackpackedit/${packId}`, { PackName: 'x2' })).status !== 404,
});
const all = (is: boolean) => ({
  list: is,
  own: is,
  page: is,
  tracks: is,
  ofTrack: is,
  board: is,
  thumb: is,
  upload: is,
});

test('hides a pack everywhere for everyone; restoring brings it back as it was', async () => {
  const packId = await createsPack(ann, managerFields(0, ben));
  const trackId = await ben.uploads();
  await makePackTrack(world, { packId, trackId, addedBy: ann.userId });
  await makeLeaderboardRow(world, { board: packId, userId: ben.userId, score: 5 });
  expect(await everywhere(packId, trackId)).toEqual(all(true));
  expect((await ben.post(`/trackpackdelete/${packId}`)).problem?.detail).toBe(
    'Only the owner can delete this trackpack.',
  );
  const twice = await Promise.all([1, 2].map(() => ann.post(`/trackpackdelete/${packId}`)));
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(await everywhere(packId, trackId)).toEqual(all(false));
  expect((await ben.get(`/trackpackshow/${packId}/thumb/`)).status).toBe(404);
  expect(await packsOf(ann)).toBe(0);
  expect(await ben.kinds()).toContain('pack.deleted');
  expect((await ann.post(`/trackpackrestore/${packId}`)).status).toBe(200);
  expect(await everywhere(packId, trackId)).toEqual(all(true));
  expect(await packsOf(ann)).toBe(1);
});

test('a hidden track is no longer shown to the managers of a deleted pack', async () => {
  const packId = await createsPack(ann, managerFields(0, ben));
  const author = await Person.of(world);
  const trackId = await author.uploads({ Visible: 'false' });
  await makePackTrack(world, { packId, trackId, addedBy: author.userId });
  expect((await ben.get(`/trackgbx/${trackId}`)).status).toBe(200);
  await ann.post(`/trackpackdelete/${packId}`);
  expect((await ben.get(`/trackgbx/${trackId}`)).status).toBe(404);
});

test('by a moderator needs a reason, and only moderators can undo it', async () => {
  const packId = await createsPack(ann);
  expect((await mo.post(`/trackpackdelete/${packId}`)).problem?.field).toBe('Reason');
  expect((await mo.post(`/trackpackdelete/${packId}`, { Reason: 'Spam.' })).status).toBe(200);
  expect(await ann.notices()).toMatchObject([
    { kind: 'pack.moderated', link: `/trackpackrestore/${packId}` },
  ]);
  const page = await packEnd(ann.ctx, String(packId), 'restore');
  expect(page).toMatchObject({
    deletedReason: 'Spam.',
    right: { ok: false, reason: 'A moderator deleted this trackpack. Only a moderator can restore it.' },
  });
  expect((await ann.post(`/trackpackrestore/${packId}`)).status).toBe(403);
  expect((await mo.post(`/trackpackrestore/${packId}`, { Reason: 'A mistake.' })).status).toBe(200);
});

test('after thirty days it is removed, with its rows on the leaderboard', async () => {
  const packId = await createsPack(ann);
  await makePackTrack(world, { packId, trackId: await ben.uploads(), addedBy: ann.userId });
  await makeLeaderboardRow(world, { board: packId, userId: ben.userId, score: 5 });
  await ann.post(`/trackpackdelete/${packId}`);
  const run = () => world.jobs.add('end-deleted-packs', {}).then(() => world.jobs.runAll(world));
  world.clock.forward({ days: 29, hours: 23 });
  await run();
  expect(await packRow(packId)).toBeDefined();
  world.clock.forward({ hours: 1 });
  expect((await ann.post(`/trackpackrestore/${packId}`)).problem?.detail).toContain('More than 30 days');
  await run();
  expect(await packRow(packId)).toBeUndefined();
  expect((await ann.post(`/trackpackrestore/${packId}`)).status).toBe(404);
  const left = await db
    .selectFrom('leaderboard_row')
    .where('site', '=', 'tmnf')
    .where('board', '=', packId)
    .selectAll()
    .execute();
  expect(left).toEqual([]);
});
