import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { acrossSites } from '#db/for-site.ts';
import { rankedPosition } from '#db/positions.ts';
import { lockTrack } from '#features/tracks/server/counters.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import type { TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import type { Placed, ReplayChange } from '../changes.ts';
import { placeReplay } from './rank.ts';
import { largestBlock, moveInBlocks, type RankKey } from './rank-blocks.ts';

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
    await lockTrack(tx, trackId);
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

test('around the largest block, a track is divided, and blocks may become empty: every position is counted right', async () => {
  const large = await makeTrack(author);
  await fillLarge(large, largestBlock - 1);
  expect(await blocks(large)).toEqual([]);
  for (const [userId, timeMs, expected] of [
    [annId, 20_000, []], // in front of all: as many as a block may have
    [benId, 99_000, [256]], // behind all: one more
    [author.viewer.userId, 30_100, [257]], // in the first block
  ] as const) {
    await inTransaction(world, async (tx) => {
      await lockTrack(tx, large);
      const replayId = await makeReplay(tx, { trackId: large, userId, timeMs, at: at(30) });
      await placeReplay(tx, { kind: 'posted', trackId: large, replayId, userId });
    });
    expect(await blocks(large)).toEqual(expected);
    expect(await wrongPositions(large)).toEqual([]);
  }
  // the entries of the last block leave one by one, then one returns to where they were
  const last = await keysFrom(large, 257);
  await inTransaction(world, async (tx) => {
    for (const key of last) {
      await tx.db
        .updateTable('replay')
        .set({ is_best: false })
        .where('site', '=', site)
        .where('replay_id', '=', key.replayId)
        .execute();
      await moveInBlocks(tx, large, key, null);
    }
  });
  expect(last).toHaveLength(257);
  expect(await blocks(large)).toEqual([257]);
  expect(await wrongPositions(large)).toEqual([]);
  const [back] = last.slice(-1);
  await inTransaction(world, async (tx) => {
    await tx.db
      .updateTable('replay')
      .set({ is_best: true })
      .where('site', '=', site)
      .where('replay_id', '=', back?.replayId ?? 0)
      .execute();
    await moveInBlocks(tx, large, null, back ?? null);
  });
  expect(await wrongPositions(large)).toEqual([]);
});

/** Ranked replays of users who do not exist, a millisecond apart. */
async function fillLarge(large: number, count: number): Promise<void> {
  const all = acrossSites(db, 'rows are generated');
  await all.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into replay (site, replay_id, track_id, track_version, user_id, replay_time_ms, result, replay_at, track_at, is_best,
        sha256, file_size)
      select ${site}, 2000000 + n, ${large}, 1, 2000000 + n, 30000 + n, 30000 + n, ${at(0)}, ${at(0)}, true, lpad(n::text, 64, 'b'), 9
      from generate_series(1, ${sql.lit(count)}) n`.execute(tx);
  });
  await recountRecords(world, [large]);
}

async function blocks(large: number): Promise<number[]> {
  const rows = await db
    .selectFrom('rank_block')
    .where('site', '=', site)
    .where('track_id', '=', large)
    .orderBy('before')
    .select('before')
    .execute();
  return rows.map(({ before }) => before);
}

/** Positions that differ from the place in the order, as the function counts them or as lists do. */
async function wrongPositions(large: number): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      select r.replay_id, replay_position(site, track_id, result, replay_at, replay_id) as position,
        ${rankedPosition('r', sql`${site}`)} as listed,
        row_number() over (order by result, replay_at, replay_id) - 1 as place
      from replay r where site = ${site} and track_id = ${large} and is_best
    ) p where position <> place or listed <> place`.execute(db);
  return rows;
}

async function keysFrom(large: number, position: number): Promise<RankKey[]> {
  const { rows } = await sql<RankKey>`
    select replay_id as "replayId", result::text as result, replay_at::text as "replayAt" from replay
    where site = ${site} and track_id = ${large} and is_best
    order by result, replay_at, replay_id offset ${sql.lit(position)}`.execute(db);
  return [...rows];
}
