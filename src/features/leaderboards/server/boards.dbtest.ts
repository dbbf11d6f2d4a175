import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { resultOf } from '#features/replays/model.ts';
import { placeReplay, retireReplays } from '#features/replays/ranking/server/rank.ts';
import { lockTrack } from '#features/tracks/server/counters.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import type { TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { recountEdition } from '#scripts/recount-edition.ts';
import { expectBoardsOfRules } from '#testing/board-rules.ts';
import { chooser } from '#testing/chooser.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackTrack, makeReplay } from '#testing/make-lists.ts';
import { runSeed } from '#testing/run-seed.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { classicAgeDays, classicValue } from '../model.ts';
import { updateBoards, updatedAtOnce } from './actions.ts';
import { makeBoardBlocks } from './blocks.ts';
import { promoteClassics, takeSnapshot } from './nightly.ts';
import { expireReplays, refreshStale } from './refresh.ts';

const { db } = await testDb({ editions: 'all' });
const seed = runSeed();
const world = await testCtx({ db, site: 'tms' });
const site = 'tms';
const author = await asMember(world);
const pick = chooser(seed);
const { below, oneOf, chance } = pick;

/** Each run makes some steps; BOARD_STEPS=10000 makes the complete number. */
const steps = Number(process.env.BOARD_STEPS ?? 160);

const drivers: number[] = [];
// more than are updated at once
for (let n = 0; n < updatedAtOnce + 6; n++) drivers.push((await makeMember(world)).userId);
/** Environment, type of play, type of points. */
const kinds = [
  [4, 0, 0],
  [4, 0, 0],
  [4, 2, 0],
  [4, 3, 0],
  [5, 0, 0],
  [5, 0, 1],
  [6, 0, 2],
  [6, 0, 0],
] as const;
const tracks: number[] = [];
for (const [environment, primaryType, replayType] of kinds)
  tracks.push(await addTrack(environment, primaryType, replayType));
const pack = await makePack(world, { ownerId: author.viewer.userId, name: 'Cup' });
for (const trackId of tracks.slice(0, 4))
  await makePackTrack(world, { packId: pack, trackId, addedBy: drivers[0] ?? 0 });

async function addTrack(environment: number, primaryType: number, replayType: number): Promise<number> {
  const trackId = await makeTrack(author);
  await db
    .updateTable('track')
    .set({ environment, primary_type: primaryType, replay_type: replayType })
    .where('site', '=', site)
    .where('track_id', '=', trackId)
    .execute();
  return trackId;
}

const trackRow = (tx: TxCtx, trackId: number) =>
  tx.db
    .selectFrom('track')
    .where('site', '=', site)
    .where('track_id', '=', trackId)
    .select(['primary_type', 'current_version'])
    .executeTakeFirstOrThrow();

/** Posts a replay, whether or not it is better than the driver's others. */
async function post(trackId: number, userId: number): Promise<void> {
  await inTransaction(world, async (tx) => {
    await lockTrack(tx, trackId);
    const { primary_type: type, current_version: trackVersion } = await trackRow(tx, trackId);
    // few different results, so that ties occur
    const run = {
      timeMs: 30_000 + 100 * below(60),
      respawns: type === 2 ? below(4) : 0,
      score: type === 3 ? 10 * below(30) : null,
    };
    const given = { ...run, trackId, userId, trackVersion, result: resultOf(type, run), medal: below(5) };
    const replayId = await makeReplay(tx, given);
    const change = { kind: 'posted', trackId, replayId, userId } as const;
    await updateBoards(tx, change, await placeReplay(tx, change));
  });
}

/** Deletes or restores a replay chosen at random. */
async function change(kind: 'deleted' | 'restored'): Promise<void> {
  const rows = await db
    .selectFrom('replay')
    .where('site', '=', site)
    .where('deleted_at', kind === 'deleted' ? 'is' : 'is not', null)
    .select(['replay_id', 'track_id', 'user_id'])
    .execute();
  if (rows.length === 0) return;
  const { replay_id: replayId, track_id: trackId, user_id: userId } = oneOf(rows);
  await inTransaction(world, async (tx) => {
    await lockTrack(tx, trackId);
    await tx.db
      .updateTable('replay')
      .set({ deleted_at: kind === 'deleted' ? world.clock.now() : null, is_best: false })
      .where('site', '=', site)
      .where('replay_id', '=', replayId)
      .execute();
    const change = { kind, trackId, replayId, userId };
    await updateBoards(tx, change, await placeReplay(tx, change));
  });
}

