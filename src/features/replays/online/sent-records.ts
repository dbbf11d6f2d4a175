import { dayMs } from '#lib/codes/durations.ts';
import { z } from '#lib/wire/z.ts';
import { minTimeMs } from '../checks/replay-file.ts';

/** The most records of one request. */
export const maxSentRecords = 200;

const modeMessage = 'must be 0 (rounds) or 1 (time attack)';

/** One record as a controller of a game server sends it. */
export const SentRecord = z.object({
  UId: z.string().regex(/^[\w-]{1,64}$/, 'must be the UId of a track'),
  Mode: z.int(modeMessage).min(0, modeMessage).max(1, modeMessage),
  Login: z.string().regex(/^[\w.-]{1,64}$/, 'must be a login of the game'),
  Time: z
    .int('must be a whole number of milliseconds')
    .min(minTimeMs, `must be at least ${minTimeMs} milliseconds`)
    .max(dayMs, `must be at most ${dayMs} milliseconds, which is a day`),
  /** as the game shows it, with its codes; proves a login if it contains the code of a claim */
  Nickname: z.string().max(200, 'has more than 200 characters').optional(),
});
export type SentRecord = z.output<typeof SentRecord>;

export const SentRecords = z.object({
  Server: z
    .string()
    .max(100, 'has more than 100 characters')
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')
    .default(''),
  Records: z
    .array(SentRecord, 'must be a list of records')
    .min(1, 'must contain a record')
    .max(maxSentRecords, `must contain at most ${maxSentRecords} records`),
});

/** The results that a sent record can have. */
const sentResults = [
  'added',
  'improved',
  'not better',
  'too slow',
  'waiting',
  'full',
  'unknown track',
  'no times',
  'removed',
] as const;
export type SentResult = (typeof sentResults)[number];

export const SentAnswer = z.object({
  Results: z.array(
    z.object({ UId: z.string(), Mode: z.int(), Login: z.string(), Result: z.enum(sentResults) }),
  ),
});

/** A record of one sender on the board of a UId and mode. */
export interface BoardPlace {
  readonly login: string;
  readonly timeMs: number;
}

/** What one sender has stored of a board after it sent more. */
export interface MergedBoard {
  readonly results: readonly SentResult[];
  /** places to write: new ones and better times */
  readonly changed: readonly BoardPlace[];
  /** logins that no longer have a place */
  readonly gone: readonly string[];
}

const faster = (a: BoardPlace, b: BoardPlace) => a.timeMs - b.timeMs || (a.login < b.login ? -1 : 1);

interface Room {
  /** places that the sender may fill */
  readonly most: number;
  /** an approved sender makes room with its slowest place; any other only fills what is free */
  readonly replaces: boolean;
}

/**
 * Adds records to what their sender has stored of one board, one after the other. A better time of a login replaces its worse one.
 * Where everything is filled, a newcomer must beat the last place; with an equal time the earlier record stays.
 */
export function mergeBoard(
  stored: readonly BoardPlace[],
  sent: readonly BoardPlace[],
  { most, replaces }: Room,
): MergedBoard {
  const places = new Map(stored.map((place) => [place.login, place]));
  const results = sent.map((place): SentResult => {
    const own = places.get(place.login);
    if (own && own.timeMs <= place.timeMs) return 'not better';
    if (!own && places.size >= most) {
      if (!replaces) return 'full';
      const last = [...places.values()].sort(faster).at(-1);
      if (last && last.timeMs <= place.timeMs) return 'too slow';
      if (last) places.delete(last.login);
    }
    places.set(place.login, place);
    return own ? 'improved' : 'added';
  });
  // more than are allowed, if the operator has lowered the number
  if (replaces) for (const { login } of [...places.values()].sort(faster).slice(most)) places.delete(login);
  const before = new Map(stored.map((place) => [place.login, place.timeMs]));
  return {
    // a later record of the same request may have taken the place
    results: results.map((result, at) =>
      (result === 'added' || result === 'improved') && !places.has(sent[at]?.login ?? '')
        ? 'too slow'
        : result,
    ),
    changed: [...places.values()].filter(({ login, timeMs }) => before.get(login) !== timeMs),
    gone: stored.map(({ login }) => login).filter((login) => !places.has(login)),
  };
}
