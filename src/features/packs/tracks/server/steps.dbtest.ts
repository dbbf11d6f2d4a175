import { expect, test } from 'vitest';
import { syncCatalogue } from '#features/achievements/server/recount.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackTrack } from '#testing/make-lists.ts';
import { addTracks, packEntries, removeTrack, setStatus, undoStep } from '#testing/pack-tracks.ts';
import { Person } from '#testing/track-people.ts';
import { makeTrack } from '#testing/tracks.ts';
import { leavePacks, reopenInPacks } from './track-changes.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
await syncCatalogue(world);
const [owner, ann, eve] = [await Person.of(world), await Person.of(world), await Person.of(world)];
const mo = await Person.of(world, Level.moderator);

const newPack = (spec: Partial<Parameters<typeof makePack>[1]> = {}) =>
  makePack(world, { ownerId: owner.userId, name: 'Cup', ...spec });
const newTrack = (options: Parameters<typeof makeTrack>[1] = {}) => makeTrack(ann.ctx, options);
const statusNotices = async (who: Person) =>
  (await who.notices()).filter(({ kind }) => kind === 'pack.status').map(({ text }) => text);

test('the authors are notified of a new status, once while it is unread, and of its undo', async () => {
  const packId = await newPack();
  const trackId = await newTrack({ name: 'Loop' });
  await addTracks(owner, packId, [trackId]);
  expect(await statusNotices(ann)).toEqual([]);
  for (const status of [3, 2, 0]) await setStatus(owner, packId, trackId, status);
  expect(await statusNotices(ann)).toEqual([
    '“Loop” needs changes to be accepted in “Cup”. No note was given.',
  ]);
  await undoStep(owner, packId);
  await setStatus(owner, packId, trackId, 4);
  expect(await statusNotices(ann)).toEqual(['“Loop” was retired from “Cup”.']);
  await undoStep(owner, packId);
  expect((await ann.notices()).at(-1)).toEqual({
    kind: 'pack.status',
    text: '“Loop” needs changes to be accepted in “Cup”.',
    link: `/trackpacksubmit/${packId}?trackId=${trackId}`,
  });
});

test.each([
  [2, '“Loop” needs changes to be accepted in “Cup”'],
  [3, '“Loop” was rejected in “Cup”'],
])(
  'a decision against a track (%i) tells its authors why, and leads to where they answer',
  async (status, what) => {
    const packId = await newPack();
    const trackId = await newTrack({ name: 'Loop' });
    await addTracks(owner, packId, [trackId]);
    const last = async () => (await ann.notices()).at(-1);
    await setStatus(owner, packId, trackId, status, { Note: ' Turn 3\nis too narrow. ' });
    const link = `/trackpacksubmit/${packId}?trackId=${trackId}`;
    expect(await last()).toEqual({ kind: 'pack.status', text: `${what}: Turn 3 is too narrow.`, link });
    await setStatus(owner, packId, trackId, 0);
    await setStatus(mo, packId, trackId, status, { Reason: 'Reported as stolen.' });
    expect(await last()).toMatchObject({ text: `${what}: Reported as stolen.` });
    const page = (length: number) => setStatus(owner, packId, trackId, status, { Note: 'x'.repeat(length) });
    expect([(await page(2000)).status, (await page(2001)).problem?.field]).toEqual([200, 'Note']);
  },
);

test('a hidden pack is not revealed to authors who did not submit to it', async () => {
  const packId = await newPack({ isPublic: false });
  const trackId = await newTrack();
  await addTracks(owner, packId, [trackId]);
  const before = (await statusNotices(ann)).length;
  await setStatus(owner, packId, trackId, 3);
  await removeTrack(owner, packId, trackId);
  expect(await statusNotices(ann)).toHaveLength(before);
  for (const path of ['/trackpack/undo', `/trackpacksubmit/${packId}`]) {
    const sent = { packId: `${packId}`, trackId: `${trackId}`, revision: '0' };
    expect((await eve.post(path, sent)).problem?.detail).toBe('This trackpack was not found.');
  }
  expect((await eve.get(`/trackpackmanage/${packId}/tracks`)).status).toBe(404);
});

test('calls by moderators with exactly their fields work, and say that no reason was given', async () => {
  const packId = await newPack();
  const trackId = await newTrack({ name: 'Loop' });
  await addTracks(owner, packId, [trackId]);
  const ofTrack = { packId: `${packId}`, trackId: `${trackId}` };
  const calls = [
    await mo.sends('PUT', '/trackpack/togglestatus', { ...ofTrack, status: '3' }),
    await mo.sends('DELETE', '/trackpack/removetrack', ofTrack),
  ];
  expect(calls.map(({ status }) => status)).toEqual([200, 200]);
  const changed = 'Set “Loop” from Approved to Rejected';
  expect((await owner.notices()).map(({ text }) => text)).toContain(
    'A moderator changed “Cup”: Removed “Loop”. No reason given.',
  );
  const logged = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('subject_id', '=', packId)
    .where('act', '=', 'pack.tracks')
    .orderBy('act_id')
    .select('reason')
    .execute();
  expect(logged.map(({ reason }) => reason)).toEqual([
    `${changed}. No reason given.`,
    'Removed “Loop”. No reason given.',
  ]);
});