/** Hides the result of a ranked replay chosen at random, or shows it. */
async function changeSecrecy(): Promise<void> {
  await sql`
    update replay set secret_until = case when secret_until is null then ${world.clock.now()}::timestamptz end
    where site = ${site} and replay_id = (select replay_id from replay where site = ${site} and is_best
      order by secret_until is null and top_position is distinct from 0, ${below(1_000_000)}::integer % replay_id limit 1)`.execute(
    db,
  );
}

/** A new file without facts: only its number and time matter here. */
async function newVersion(trackId: number): Promise<void> {
  await inTransaction(world, async (tx) => {
    await lockTrack(tx, trackId);
    await sql`
      with file as (
        insert into blob (sha256, size_bytes, created_at)
        values (encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 1, ${world.clock.now()}) returning sha256
      )
      insert into track_version (site, track_id, version, uid, sha256, file_name, file_size, game, facts, uploaded_by, uploaded_at)
      select v.site, v.track_id, v.version + 1, v.uid || '+', file.sha256, 'x', 1, v.game, v.facts, v.uploaded_by, ${world.clock.now()}
      from file cross join track_version v join track t on t.site = v.site and t.track_id = v.track_id and t.current_version = v.version
      where v.site = ${site} and v.track_id = ${trackId}`.execute(tx.db);
    await sql`update track set current_version = current_version + 1, track_value = 0
      where site = ${site} and track_id = ${trackId}`.execute(tx.db);
    await retireReplays(tx, trackId);
    await recountRecords(tx, [trackId]);
  });
}

const setTrack = (trackId: number, columns: { is_public?: boolean; replay_type?: number }) =>
  db.updateTable('track').set(columns).where('site', '=', site).where('track_id', '=', trackId).execute();

async function step(): Promise<void> {
  world.clock.forward({ seconds: 1 });
  const draw = below(100);
  // every third on one track, which soon has many drivers
  if (draw < 67) return post(chance(0.3) ? (tracks[0] ?? 0) : oneOf(tracks), oneOf(drivers));
  if (draw < 72) return changeSecrecy();
  if (draw < 80) return change('deleted');
  if (draw < 88) return change('restored');
  if (draw < 90) return newVersion(oneOf(tracks));
  if (draw < 94) world.clock.forward({ days: below(9) });
  else if (draw < 96) await takeSnapshot(world);
  else if (draw < 97) await setTrack(oneOf(tracks), { is_public: chance(0.7) });
  else if (draw < 98) await setTrack(oneOf(tracks), { replay_type: below(5) });
  else await makeBoardBlocks(world, 1);
}

/** Everything that is counted from replays. */
async function counted() {
  const replays = await sql`
    select r.replay_id, r.is_best, r.beaten_at, r.is_outdated, r.top_position, r.contribution,
      replay_position(r.site, r.track_id, r.result, r.replay_at, r.replay_id) as position,
      (select mark from counting_replay c where c.site = r.site and c.user_id = r.user_id and c.replay_id = r.replay_id) as mark
    from replay r where r.site = ${site} order by 1`.execute(db);
  const boards = await sql`
    select l.*, board_position(site, board, environment, score, records, top10s, user_id) as position
    from leaderboard_row l where site = ${site} order by board, environment, user_id`.execute(db);
  const rows = await sql`
    select track_id, replays, record_replay_id, record_time_ms, record_score, record_respawns, record_user_id, record_at,
      author_time_beaten, track_value from track where site = ${site} order by 1`.execute(db);
  const packs = await sql`select pack_id, pack_value from pack where site = ${site} order by 1`.execute(db);
  return { replays: replays.rows, boards: boards.rows, tracks: rows.rows, packs: packs.rows };
}

