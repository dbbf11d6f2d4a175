import { expect, test } from 'vitest';
import { makeReplay } from '#demo/make-lists.ts';
import { holdTrack } from '#features/tracks/server/counters.ts';
import type { TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import type { Placed, ReplayChange } from '../changes.ts';
import { placeReplay } from './rank.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const site = 'tmnf';
const author = await asMember(world);
const annId = (await makeMember(world)).userId;
const benId = (await makeMember(world)).userId;
const trackId = await makeTrack(author);
const at = (minute: number) => new Date(Date.UTC(2012, 0, 1, 0, minute));

type Write = (tx: TxCtx) => Promise<number>;
const change = (kind: ReplayChange['kind'], userId: number, write: Write): Promise<Placed> =>
  inTransaction(world, async (tx) => {
    await holdTrack(tx, trackId);
    const replayId = await write(tx);
    return placeReplay(tx, { kind, trackId, replayId, userId });
  });
const post = (userId: number, timeMs: number, minute: number) => {
  let replayId = 0;
  const placed = change('posted', userId, async (tx) => {
    replayId = await makeReplay(tx, { trackId, userId, timeMs, at: at(minute) });
    return replayId;
  });
  return placed.then((result) => ({ replayId, ...result }));
};
const setDeleted = (kind: 'deleted' | 'restored', userId: number, replayId: number) =>
  change(kind, userId, async (tx) => {
    await tx.db
      .updateTable('replay')
      .set({ deleted_at: kind === 'deleted' ? at(59) : null, is_best: false })
      .where('site', '=', site)
      .where('replay_id', '=', replayId)
      .execute();
    return replayId;
  });
const beatenAt = async () =>
  (
    await db
      .selectFrom('replay')
      .where('site', '=', site)
      .where('track_id', '=', trackId)
      .orderBy('replay_id')
      .select('beaten_at')
      .execute()
  ).map((row) => row.beaten_at);
const record = () =>
  db
    .selectFrom('track')
    .where('site', '=', site)
    .where('track_id', '=', trackId)
    .select(['record_replay_id', 'record_time_ms', 'record_user_id', 'replays'])
    .executeTakeFirstOrThrow();

test('a better replay beats the older one; deleting it brings that one back, restoring it beats it again', async () => {
  const first = await post(annId, 60_000, 1);
  expect(first).toMatchObject({ position: 0, before: null, isRecord: true, recordChanged: true, drivers: 1 });
  const ben = await post(benId, 59_000, 2);
  expect(ben).toMatchObject({ position: 0, isRecord: true, recordChanged: true, drivers: 2 });
  const better = await post(annId, 58_000, 3);
  expect(better).toMatchObject({
    position: 0,
    before: { replayId: first.replayId, position: 1 },
    after: { replayId: better.replayId, position: 0 },
    previousBestId: first.replayId,
    isRecord: true,
    drivers: 2,
  });
  expect(await beatenAt()).toEqual([at(3), null, null]);

  const gone = await setDeleted('deleted', annId, better.replayId);
  expect(gone).toMatchObject({
    position: null,
    after: { replayId: first.replayId, position: 1 },
    previousBestId: null,
    isRecord: false,
    recordChanged: true,
    drivers: 2,
  });
  expect(await beatenAt()).toEqual([null, null, null]);
  expect(await record()).toEqual({
    record_replay_id: ben.replayId,
    record_time_ms: 59_000,
    record_user_id: benId,
    replays: 2,
  });

  const back = await setDeleted('restored', annId, better.replayId);
  expect(back).toMatchObject({ position: 0, previousBestId: first.replayId, isRecord: true, drivers: 2 });
  expect(await beatenAt()).toEqual([at(3), null, null]);
});

test('a restored replay that is better than a later one beats that one at once', async () => {
  const early = await post(author.viewer.userId, 50_000, 10);
  await setDeleted('deleted', author.viewer.userId, early.replayId);
  const late = await post(author.viewer.userId, 55_000, 11);
  expect(late).toMatchObject({ position: 0, isRecord: true, drivers: 3 });
  const back = await setDeleted('restored', author.viewer.userId, early.replayId);
  expect(back).toMatchObject({ position: 0, previousBestId: late.replayId, drivers: 3 });
  expect((await beatenAt()).slice(-2)).toEqual([null, at(11)]);
});
