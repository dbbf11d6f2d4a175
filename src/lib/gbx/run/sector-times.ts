import type { CheckpointTime } from '../read/ghost.ts';

/**
 * The times at which a run ends its sectors; the last one is the finish. Power Up lists the checkpoints without the finish, which is
 * the time of the race; TM 1.0 lists nothing, so the whole run is one sector.
 */
export function sectorTimes(checkpoints: readonly CheckpointTime[], raceTimeMs: number | null): number[] {
  const timesMs = checkpoints.flatMap(({ timeMs }) => timeMs ?? []);
  const isFinished = raceTimeMs === null || (timesMs.at(-1) ?? -1) >= raceTimeMs;
  return isFinished ? timesMs : [...timesMs, raceTimeMs];
}
