import { CHALLENGE, REPLAY } from './class-ids.ts';
import { ENVIRONMENTS, type Environment } from './environment.ts';

/** The old games that saved tracks and replays, in order of release. */
export const GAMES = ['TM 1.0', 'TM Power Up', 'TMO', 'TMS', 'TMN ESWC', 'TMU', 'TMF'] as const;
export type Game = (typeof GAMES)[number];

/** What players call each game. */
export const gameNames: Readonly<Record<Game, string>> = {
  'TM 1.0': 'TM 1.0',
  'TM Power Up': 'Power Up',
  TMO: 'Original',
  TMS: 'Sunrise',
  'TMN ESWC': 'Nations ESWC',
  TMU: 'United',
  TMF: 'Forever',
};

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
 * Which game saved a track, from the versions of header chunks 002 and 003 (see FORMAT.md). `classIdRaw` as written: TMF and
 * later use the new number. The build is not used, because TMN ESWC and early TMU share some.
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

/** The parts of a replay that give away the game. */
export interface ReplayTraces {
  /** Class id as written. */
  readonly classIdRaw: number;
  /** Version of header chunk 000; null if there is no such chunk. Benchmark runs have 9999 or 0xFFFFFFFF. */
  readonly version: number | null;
  /** The program that recorded it. */
  readonly exe: string | null;
  /** Build of the game. */
  readonly exeVersion: string | null;
  /** Whether the track inside still has its header, which TMO, TMS and TMN ESWC cut off. */
  readonly mapHasHeader: boolean;
  readonly environment: Environment;
}

/**
 * Which game saved a replay. The version of its header says so, except in benchmark runs and for the three games that share
 * one engine: there the program, its build and the track inside are read first, and the environment last.
 */
export function gameOfReplay(traces: ReplayTraces): Game {
  const { version, environment } = traces;
  if (version === null) return 'TM 1.0';
  if (version < 4) return 'TM Power Up';
  if (version === 7 || isForever(traces)) return 'TMF';
  if (version === 6 || isUnited(traces)) return 'TMU';
  return SHARED[environment];
}

const isForever = ({ classIdRaw, exe, exeVersion }: ReplayTraces): boolean =>
  classIdRaw === REPLAY || isProgram(exe, 'TmForever') || (exeVersion?.startsWith('2.') ?? false);

const isUnited = ({ exe, exeVersion, mapHasHeader }: ReplayTraces): boolean =>
  mapHasHeader || isProgram(exe, 'TmUnited') || isAfterNations(exeVersion);

const isProgram = (exe: string | null, name: string): boolean => exe?.startsWith(name) ?? false;

/** Whether a build is later than 0.1.8.0, the last of TMN ESWC; the first known of TMU is 0.1.8.7. */
function isAfterNations(exeVersion: string | null): boolean {
  const [, minor, patch, build] = /^0\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(exeVersion ?? '') ?? [];
  if (minor === undefined) return false;
  return 1e6 * Number(minor) + 1e3 * Number(patch) + Number(build) > 1_008_000;
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
