import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { reader } from '#platform/lists/run.ts';
import { writeSettings } from '#platform/switches/write.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { replayData } from '../../server/personal.ts';
import { onlineRecordList } from './list.ts';
import { sendOnlineRecords } from './receive.ts';
import { waitingRecords } from './waiting-records.ts';

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf', settings: { onlineRecords: 6 } });
const author = await asMember(world);
const moderator = await grantRole(await asMember(world), Level.moderator, ['tmnf']);
const member = () => asMember(world);

const track = () => drivableTrack(author, { author_time_ms: 40_000 });
type Sent = readonly [login: string, timeMs: number];

async function send(sender: TestCtx, uid: string, records: readonly Sent[], Server = 'Night Shift') {
  const Records = records.map(([Login, Time]) => ({ UId: uid, Mode: 1, Login, Time }));
  const { Results } = await sendOnlineRecords.perform(sender, { Server, Records });
  return Results.map(({ Result }) => Result);
}

const listed = reader(onlineRecordList);
const board = async (trackId: number) =>
  (await listed(world, { fields: ['Login', 'Time', 'IsApproved'], trackid: trackId })).Results.map(
    ({ Login, Time, IsApproved }) => `${Login} ${Time}${IsApproved ? ' approved' : ''}`,
  );
const stored = (uid: string) =>
  forSite(world, 'online_record').where('uid', '=', uid).orderBy('online_record_id').selectAll().execute();

const post = async (who: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(who)).ask('POST', path, { form: new URLSearchParams(form) });
const act = (who: TestCtx, kind: string, id: number, name: string, form: Record<string, string> = {}) =>
  post(who, '/moderation/act', { site: 'tmnf', kind, id: `${id}`, act: name, Reason: 'Forged.', ...form });
const undo = (who: TestCtx, actId: number) =>
  post(who, '/moderation/undo', { site: 'tmnf', actId: `${actId}`, Reason: 'A mistake.' });
const actIdOf = (answer: { json<T>(): T }) => answer.json<{ ActId: number }>().ActId;
const approve = async (sender: TestCtx) =>
  expect(await act(moderator, 'user', sender.viewer.userId, 'server.approve')).toMatchObject({ status: 200 });
const casesAbout = async (sender: TestCtx) =>
  (
    await forSite(world, 'case_source')
      .innerJoin('moderation_case as k', (join) =>
        join.onRef('k.site', '=', 'case_source.site').onRef('k.case_id', '=', 'case_source.case_id'),
      )
      .where('k.site', '=', 'tmnf')
      .where('k.subject_kind', '=', 'user')
      .where('k.subject_id', '=', sender.viewer.userId)
      .orderBy('hint')
      .select('hint')
      .execute()
  ).map(({ hint }) => hint);

const five: readonly Sent[] = [1, 2, 3, 4, 5].map((n) => [`real${n}`, 41_000 + n]);
const logins = (count: number, timeMs: number): Sent[] =>
  Array.from({ length: count }, (_, n) => [`forged${n}`, timeMs + n]);

test('thirty forged records of a new account destroy and hide none of five real ones', async () => {
  const [server, forger] = [await member(), await member()];
  const { uid, trackId } = await track();
  await send(server, uid, five);
  const before = await stored(uid);
  expect(await board(trackId)).toHaveLength(2);
  await approve(server);
  const real = await board(trackId);
  expect(real).toHaveLength(5);
  // plausible ones are shown where there is room, marked, and up to a third of the places
  await send(forger, uid, logins(30, 33_000));
  expect(await board(trackId)).toEqual(['forged0 33000', ...real]);
  // better times for the logins of others are not theirs
  await send(
    forger,
    uid,
    five.map(([login]) => [login, 32_500]),
  );
  expect(await board(trackId)).toEqual(['forged0 33000', ...real]);
  const kept = (await stored(uid)).filter(({ sent_by }) => sent_by === server.viewer.userId);
  expect(kept.map(({ online_record_id, time_ms }) => [online_record_id, time_ms])).toEqual(
    before.map(({ online_record_id, time_ms }) => [online_record_id, time_ms]),
  );
});

test('nothing that an account without approval sends deletes or pushes out a row of another one', async () => {
  const senders = [await member(), await member(), await member(), await member()];
  const { uid, trackId } = await track();
  for (const [n, sender] of senders.entries()) await send(sender, uid, logins(3, 41_000 - n * 100));
  expect(await stored(uid)).toHaveLength(12);
  // of six places two for each account, one per login
  expect(await board(trackId)).toEqual(['forged0 40700', 'forged1 40701']);
  await send(senders[0] ?? author, uid, [['own', 41_000]]);
  expect(await board(trackId)).toEqual(['forged0 40700', 'forged1 40701', 'own 41000']);
});

