import { dayMs } from '#lib/codes/durations.ts';

/**
 * The numbers of leaderboards, from which the statements of `server/` calculate points and scores.
 *
 * Standard tracks: each driver whose new best replay is accepted contributes to the value of the track, the more the higher they
 * are on the board of its environment. The value is the sum of the ten largest contributions. A replay scores the value times its
 * quality for 30 days; the ten best scores of an environment count on its board, the two best of each on the overall board.
 *
 * Classic, Nadeo and Star tracks, and tracks of packs, have a fixed worth. All replays count and never expire, but points fall
 * with the eighth power of the quality.
 */

/**
 * What a driver adds to the value of a Standard track, by the last snapshot of the board of its environment: `leader` is that of the leader,
 * others have a share of it by their score, at least `least`. While the board is empty, everyone adds `withoutLeader`.
 */
export const contribution = { leader: 10_000, least: 100, withoutLeader: 1000 } as const;

/** How many contributions make the value of a track, and its limit. */
export const contributionsPerTrack = 10;
export const largestTrackValue = 100_000;

/** How long a replay counts on Standard tracks. */
export const standardLifeMs = 30 * dayMs;

/** The value of each track on the Classic, Nadeo and Star boards. */
export const fixedWorth = 10_000;

/** How many replays of an environment count on its board, and on the overall board. */
export const countingPerEnvironment = 10;
export const countingPerOverall = 2;

/** A score on Standard tracks is this part of the sum of the points that count. */
export const pointsPerScore = 10;

/** A Standard track becomes Classic from this value and age on. */
export const classicValue = 60_000;
export const classicAgeDays = 60;
