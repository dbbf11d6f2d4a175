import { platformType, stuntsType } from '#lib/codes/track.ts';

/** What a replay says of how it went. */
export interface Run {
  timeMs: number;
  respawns: number;
  /** points; null where none are given */
  score: number | null;
}

/** Above any time there can be, so that one respawn less wins whatever the times are. */
const respawnWeight = 10_000_000_000;

/** What a track's type ranks by, as one number: lower is better. */
export function resultOf(primaryType: number, { timeMs, respawns, score }: Run): number {
  if (primaryType === platformType) return respawns * respawnWeight + timeMs;
  return primaryType === stuntsType ? -(score ?? 0) : timeMs;
}
