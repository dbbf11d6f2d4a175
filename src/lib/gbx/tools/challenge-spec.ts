import type { Block } from '../read/blocks.ts';
import type { Size } from '../read/challenge-body.ts';
import type { Dep } from '../read/challenge-header.ts';
import { collectionOf, type Environment, type Mood } from '../read/environment.ts';
import type { Game } from '../read/game.ts';
import type { Mode } from '../read/mode.ts';
import type { PackDesc } from '../read/nodes.ts';

/** A block to write; its flags are derived from these fields in the layout of the game. */
export type BlockSpec = Pick<Block, 'name' | 'x' | 'y' | 'z' | 'direction'> &
  Partial<Pick<Block, 'variant' | 'ground' | 'clip' | 'pillar'>>;

/**
 * A track to write, in the terms and units of Challenge. Fields that the format of its game does not have are omitted: no
 * price, laps, mode or mood in TM 1.0, no XML (and so no deps) before TMO, no thumbnail and comments before TMU.
 */
export type ChallengeSpec = {
  readonly game: Game;
  readonly environment: Environment;
  readonly uid: string;
  readonly name: string;
  readonly authorLogin: string;
  readonly blocks: readonly BlockSpec[];
  /** Null, the default, makes the track not validated. */
  readonly authorTimeMs?: number | null;
  readonly authorScore?: number | null;
  readonly bronze?: number | null;
  readonly silver?: number | null;
  readonly gold?: number | null;
  readonly car?: Environment;
  readonly mood?: Mood;
  readonly mode?: Mode;
  readonly cost?: number;
  /** 0, the default, means no lap race. */
  readonly laps?: number;
  readonly timeLimitMs?: number;
  /** Block names of the pieces a puzzle gives to its drivers, one of each. */
  readonly puzzlePieces?: readonly string[];
  readonly hasPassword?: boolean;
  readonly deps?: readonly Dep[];
  readonly mod?: PackDesc | null;
  readonly music?: PackDesc | null;
  /** JPEG, upside down as in the game. */
  readonly thumbnail?: Uint8Array | null;
  readonly comments?: string;
  readonly size?: Size;
  readonly exeVersion?: string;
  /** Hides the blocks as TMUnlimiter does: one block whose name is this message, in place of `blocks`. */
  readonly unlimiterMessage?: string;
};

/** A spec with defaults filled in. */
export type FullSpec = Required<Omit<ChallengeSpec, 'unlimiterMessage'>> & {
  readonly unlimiterMessage: string | null;
  /** The game's name for the environment. */
  readonly collection: string;
};

const EXE_VERSIONS: Record<Game, string> = {
  'TM 1.0': '',
  'TM Power Up': '',
  TMO: '0.1.4.8',
  TMS: '0.1.5.0',
  'TMN ESWC': '0.1.8.0',
  TMU: '0.2.1.0',
  TMF: '2.11.26',
};

/** Usual map sizes in blocks. */
function defaultSize(game: Game, environment: Environment): Size {
  if (environment === 'Stadium') return { x: 32, y: 32, z: 32 };
  if (game === 'TM 1.0' || game === 'TM Power Up') return { x: 32, y: 12, z: 32 };
  if (environment === 'Island' || environment === 'Bay' || environment === 'Coast')
    return { x: 45, y: 36, z: 45 };
  return { x: 45, y: 18, z: 45 };
}

/** Fills in defaults. */
export function withDefaults(spec: ChallengeSpec): FullSpec {
  return {
    authorTimeMs: null,
    authorScore: null,
    bronze: null,
    silver: null,
    gold: null,
    car: spec.environment,
    mood: 'Day',
    mode: 'Race',
    cost: 0,
    laps: 0,
    timeLimitMs: 60_000,
    puzzlePieces: [],
    hasPassword: false,
    deps: [],
    mod: null,
    music: null,
    thumbnail: null,
    comments: '',
    size: defaultSize(spec.game, spec.environment),
    exeVersion: EXE_VERSIONS[spec.game],
    ...spec,
    unlimiterMessage: spec.unlimiterMessage ?? null,
    collection: collectionOf(spec.environment),
  };
}
