import { platformType, stuntsType } from '#lib/codes/track.ts';

/** What of a replay counts on a leaderboard. */
export interface Driven {
  timeMs: number;
  respawns: number;
  /** points; null where none are given */
  score: number | null;
}

/** The game's own penalty. */
const respawnPenaltyMs = 10_000;

/** How near a run is to the best one on its track: 1 for the best itself, towards 0 for the worst. */
export function quality(primaryType: number, best: Driven, run: Driven): number {
  if (primaryType === stuntsType) {
    const most = best.score ?? 0;
    return most === 0 ? 1 : (run.score ?? 0) / most;
  }
  if (primaryType !== platformType) return best.timeMs / run.timeMs;
  const effort = ({ timeMs, respawns }: Driven) => timeMs + respawnPenaltyMs * respawns;
  return Math.min(1, effort(best) / effort(run));
}

/** A replay counts on Standard tracks for this long. */
export const standardLifeMs = 2_592_000_000;

/** Points on a Standard track of this value. */
export const standardPoints = (trackValue: number, of: number): number => Math.floor(trackValue * of);

/** What each track is worth on the Classic, Nadeo and Star boards. */
export const fixedWorth = 10_000;

/** Points where a track's worth is fixed: near misses cost more. */
export const fixedPoints = (worth: number, of: number): number => Math.floor(worth * of ** 8);

/** What a track is worth in a pack: the more drivers, the more, up to ten. */
export const packWorth = (drivers: number): number => 1000 * Math.min(10, drivers);

const descending = (points: readonly number[]) => points.toSorted((a, b) => b - a);
const sum = (points: readonly number[]) => points.reduce((total, one) => total + one, 0);

/** The standing in one environment: a tenth of the ten best scores. */
export const environmentStanding = (points: readonly number[]): number =>
  Math.floor(sum(descending(points).slice(0, 10)) / 10);

/** The standing over all environments: a tenth of the two best scores of each; of the ten best where there is one alone. */
export function overallStanding(byEnvironment: readonly (readonly number[])[], environments: number): number {
  if (environments === 1) return environmentStanding(byEnvironment.flat());
  return Math.floor(sum(byEnvironment.flatMap((points) => descending(points).slice(0, 2))) / 10);
}