async function catchUp(): Promise<void> {
  await refreshStale(world);
  await expireReplays(world);
}

/** Positions are consecutive from 0, in the order of the rank, and lead back to their users. */
async function positionsAreRight(): Promise<void> {
  const { rows: wrongBoards } = await sql`
    select * from (
      select l.*, board_position(site, board, environment, score, records, top10s, user_id) as position,
        row_number() over (partition by board, environment order by score desc, records desc, top10s desc, user_id) - 1 as place
      from leaderboard_row l where site = ${site}
    ) p where position <> place or board_user_at(site, board, environment, position) is distinct from user_id`.execute(
    db,
  );
  expect(wrongBoards).toEqual([]);
  const { rows: wrongTracks } = await sql`
    select * from (
      select r.replay_id, r.top_position, replay_position(site, track_id, result, replay_at, replay_id) as position,
        row_number() over (partition by track_id order by result, replay_at, replay_id) - 1 as place
      from replay r where site = ${site} and is_best
    ) p where position <> place or top_position is distinct from (case when place < 10 then place end)`.execute(
    db,
  );
  expect(wrongTracks).toEqual([]);
}

test('after random histories, recounting everything from replays changes nothing, and the boards match the rules', async () => {
  for (let n = 1; n <= steps; n++) {
    await step();
    if (n % 80 > 0) continue;
    await catchUp();
    await positionsAreRight();
    const before = await counted();
    await recountEdition(world);
    expect(await counted(), `after ${n} steps`).toEqual(before);
    await expectBoardsOfRules(world, `after ${n} steps`);
  }
}, 3_600_000);

test('jobs that run twice change nothing', async () => {
  const before = await counted();
  for (let n = 0; n < 2; n++) {
    await catchUp();
    await makeBoardBlocks(world, 1);
    await takeSnapshot(world);
  }
  expect(await counted()).toEqual(before);
});

test('parallel writers on one track lose no best and never share a position', async () => {
  const trackId = await addTrack(4, 0, 0);
  const other = await addTrack(5, 0, 0);
  const several = drivers.slice(0, 9);
  await Promise.all(
    several.flatMap((userId) => [post(trackId, userId), post(other, userId), post(trackId, userId)]),
  );
  await catchUp();
  await positionsAreRight();
  const before = await counted();
  expect(before.tracks).toContainEqual(
    expect.objectContaining({ track_id: trackId, replays: several.length }),
  );
  await recountEdition(world);
  expect(await counted()).toEqual(before);
});

test('every night the most valuable old Standard track of an environment becomes Classic, once', async () => {
  const made = world.clock.now();
  const [low, high, equal, young] = [
    await addTrack(6, 0, 0),
    await addTrack(6, 0, 0),
    await addTrack(6, 0, 0),
    await addTrack(6, 0, 0),
  ];
  const set = (trackId: number, trackValue: number, uploadedAt: Date) =>
    db
      .updateTable('track')
      .set({ track_value: trackValue, uploaded_at: uploadedAt })
      .where('site', '=', site)
      .where('track_id', '=', trackId)
      .execute();
  world.clock.forward({ days: classicAgeDays });
  await set(low, classicValue - 1, made);
  await set(high, classicValue, made);
  await set(equal, classicValue, made);
  await set(young, classicValue + 1, new Date(made.getTime() + 1000));
  const classics = async () => {
    const rows = await db
      .selectFrom('track')
      .where('site', '=', site)
      .where('track_id', 'in', [low, high, equal, young])
      .where('replay_type', '=', 1)
      .orderBy('track_id')
      .select('track_id')
      .execute();
    return rows.map(({ track_id }) => track_id);
  };
  for (let n = 0; n < 2; n++) {
    await promoteClassics(world);
    expect(await classics()).toEqual([high]);
  }
  world.clock.forward({ days: 1 });
  await set(young, 0, made);
  await promoteClassics(world);
  expect(await classics()).toEqual([high, equal]);
  // a moderator takes it back
  await setTrack(high, { replay_type: 0 });
  world.clock.forward({ days: 1 });
  await promoteClassics(world);
  expect(await classics()).toEqual([equal]);
});
