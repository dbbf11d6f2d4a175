import { primaryTypes } from '#lib/codes/track.ts';

/**
 * A time below this share of the author time waits for a moderator. Drivers often beat an author time by a third, and half of it
 * takes a cut that a moderator should check.
 */
const leastShareOfAuthorTime = 0.5;

/** The same on multilap tracks, where a server may set another number of laps: one lap of twenty. */
const leastShareOfLapsTime = 0.05;

/** A time below this share of the best confirmed time waits for a moderator: records fall by little at a time. */
const leastShareOfRecord = 0.8;

/** Places of a board that one account without approval can have, as a share of them all. */
const unapprovedShare = 1 / 3;
export const unapprovedPlaces = (boardSize: number): number =>
  Math.max(1, Math.floor(boardSize * unapprovedShare));

/** Records of a board that are stored for one account, as a multiple of the places of the board. */
const storedMultiple = 2;
export const storedPlaces = (boardSize: number): number => boardSize * storedMultiple;

/** Records of one account that are stored although nobody approved it or them. */
export const maxUnverified = 5000;

const lapsType = primaryTypes.indexOf('Laps');

/** What is known about a track that a time can be compared with. */
export interface KnownTimes {
  readonly primaryType: number;
  readonly authorTimeMs: number;
  /** of the best replay, and of the best record of an approved server; null: none */
  readonly recordMs: number | null;
  readonly approvedMs: number | null;
}

/** Whether a time on a track is waiting for a moderator, because it is far below all that are known. */
export function isImplausible(timeMs: number, track: KnownTimes): boolean {
  const isLaps = track.primaryType === lapsType;
  if (timeMs < track.authorTimeMs * (isLaps ? leastShareOfLapsTime : leastShareOfAuthorTime)) return true;
  // a replay is of all laps, a record may be of fewer
  const known = isLaps ? [track.approvedMs] : [track.recordMs, track.approvedMs];
  const best = Math.min(...known.flatMap((ms) => ms ?? []));
  return Number.isFinite(best) && timeMs < best * leastShareOfRecord;
}