test.each([
  [['at', 20_000], 'added'],
  [['below', 19_999], 'waiting'],
] as const)('a time %j compared with half of the author time: %s', async (record, result) => {
  const { uid, trackId } = await track();
  const sender = await member();
  expect(await send(sender, uid, [record])).toEqual([result]);
  expect(await board(trackId)).toHaveLength(result === 'added' ? 1 : 0);
  expect(await casesAbout(sender)).toEqual(result === 'added' ? [] : ['recordTimes']);
});

test('an implausible time waits, replaces nothing, and is shown once a moderator approves it', async () => {
  const { uid, trackId } = await track();
  const sender = await member();
  expect(await send(sender, uid, [['ann', 41_000]])).toEqual(['added']);
  expect(await send(sender, uid, [['ann', 600]])).toEqual(['waiting']);
  expect(await send(sender, uid, [['ann', 600]])).toEqual(['not better']);
  expect(await board(trackId)).toEqual(['ann 41000']);
  const { records } = await waitingRecords(moderator, `${sender.viewer.userId}`, new URLSearchParams());
  expect(records).toMatchObject([{ login: 'ann', time: '00:00.60', waitsFor: 'time', track: { trackId } }]);
  await expect(
    waitingRecords(sender, `${sender.viewer.userId}`, new URLSearchParams()),
  ).rejects.toMatchObject({
    status: 403,
  });
  const path = `/onlinerecordapprove/${records[0]?.recordId}`;
  expect((await post(sender, path, { Reason: 'Mine' })).status).toBe(403);
  expect((await post(moderator, path, {})).problem).toMatchObject({ field: 'Reason' });
  expect((await post(moderator, path, { Reason: 'A new cut' })).status).toBe(200);
  expect((await post(moderator, path, { Reason: 'Again' })).status).toBe(409);
  expect(await board(trackId)).toEqual(['ann 600 approved']);
  const approved = await forSite(world, 'moderation_act')
    .where('act', '=', 'record.approve')
    .where('subject_id', '=', records[0]?.recordId ?? 0)
    .select('act_id')
    .executeTakeFirstOrThrow();
  expect((await undo(moderator, approved.act_id)).status).toBe(200);
  expect(await board(trackId)).toEqual(['ann 41000']);
});

test('an edition of approved servers: records wait until the server is approved, and again once it is not', async () => {
  const here = await testCtx({ db: (await testDb()).db, site: 'tmnf' });
  await inTransaction(here, (tx) => writeSettings(tx, { OnlineRecords: 'approved' }));
  const maker = await asMember(here);
  const sender = await asMember(here);
  const crew = await grantRole(await asMember(here), Level.moderator, ['tmnf']);
  const { uid, trackId } = await drivableTrack(maker, { author_time_ms: 40_000 });
  const shown = async () => (await listed(here, { fields: ['Login'], trackid: trackId })).Results.length;
  expect(await send(sender, uid, [['ann', 41_000]])).toEqual(['waiting']);
  expect(await shown()).toBe(0);
  const id = sender.viewer.userId;
  const approved = await act(crew, 'user', id, 'server.approve');
  expect(approved.status).toBe(200);
  expect(await shown()).toBe(1);
  expect(await send(sender, uid, [['ben', 41_000]])).toEqual(['added']);
  expect((await undo(crew, actIdOf(approved))).status).toBe(200);
  expect(await shown()).toBe(0);
  expect((await act(crew, 'user', id, 'server.approve')).status).toBe(200);
  expect(await shown()).toBe(2);
});

