import { daysAfter } from '#lib/codes/durations.ts';
import { platformType, primaryTypes, stuntsType } from '#lib/codes/track.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';

/** The result of a replay. */
export interface Run {
  timeMs: number;
  respawns: number;
  /** points; null if there are none */
  score: number | null;
}

/** Higher than any possible time, so that fewer respawns always win. */
const respawnWeight = 10_000_000_000;

/** The rank value of a run for the track's type: lower is better. */
export function resultOf(primaryType: number, { timeMs, respawns, score }: Run): number {
  if (primaryType === platformType) return respawns * respawnWeight + timeMs;
  return primaryType === stuntsType ? -(score ?? 0) : timeMs;
}

/** By number, as in rows of the API; 0 is none. */
export const medalNames = ['', 'bronze', 'silver', 'gold', 'author'] as const;

const puzzleType = primaryTypes.indexOf('Puzzle');

/** Replays of puzzles cannot be downloaded for this many days, because they show the solution. */
const puzzleDays = 30;

/** A viewer's relation to a replay. */
export interface ReplayRelation {
  readonly isDriver: boolean;
  /** of the track */
  readonly isAuthor: boolean;
  readonly isModerator: boolean;
}

/** Whether the result is hidden from a viewer: until then only the driver, authors of the track and moderators know it. */
export const isSecretFor = (
  { secretUntil }: { readonly secretUntil: Date | null },
  viewer: ReplayRelation,
  now: Date,
): boolean =>
  secretUntil !== null && now < secretUntil && !viewer.isDriver && !viewer.isAuthor && !viewer.isModerator;

/** Whether the file of a replay may be downloaded. Its driver, authors of the track and moderators always may. */
export function mayDownload(
  replay: { readonly primaryType: number; readonly replayAt: Date; readonly secretUntil: Date | null },
  viewer: ReplayRelation,
  now: Date,
): Verdict {
  if (viewer.isDriver || viewer.isAuthor || viewer.isModerator) return yes;
  if (isSecretFor(replay, viewer, now))
    return no('This replay is secret until the track’s author or Nadeo reveals it.');
  if (replay.primaryType === puzzleType && now < daysAfter(replay.replayAt, puzzleDays))
    return no(`You can download puzzle replays ${puzzleDays} days after upload.`);
  return yes;
}

/** When other users may download a replay: from its upload, the end of its secret, or that of the days of a puzzle. */
export function downloadableAt({
  primaryType,
  replayAt,
  secretUntil,
}: Parameters<typeof mayDownload>[0]): Date {
  const moments = [primaryType === puzzleType ? daysAfter(replayAt, puzzleDays) : replayAt, secretUntil];
  return new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)));
}

/** Why acts of moderators on logins cannot be undone. */
export const irreversible = {
  'login.remove': 'The next replay with a removed login links it again.',
} as const;