test('moderators change the packs of others with a reason, which is logged and sent to the owner', async () => {
  const packId = await newPack();
  const trackId = await newTrack({ name: 'Loop' });
  await addTracks(owner, packId, [trackId]);
  const bare = await mo.post('/trackpack/undo', { packId: `${packId}`, revision: '1' });
  expect([bare.status, bare.problem?.field]).toEqual([400, 'Reason']);
  expect(await packEntries(mo, packId)).toMatchObject({ Revision: 1, NeedsReason: true });
  expect((await setStatus(mo, packId, trackId, 3, { Reason: 'By the test.' })).status).toBe(200);
  const acts = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('subject_kind', '=', 'pack')
    .where('subject_id', '=', packId)
    .select(['act', 'reason', 'user_id'])
    .execute();
  const reason = 'Set “Loop” from Approved to Rejected. By the test.';
  expect(acts).toEqual([{ act: 'pack.tracks', reason, user_id: mo.userId }]);
  expect((await owner.notices()).at(-1)).toMatchObject({
    kind: 'pack.moderated',
    link: `/trackpackshow/${packId}`,
  });
});

test('a removed track is listed again as it was, unless it was deleted meanwhile', async () => {
  const packId = await newPack({ allowsSubmissions: true });
  const [first, second] = [await newTrack(), await newTrack()];
  await ann.post(`/trackpacksubmit/${packId}`, { trackId: `${first}` });
  await setStatus(owner, packId, first, 1);
  world.clock.forward({ hours: 1 });
  await addTracks(owner, packId, [second]);
  const before = (await packEntries(owner, packId)).Tracks;
  expect(before.map(({ AddedBy }) => AddedBy.UserId)).toEqual([ann.userId, owner.userId]);
  await removeTrack(owner, packId, first);
  expect((await packEntries(owner, packId)).Tracks).toMatchObject([{ TrackId: second, Position: 1 }]);
  await undoStep(owner, packId);
  expect((await packEntries(owner, packId)).Tracks).toEqual(before);
  expect((await undoStep(owner, packId)).problem?.detail).toBe('There’s nothing to undo.');
  await removeTrack(owner, packId, first);
  const revision = (await packEntries(owner, packId)).Revision;
  await ann.post(`/trackdelete/${first}`);
  const gone = await undoStep(owner, packId);
  expect([gone.status, gone.problem?.detail]).toEqual([
    409,
    'The removed track was deleted, so it can’t be listed again.',
  ]);
  await setStatus(owner, packId, second, 4);
  const late = await undoStep(owner, packId, revision);
  expect([late.status, late.problem?.detail]).toEqual([
    409,
    'The trackpack has changed since, so you can’t undo this step.',
  ]);
});

test('authors submit and withdraw; what they do cannot be undone by the managers', async () => {
  const packId = await newPack({ allowsSubmissions: true });
  const tracks = await Promise.all(Array.from({ length: 6 }, () => newTrack()));
  const submit = (trackId: number | undefined, act = 'submit') =>
    ann.post(`/trackpacksubmit/${packId}`, { trackId: `${trackId}`, act });
  expect((await submit(tracks[0])).json()).toEqual({ Revision: 1, Status: 0 });
  expect((await packEntries(owner, packId)).Undo).toBeNull();
  for (const trackId of tracks.slice(1, 5)) expect((await submit(trackId)).status).toBe(200);
  expect((await submit(tracks[5])).problem?.detail).toBe(
    'You can submit at most 5 tracks to this trackpack.',
  );
  expect((await submit(tracks[0], 'withdraw')).json()).toEqual({ Revision: 6, Status: null });
  expect((await submit(tracks[5])).status).toBe(200);
  await setStatus(owner, packId, tracks[1] ?? 0, 3);
  expect((await submit(tracks[1])).problem?.detail).toBe('You can’t submit a rejected track again.');
  const legacy = await newPack({ isLegacy: true, allowsSubmissions: true });
  await makePackTrack(world, { packId: legacy, trackId: tracks[0] ?? 0, addedBy: ann.userId, status: 0 });
  const withdrawn = await ann.post(`/trackpacksubmit/${legacy}`, {
    trackId: `${tracks[0]}`,
    act: 'withdraw',
  });
  const approved = await setStatus(owner, legacy, tracks[0] ?? 0, 1);
  for (const { status, problem } of [withdrawn, approved])
    expect([status, problem?.detail]).toEqual([403, 'This is a legacy trackpack, so it can’t be changed.']);
});

test('new files and deleted tracks are changes of their packs, after which nothing can be undone', async () => {
  const packId = await newPack();
  const [first, second] = [await newTrack(), await newTrack()];
  await addTracks(owner, packId, [first, second]);
  await setStatus(owner, packId, second, 2);
  const { Revision, Undo } = await packEntries(owner, packId);
  expect(Undo?.Text).toMatch(/ from Approved to Changes Requested$/);
  await inTransaction(ann.ctx, (tx) => reopenInPacks(tx, second));
  expect(await packEntries(owner, packId)).toMatchObject({ Revision: Revision + 1, Undo: null });
  await setStatus(owner, packId, second, 1);
  await inTransaction(ann.ctx, (tx) => leavePacks(tx, first));
  expect(await packEntries(owner, packId)).toMatchObject({
    Revision: Revision + 3,
    Undo: null,
    Tracks: [{ TrackId: second, Position: 1 }],
  });
});

test('ten approved tracks of others make the owner a pack maker at once', async () => {
  const maker = await Person.of(world);
  const packId = await newPack({ ownerId: maker.userId });
  const tracks = await Promise.all(Array.from({ length: 10 }, () => newTrack()));
  await addTracks(maker, packId, tracks.slice(1));
  await world.jobs.runAll(world);
  expect(await maker.kinds()).toEqual([]);
  await addTracks(maker, packId, [tracks[0] ?? 0]);
  await world.jobs.runAll(world);
  expect(await maker.notices()).toMatchObject([
    { kind: 'achievement.earned', text: 'New achievement: Pack maker, Bronze.' },
  ]);
});
