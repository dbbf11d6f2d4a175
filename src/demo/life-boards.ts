import { forSite } from '#db/for-site.ts';
import {
  environmentStanding,
  fixedPoints,
  fixedWorth,
  overallStanding,
  packWorth,
  quality,
  standardLifeMs,
  standardPoints,
} from '#features/leaderboards/model.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { replayTypes } from '#lib/codes/track.ts';
import { below } from '#lib/gbx/random.ts';
import { makeLeaderboardRow } from './make-lists.ts';
import type { Scene } from './scene.ts';

/** A ranked replay and its quality compared with the best one on its track. */
interface Ranked {
  replayId: number;
  userId: number;
  trackId: number;
  environment: number;
  replayType: number;
  trackValue: number;
  position: number;
  at: Date;
  quality: number;
}

const typeOf = (name: (typeof replayTypes)[number]) => replayTypes.indexOf(name);

/** The points of every counting replay, and the boards that result. */
export async function plantBoards(scene: Scene): Promise<void> {
  const ranked = await readRanked(scene);
  const now = scene.tx.clock.now().getTime();
  const standard = ranked
    .filter((run) => run.replayType === typeOf('Standard') && now < run.at.getTime() + standardLifeMs)
    .map((run) => ({ ...run, points: standardPoints(run.trackValue, run.quality) }));
  for (const { replayId, points } of standard) await score(scene, replayId, points);
  const { environments } = scene.tx.site;
  for (const environment of environments) {
    const here = standard.filter((run) => run.environment === environment);
    await board(scene, { board: 0, environment }, ranked, here, environmentStanding);
  }
  await board(scene, { board: 0, environment: 0 }, ranked, standard, (_, runs) =>
    overallStanding(
      environments.map((id) => runs.filter((run) => run.environment === id).map(({ points }) => points)),
      environments.length,
    ),
  );
  for (const type of [typeOf('Classic'), typeOf('Nadeo'), typeOf('Star')]) {
    for (const environment of [0, ...environments]) {
      const fixed = ranked
        .filter((run) => run.replayType === type && [0, run.environment].includes(environment))
        .map((run) => ({ ...run, points: fixedPoints(fixedWorth, run.quality) }));
      await board(scene, { board: type, environment }, fixed, fixed, sum);
    }
  }
  await plantPackBoards(scene, ranked);
}

type Scored = Ranked & { points: number };
const sum = (points: readonly number[]) => points.reduce((total, one) => total + one, 0);

async function readRanked({ tx }: Scene): Promise<Ranked[]> {
  const rows = await forSite(tx, 'replay')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'replay.site').onRef('t.track_id', '=', 'replay.track_id'),
    )
    .where('t.site', '=', tx.site.code)
    .where('replay.is_best', '=', true)
    .select([
      'replay_id',
      'user_id',
      't.track_id',
      'environment',
      'primary_type',
      'replay_type',
      'track_value',
    ])
    .select(['position', 'replay_at', 'replay_time_ms', 'respawns', 'replay_score'])
    .execute();
  const runOf = (row: (typeof rows)[number]) => ({
    timeMs: row.replay_time_ms,
    respawns: row.respawns,
    score: row.replay_score,
  });
  return rows.map((row) => {
    const best = rows.find((other) => other.track_id === row.track_id && other.position === 0) ?? row;
    return {
      replayId: row.replay_id,
      userId: row.user_id,
      trackId: row.track_id,
      environment: row.environment,
      replayType: row.replay_type,
      trackValue: row.track_value,
      position: row.position ?? 0,
      at: row.replay_at,
      quality: quality(row.primary_type, runOf(best), runOf(row)),
    };
  });
}

async function score({ tx }: Scene, replayId: number, points: number): Promise<void> {
  await tx.db
    .updateTable('replay')
    .set({ score: points, is_leaderboard: points > 0 ? 1 : 0 })
    .where('site', '=', tx.site.code)
    .where('replay_id', '=', replayId)
    .execute();
}

/** One board: `counted` determines the score, `driven` the other columns. Only drivers with points are listed. */
async function board(
  { tx, random }: Scene,
  place: { board: number; environment: number },
  driven: readonly Ranked[],
  counted: readonly Scored[],
  standing: (points: number[], runs: readonly Scored[]) => number,
): Promise<void> {
  const inside = (run: Ranked) =>
    place.environment === 0 || run.environment === place.environment ? run.replayType !== 3 : false;
  const rows = [...new Set(counted.map(({ userId }) => userId))].map((userId) => {
    const mine = counted.filter((run) => run.userId === userId);
    const all = driven.filter((run) => run.userId === userId && inside(run));
    return {
      userId,
      score: standing(
        mine.map(({ points }) => points),
        mine,
      ),
      records: all.filter(({ position }) => position === 0).length,
      top10s: all.filter(({ position }) => position < 10).length,
      replays: all.length,
    };
  });
  const listed = rows
    .filter((row) => row.score > 0)
    .sort((a, b) => b.score - a.score || b.records - a.records || b.top10s - a.top10s || a.userId - b.userId);
  for (const [position, row] of listed.entries())
    await makeLeaderboardRow(tx, { ...place, ...row, position, delta: below(random, 7) - 3 });
}

async function plantPackBoards(scene: Scene, ranked: readonly Ranked[]): Promise<void> {
  const { tx } = scene;
  const entries = await forSite(tx, 'pack_track')
    .where('status', '=', PackTrackStatus.approved)
    .selectAll()
    .execute();
  for (const packId of new Set(entries.map(({ pack_id }) => pack_id))) {
    const trackIds = entries.filter(({ pack_id }) => pack_id === packId).map(({ track_id }) => track_id);
    const inPack = ranked.filter(
      (run) => trackIds.includes(run.trackId) && run.replayType !== typeOf('Uncompetitive'),
    );
    const worth = (trackId: number) => packWorth(inPack.filter((run) => run.trackId === trackId).length);
    const scored = inPack.map((run) => ({ ...run, points: fixedPoints(worth(run.trackId), run.quality) }));
    await board(scene, { board: packId, environment: 0 }, scored, scored, sum);
    await tx.db
      .updateTable('pack')
      .set({ pack_value: sum([...new Set(inPack.map(({ trackId }) => trackId))].map(worth)) })
      .where('site', '=', tx.site.code)
      .where('pack_id', '=', packId)
      .execute();
  }
}
