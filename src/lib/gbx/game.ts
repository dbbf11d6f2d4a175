import { CHALLENGE } from './class-ids.ts';
import { ENVIRONMENTS, type Environment } from './environment.ts';

/** The old games that saved tracks and replays, in order of release. */
export const GAMES = ['TM 1.0', 'TM Power Up', 'TMO', 'TMS', 'TMN ESWC', 'TMU', 'TMF'] as const;
export type Game = (typeof GAMES)[number];

/** TMO, TMS and TMN ESWC shared one engine and one format; only the environment tells them apart. */
const SHARED: Record<Environment, Game> = {
  Desert: 'TMO',
  Snow: 'TMO',
  Rally: 'TMO',
  Island: 'TMS',
  Bay: 'TMS',
  Coast: 'TMS',
  Stadium: 'TMN ESWC',
};

/**
 * Which game saved a track, from the versions of header chunks 002 and 003 (see FORMAT.md).
 * `classIdRaw` as written: TMF and later use the new number. The build string is not used, because it does not identify the edition.
 */
export function gameOfChallenge(
  classIdRaw: number,
  descVersion: number,
  commonVersion: number,
  environment: Environment,
): Game {
  if (classIdRaw === CHALLENGE) return 'TMF';
  if (descVersion <= 3) return 'TM 1.0';
  if (descVersion === 4) return 'TM Power Up';
  if (commonVersion >= 5) return 'TMU';
  return SHARED[environment];
}

/** Which game saved a replay; `version` is that of header chunk 000, null if there is none (TM 1.0). */
export function gameOfReplay(version: number | null, environment: Environment): Game {
  if (version === null) return 'TM 1.0';
  if (version >= 7 && version < 0x100) return 'TMF';
  if (version >= 6 && version < 0x100) return 'TMU';
  if (version < 4) return 'TM Power Up';
  return SHARED[environment];
}

/** The environments that a game has. */
export function environmentsOf(game: Game): readonly Environment[] {
  switch (game) {
    case 'TM 1.0':
    case 'TM Power Up':
    case 'TMO':
      return ['Desert', 'Snow', 'Rally'];
    case 'TMS':
      return ['Island', 'Bay', 'Coast'];
    case 'TMN ESWC':
      return ['Stadium'];
    case 'TMU':
    case 'TMF':
      return ENVIRONMENTS;
  }
}
