import { medalsOf } from '#features/tracks/model.ts';
import type { MedalSource } from '#lib/codes/track.ts';
import type { Run } from './model.ts';

/** The medal of a run: 4 author, 3 gold, 2 silver, 1 bronze, 0 none. */
export function medalOf(track: MedalSource, run: Run): number {
  const { unit, author, gold, silver, bronze } = medalsOf(track);
  const reached = { time: run.timeMs, respawns: run.respawns, points: run.score ?? 0 }[unit];
  const isWon = (goal: number | null) =>
    goal !== null && (unit === 'points' ? reached >= goal : reached <= goal);
  const best = [author, gold, silver, bronze].findIndex(isWon);
  return best === -1 ? 0 : 4 - best;
}
