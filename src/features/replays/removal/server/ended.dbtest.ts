import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { reader } from '#platform/lists/run.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { onlineRecordList } from '../../online/server/list.ts';
import { sendOnlineRecords } from '../../online/server/receive.ts';
import { onlineRecordPage } from '../../online/server/record.ts';
import { deletedReplays } from './deleted-replays.ts';

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
const author = await Uploader.of(await asMember(world));
const ann = await Uploader.of(await asMember(world));
const ben = await Uploader.of(await asMember(world));
const mod = await Uploader.of(await asMember(world, Level.moderator));
const post = (who: Uploader, path: string, fields: Record<string, string> = {}) =>
  who.ask('POST', path, { form: new URLSearchParams(fields) });

const { uid, trackId } = await drivableTrack(author.ctx);
const listOnline = reader(onlineRecordList);
const listed = async () =>
  (await listOnline(world, { fields: ['RecordId', 'Login', 'Time'], trackid: trackId })).Results;
const sent = async (Login: string, Time: number) =>
  (
    await sendOnlineRecords.perform(author.ctx, {
      Server: 'Test',
      Records: [{ UId: uid, Mode: 1, Login, Time }],
    })
  ).Results[0]?.Result;

test('a moderator removes an online record with a reason, sending it again does not help, and restores it', async () => {
  await posted(ann, { uid, login: 'Ann.Game' });
  expect(await sent('ann.game', 40_000)).toBe('added');
  expect(await sent('other', 41_000)).toBe('added');
  const id = (await listed())[0]?.RecordId ?? 0;
  const path = `/onlinerecord/${id}`;

  expect((await post(ann, path, { IsRemoved: '1', Reason: 'mine' })).status).toBe(403);
  await expect(onlineRecordPage(ann.ctx, `${id}`)).rejects.toThrow('Only moderators');
  expect((await post(mod, path, { IsRemoved: '1' })).problem).toMatchObject({ field: 'Reason' });
  expect((await post(mod, path, { IsRemoved: 'yes', Reason: 'x' })).problem).toMatchObject({
    field: 'IsRemoved',
  });
  expect((await post(mod, path, { IsRemoved: '0', Reason: 'early' })).status).toBe(409);
  expect((await post(mod, '/onlinerecord/999999', { IsRemoved: '1', Reason: 'x' })).status).toBe(404);
  expect(await listed()).toHaveLength(2);

  expect((await post(mod, path, { IsRemoved: '1', Reason: 'A cut' })).status).toBe(200);
  expect((await post(mod, path, { IsRemoved: '1', Reason: 'again' })).status).toBe(409);
  expect((await listed()).map(({ Login }) => Login)).toEqual(['other']);
  for (const time of [40_000, 39_000, 50_000]) expect(await sent('ann.game', time)).toBe('removed');
  expect(await onlineRecordPage(mod.ctx, `${id}`)).toMatchObject({ isRemoved: true, removalReason: 'A cut' });

  expect((await post(mod, path, { IsRemoved: '0', Reason: 'It was none' })).status).toBe(200);
  expect((await listed()).map(({ Time }) => Time)).toEqual([40_000, 41_000]);
  expect(await sent('ann.game', 39_000)).toBe('improved');

  const acts = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('subject_kind', '=', 'record')
    .orderBy('act_id')
    .select(['act', 'reason'])
    .execute();
  expect(acts.map(({ act, reason }) => `${act}: ${reason}`)).toEqual([
    'record.remove: A cut',
    'record.restore: It was none',
  ]);
  const notices = await db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ann.ctx.viewer.userId)
    .where('kind', 'like', 'onlinerecord.%')
    .orderBy('notice_id')
    .select('text')
    .execute();
  expect(notices.map(({ text }) => text.replace(/“.*”/, '…'))).toEqual([
    'A moderator removed your online record on …: A cut',
    'A moderator restored your online record on …: It was none',
  ]);
});

test('a viewer’s deleted replays are listed, the last deleted first, and restored unless a moderator deleted them', async () => {
  const here = await drivableTrack(author.ctx);
  const own = await posted(ben, { uid: here.uid, bestTimeMs: 42_000 });
  const moderated = await posted(ben, { uid: here.uid, bestTimeMs: 41_000 });
  expect((await deletedReplays(ben.ctx, new URLSearchParams())).replays).toEqual([]);
  await post(ben, `/replaydelete/${own.ReplayId}`);
  world.clock.forward({ seconds: 1 });
  await post(mod, `/replaydelete/${moderated.ReplayId}`, { Reason: 'A cut' });
  const { replays, next } = await deletedReplays(ben.ctx, new URLSearchParams());
  expect(next).toBeNull();
  expect(replays).toMatchObject([
    { replayId: moderated.ReplayId, deletionReason: 'A cut', canRestore: false },
    { replayId: own.ReplayId, deletionReason: null, canRestore: true, track: { trackId: here.trackId } },
  ]);
  const behind = async (query: string | null, who = ben) =>
    (await deletedReplays(who.ctx, new URLSearchParams(query ?? ''))).replays.map(({ replayId }) => replayId);
  expect((await deletedReplays(ben.ctx, new URLSearchParams(), 2)).next, 'both on one page').toBeNull();
  const { next: afterFirst } = await deletedReplays(ben.ctx, new URLSearchParams(), 1);
  expect(await behind(afterFirst)).toEqual([own.ReplayId]);
  expect(await behind(afterFirst?.replace('.', '-') ?? null), 'an earlier link').toEqual([own.ReplayId]);
  for (const other of ['x', `${own.ReplayId}`, '1-x', `${'9'.repeat(18)}-1`])
    expect(await behind(`after=${other}`), `${other} is no place: from the beginning`).toHaveLength(2);
  expect(await behind(`after=${'9'.repeat(17)}-9999999999`)).toHaveLength(2);
  expect(await behind(afterFirst, ann), 'replays of others').toEqual([]);

  expect((await post(ben, `/replayrestore/${own.ReplayId}`)).status).toBe(200);
  expect(
    (await deletedReplays(ben.ctx, new URLSearchParams())).replays.map(({ replayId }) => replayId),
  ).toEqual([moderated.ReplayId]);
  // the next page begins at the same place after its first row was restored
  const third = await posted(ben, { uid: here.uid, bestTimeMs: 40_000 });
  world.clock.forward({ seconds: 1 });
  await post(ben, `/replaydelete/${third.ReplayId}`);
  const { next: afterThird } = await deletedReplays(ben.ctx, new URLSearchParams(), 1);
  expect((await post(ben, `/replayrestore/${third.ReplayId}`)).status).toBe(200);
  expect(await behind(afterThird)).toEqual([moderated.ReplayId]);
  // a track that the driver no longer sees: listed, without its name
  await db
    .updateTable('track')
    .set({ is_public: false })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', here.trackId)
    .execute();
  expect((await deletedReplays(ben.ctx, new URLSearchParams())).replays[0]).toMatchObject({
    track: null,
    canRestore: false,
  });
});
