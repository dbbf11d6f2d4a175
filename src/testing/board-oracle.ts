import {
  contribution,
  contributionsPerTrack,
  countingPerEnvironment,
  countingPerOverall,
  largestTrackValue,
  pointsPerScore,
  standardLifeMs,
} from '#features/leaderboards/model.ts';
import { packWorthDrivers, packWorthPerDriver } from '#features/packs/worth.ts';
import { respawnPenaltyMs } from '#features/replays/gap.ts';
import { platformType, stuntsType } from '#lib/codes/track.ts';

// An oracle: the arithmetic of leaderboards, written a second time and without SQL. The site itself calculates with the statements
// of features/leaderboards/server/recount.ts, whose results are compared with these.

/** The facts of a replay that count on a leaderboard. */
export interface Driven {
  timeMs: number;
  respawns: number;
  /** points; null if there are none */
  score: number | null;
}

/** The two sides of the ratio that is a run's quality; whole numbers, so that points can be calculated exactly. */
function ratio(primaryType: number, best: Driven, run: Driven): readonly [number, number] {
  if (primaryType === stuntsType) return [run.score ?? 0, best.score ?? 0];
  if (primaryType !== platformType) return [best.timeMs, run.timeMs];
  const effort = ({ timeMs, respawns }: Driven) => timeMs + respawnPenaltyMs * respawns;
  return [effort(best), effort(run)];
}

/** The quality of a run compared with the best one on its track: 1 for the best, towards 0 for the worst. */
export function quality(primaryType: number, best: Driven, run: Driven): number {
  const [over, under] = ratio(primaryType, best, run);
  return under === 0 ? 1 : Math.min(1, over / under);
}

/** The points of a run on a Standard track: floor(value × quality). */
export function standardPoints(trackValue: number, primaryType: number, best: Driven, run: Driven): number {
  const [over, under] = ratio(primaryType, best, run);
  return under === 0 ? trackValue : Math.min(trackValue, Math.floor((trackValue * over) / under));
}

/** What a driver adds to the value of a Standard track, by the last snapshot of its environment's board. */
export function contributionOf(ownScore: number, leaderScore: number): number {
  if (leaderScore === 0) return contribution.withoutLeader;
  return Math.max(contribution.least, Math.floor((contribution.leader * ownScore) / leaderScore));
}

/** The value of a Standard track by the contributions of its ranked drivers. */
export const trackValueOf = (contributions: readonly number[]): number =>
  Math.min(largestTrackValue, sum(descending(contributions).slice(0, contributionsPerTrack)));

/** Whether a replay no longer counts on a Standard track. */
export const isExpired = (replayAt: Date, now: Date): boolean =>
  now.getTime() >= replayAt.getTime() + standardLifeMs;

/** The points for a fixed worth. The power is multiplied out: the database then has the same result to the last bit. */
export function fixedPoints(worth: number, of: number): number {
  const square = of * of;
  return Math.floor(worth * (square * square * square * square));
}

/** The worth of a track in a pack by the number of its drivers. */
export const packWorth = (drivers: number): number =>
  packWorthPerDriver * Math.min(packWorthDrivers, drivers);

const descending = (points: readonly number[]) => points.toSorted((a, b) => b - a);
const sum = (points: readonly number[]) => points.reduce((total, one) => total + one, 0);

/** The score in one environment: a tenth of the sum of the ten best. */
export const environmentScore = (points: readonly number[]): number =>
  Math.floor(sum(descending(points).slice(0, countingPerEnvironment)) / pointsPerScore);

/** The overall score: a tenth of the sum of the two best of each environment; of the ten best if there is only one. */
export function overallScore(byEnvironment: readonly (readonly number[])[], environments: number): number {
  if (environments === 1) return environmentScore(byEnvironment.flat());
  return Math.floor(
    sum(byEnvironment.flatMap((points) => descending(points).slice(0, countingPerOverall))) / pointsPerScore,
  );
}

/** 0 does not count, 1 among the ten of its environment, 2 also among the two (sites with several environments). */
export function leaderboardMark(place: number, environments: number): 0 | 1 | 2 {
  if (place >= countingPerEnvironment) return 0;
  return environments > 1 && place < countingPerOverall ? 2 : 1;
}