test('a moderator removes all records of an account at once, what it sends later waits, and undoing restores exactly these', async () => {
  const [server, forger] = [await member(), await member()];
  const [one, two] = [await track(), await track()];
  await approveUnseen(server);
  for (const { uid } of [one, two]) {
    await send(server, uid, [['ann', 41_000]]);
    await send(forger, uid, [['forged', 39_000]]);
  }
  await send(forger, one.uid, [['single', 40_000]]);
  const single = (await stored(one.uid)).find(({ login }) => login === 'single')?.online_record_id;
  await post(moderator, `/onlinerecord/${single}`, { IsRemoved: '1', Reason: 'Removed before' });
  const boards = async () => [await board(one.trackId), await board(two.trackId)];
  const before = await boards();
  const id = forger.viewer.userId;

  expect((await act(await member(), 'user', id, 'records.remove')).status).toBe(404);
  expect((await act(moderator, 'user', id, 'records.remove', { Reason: '' })).problem?.field).toBe('Reason');
  const removed = await act(moderator, 'user', id, 'records.remove');
  expect(removed.status).toBe(200);
  expect(await boards()).toEqual([['ann 41000 approved'], ['ann 41000 approved']]);
  expect((await act(moderator, 'user', id, 'records.remove')).status).toBe(409);
  expect(await send(forger, one.uid, [['forged', 38_000]])).toEqual(['removed']);
  expect(await send(forger, one.uid, [['another', 38_000]])).toEqual(['waiting']);
  expect(await casesAbout(forger), 'no case for each of them').toEqual([]);
  // a login that the account has claimed to be is free for others
  expect(await send(server, one.uid, [['forged', 42_000]])).toEqual(['added']);

  expect((await undo(moderator, actIdOf(removed))).status).toBe(200);
  expect(await boards()).toEqual([['ann 41000 approved', 'forged 42000 approved'], before[1]]);
  expect(await send(forger, two.uid, [['later', 39_500]])).toEqual(['added']);
});

test('records of one server, or of a track, are removed and restored alike', async () => {
  const sender = await member();
  const { uid, trackId } = await track();
  await send(sender, uid, [['ann', 41_000]], 'Night Shift');
  await send(sender, uid, [['ben', 42_000]], '$f00Day');
  const id = sender.viewer.userId;
  const ofServer = await act(moderator, 'user', id, 'records.remove', { Server: 'server $f00Day' });
  expect(ofServer.status).toBe(200);
  expect(await board(trackId)).toEqual(['ann 41000']);
  expect((await act(moderator, 'user', id, 'records.restore')).status).toBe(200);
  expect(await board(trackId)).toEqual(['ann 41000', 'ben 42000']);
  const ofTrack = await act(moderator, 'track', trackId, 'records.remove');
  expect(ofTrack.status).toBe(200);
  expect(await board(trackId)).toEqual([]);
  expect((await undo(moderator, actIdOf(ofTrack))).status).toBe(200);
  expect(await board(trackId)).toEqual(['ann 41000', 'ben 42000']);
});

test('a secret record is not compared with: how a time is treated would reveal it', async () => {
  const { uid, trackId } = await track();
  const sender = await member();
  const driver = await Uploader.of(await member());
  const { ReplayId } = await posted(driver, { uid, bestTimeMs: 39_000 });
  expect(await send(sender, uid, [['ann', 30_000]])).toEqual(['waiting']);
  await db
    .updateTable('replay')
    .set({ secret_until: new Date(world.clock.now().getTime() + 86_400_000) })
    .where('site', '=', 'tmnf')
    .where('replay_id', '=', ReplayId)
    .execute();
  expect(await send(sender, uid, [['ben', 30_000]])).toEqual(['added']);
  expect(await board(trackId)).toEqual(['ben 30000']);
});

test('the records of a closed account leave the boards, others move up, and both come back', async () => {
  const data = replayData({ onRanked: async () => {}, onHidden: async () => {} });
  const { uid, trackId } = await track();
  const server = await member();
  await approveUnseen(server);
  const driver = await member();
  await db
    .insertInto('game_login')
    .values({
      site: 'tmnf',
      login_key: 'leaver',
      login: 'leaver',
      user_id: driver.viewer.userId,
      replay_id: null,
      bound_at: world.clock.now(),
    })
    .execute();
  await send(server, uid, [['leaver', 40_000], ...logins(6, 41_000)]);
  const before = await board(trackId);
  const settle = () =>
    inTransaction(driver, async (tx) => {
      while (await data.settle?.(tx));
    });
  const choice = { tracks: 'kept' } as const;
  await inTransaction(driver, (tx) => data.hide?.(tx, driver.viewer.userId, choice) ?? Promise.resolve());
  await settle();
  expect(before).toHaveLength(6);
  expect(await board(trackId)).toEqual(logins(6, 41_000).map(([login, time]) => `${login} ${time} approved`));
  expect(await send(server, uid, [['leaver', 39_000]])).toEqual(['removed']);
  await inTransaction(driver, (tx) => data.show?.(tx, driver.viewer.userId) ?? Promise.resolve());
  await settle();
  expect(await board(trackId)).toEqual(before);
});

/** Approved before it has sent anything, as only tests do. */
async function approveUnseen(sender: TestCtx): Promise<void> {
  const row = { user_id: sender.viewer.userId, state: 'approved', decided_at: world.clock.now() } as const;
  await db
    .insertInto('record_server')
    .values({ site: 'tmnf', ...row })
    .execute();
}
