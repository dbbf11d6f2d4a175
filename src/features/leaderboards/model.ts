import { platformType, stuntsType } from '#lib/codes/track.ts';

/** The facts of a replay that count on a leaderboard. */
export interface Driven {
  timeMs: number;
  respawns: number;
  /** points; null if there are none */
  score: number | null;
}

/** Time added for each respawn on Platform tracks. */
const respawnPenaltyMs = 10_000;

/** The quality of a run compared with the best one on its track: 1 for the best, towards 0 for the worst. */
export function quality(primaryType: number, best: Driven, run: Driven): number {
  if (primaryType === stuntsType) {
    const most = best.score ?? 0;
    return most === 0 ? 1 : (run.score ?? 0) / most;
  }
  if (primaryType !== platformType) return best.timeMs / run.timeMs;
  const effort = ({ timeMs, respawns }: Driven) => timeMs + respawnPenaltyMs * respawns;
  return Math.min(1, effort(best) / effort(run));
}

/** How long a replay counts on Standard tracks. */
export const standardLifeMs = 2_592_000_000;

/** The points on a Standard track: its value times the quality. */
export const standardPoints = (trackValue: number, of: number): number => Math.floor(trackValue * of);

/** The value of each track on the Classic, Nadeo and Star boards. */
export const fixedWorth = 10_000;

/** The points for a fixed value: they fall with the eighth power of the quality. */
export const fixedPoints = (worth: number, of: number): number => Math.floor(worth * of ** 8);

/** The value of a track in a pack: 1000 for each driver, up to ten. */
export const packWorth = (drivers: number): number => 1000 * Math.min(10, drivers);

const descending = (points: readonly number[]) => points.toSorted((a, b) => b - a);
const sum = (points: readonly number[]) => points.reduce((total, one) => total + one, 0);

/** The score in one environment: a tenth of the sum of the ten best. */
export const environmentStanding = (points: readonly number[]): number =>
  Math.floor(sum(descending(points).slice(0, 10)) / 10);

/** The overall score: a tenth of the sum of the two best of each environment; of the ten best if there is only one. */
export function overallStanding(byEnvironment: readonly (readonly number[])[], environments: number): number {
  if (environments === 1) return environmentStanding(byEnvironment.flat());
  return Math.floor(sum(byEnvironment.flatMap((points) => descending(points).slice(0, 2))) / 10);
}
