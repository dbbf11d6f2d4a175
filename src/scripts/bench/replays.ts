import { sql } from 'kysely';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { eraAt } from '#features/replays/history/board-at.ts';
import { boardAt } from '#features/replays/history/server/history.ts';
import { placeReplay } from '#features/replays/ranking/server/rank.ts';
import { lockTrack } from '#features/tracks/server/counters.ts';
import { dayMs } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { fetchPath, type Target } from './client.ts';
import { fillTrack, insertReplay } from './data/many-replays.ts';
import { timesOf } from './times.ts';
import type { TimedWrite } from './writes.ts';

/** Replays on the measured track at full size. */
const replaysAtFullSize = 50_000;

/** The first posts are not counted, because every connection prepares its statements. */
const warming = 20;

/** A replay driven at a random moment of these days. */
const days = 4000;

const randomBelow = (n: number) => Math.floor(Math.random() * n);

/** A track with many ranked replays, most by different drivers: posting to it, its board at any depth and at any date. */
export async function timeReplays(
  ctx: Ctx,
  { port }: Target,
  scale: number,
  most: number,
): Promise<TimedWrite[]> {
  const replays = Math.round(replaysAtFullSize * scale);
  const trackId = await fillTrack(ctx, replays, days);
  const posting: number[] = [];
  for (let n = -warming; n < most; n++) {
    const began = performance.now();
    await post(ctx, trackId, 1 + randomBelow(replays));
    if (n >= 0) posting.push(performance.now() - began);
  }
  const ids = await rankedIds(ctx, trackId);
  const paging: number[] = [];
  const looking: number[] = [];
  for (let n = 0; n < most; n++) {
    const fields = 'ReplayId,User.UserId,User.Name,ReplayTime,Position,Score,Difference,Delta,IsLeaderboard';
    const from = ids[randomBelow(ids.length)];
    const path = `/api/replays?trackid=${trackId}&best=1&count=50&from=${from}&fields=${fields}`;
    const page = await fetchPath(port, path);
    if (page.status !== 200) throw new Error(`${path}: ${page.status}`);
    paging.push(page.ms);
    const at = new Date(ctx.clock.now().getTime() - randomBelow(days) * dayMs);
    const began = performance.now();
    await boardAt(ctx, { trackId, at, withBeaten: false, era: eraAt([], at) }, new URLSearchParams(), {});
    looking.push(performance.now() - began);
  }
  return [
    { title: `post to a track with ${replays} replays`, times: timesOf(posting) },
    { title: 'its leaderboard at any depth', times: timesOf(paging) },
    { title: 'its leaderboard at any date', times: timesOf(looking) },
  ];
}

/** The whole write of a post, except for reading the file. */
async function post(ctx: Ctx, trackId: number, userId: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockTrack(tx, trackId);
    const replayId = await insertReplay(tx, trackId, userId, 30_000 + randomBelow(60_000));
    const change = { kind: 'posted', trackId, replayId, userId } as const;
    await updateBoards(tx, change, await placeReplay(tx, change));
  });
}

async function rankedIds({ db, site }: Ctx, trackId: number): Promise<number[]> {
  const { rows } = await sql<{ replay_id: number }>`
    select replay_id from replay where site = ${site.code} and track_id = ${trackId} and is_best`.execute(db);
  return rows.map(({ replay_id }) => replay_id);
}
