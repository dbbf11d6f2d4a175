import { sql } from 'kysely';
import { recountSite } from '#db/site-counts.ts';
import { recountHolders } from '#features/achievements/server/recount.ts';
import { recountThreads } from '#features/forum/server/recount.ts';
import { makeBoardBlocks } from '#features/leaderboards/server/blocks.ts';
import { contributedValue } from '#features/leaderboards/server/contributions.ts';
import { type Moment, recountDrivers } from '#features/leaderboards/server/recount.ts';
import { recountPacks, recountPackValues } from '#features/packs/server/recount.ts';
import { rankReplays } from '#features/replays/ranking/server/rank.ts';
import { lockTrack, setTrackValue } from '#features/tracks/server/counters.ts';
import { recountComments, recountRecords } from '#features/tracks/server/recount.ts';
import { recountPeople } from '#features/users/server/recount.ts';

const batch = 100;

/**
 * Recalculates everything of an edition that is counted: positions, records, track values, leaderboards, counters. Values that were fixed at
 * a certain time stay: contributions and the last snapshot. The site may be in use meanwhile.
 */
export async function recountEdition(moment: Moment): Promise<void> {
  for (const trackId of await idsOf(
    moment,
    sql`select track_id as id from track where site = ${moment.site.code}`,
  ))
    await inTransaction(moment, (tx) => recountTrack(tx, trackId));
  const packs = await idsOf(moment, sql`select pack_id as id from pack where site = ${moment.site.code}`);
  await inBatches(moment, packs, async (tx, packIds) => {
    await recountPackValues(tx, packIds); // locks them
    await recountPacks(tx, packIds);
  });
  const threads = await idsOf(
    moment,
    sql`select thread_id as id from forum_thread where site = ${moment.site.code}`,
  );
  await inBatches(moment, threads, recountThreads);
  const users = await idsOf(moment, sql`select user_id as id from profile where site = ${moment.site.code}`);
  await inBatches(moment, users, async (tx, userIds) => {
    await recountDrivers(tx, userIds);
    await recountPeople(tx, userIds);
  });
  await recountHolders(moment);
  await makeBoardBlocks(moment, 1);
  await recountSite(moment);
}

async function recountTrack(tx: Moment, trackId: number): Promise<void> {
  if (!(await lockTrack(tx, trackId))) return;
  await rankReplays(tx, trackId);
  await recountRecords(tx, [trackId]);
  await recountComments(tx, [trackId]);
  const { replay_type: type } = await tx.db
    .selectFrom('track')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .select('replay_type')
    .executeTakeFirstOrThrow();
  if (type === 0) await setTrackValue(tx, trackId, contributedValue(tx, trackId));
}

async function idsOf(moment: Moment, query: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${query} order by 1`.execute(moment.db);
  return rows.map(({ id }) => id);
}

async function inBatches(
  moment: Moment,
  ids: readonly number[],
  recount: (tx: Moment, ids: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += batch)
    await inTransaction(moment, (tx) => recount(tx, ids.slice(at, at + batch)));
}

const inTransaction = (moment: Moment, run: (tx: Moment) => Promise<void>): Promise<void> =>
  moment.db.transaction().execute((db) => run({ ...moment, db }));
