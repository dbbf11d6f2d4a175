import type { Block, WaypointCounts } from './blocks.ts';
import type { Size } from './challenge-body.ts';
import type { Dep } from './challenge-header.ts';
import type { Environment, Mood } from './environment.ts';
import type { Game } from './game.ts';
import type { Mode } from './mode.ts';
import type { PackDesc } from './nodes.ts';

/** The facts in the header of a track, without unpacking its body. */
export type ChallengeHeader = {
  readonly kind: 'Challenge';
  readonly game: Game;
  /** Build of the game that saved the file, e.g. '2.11.26'; null before TMO. */
  readonly exeVersion: string | null;
  readonly environment: Environment;
  readonly mood: Mood;
  /** The mood as stored, e.g. '30x30Sunset'; null if the file has none. */
  readonly decoration: string | null;
  /** Null for a few tracks of TM 1.0. */
  readonly uid: string | null;
  /** Including $ codes. */
  readonly name: string;
  /** The name in the XML header if it is another one, which the games do not use; null otherwise. */
  readonly otherXmlName: string | null;
  readonly authorLogin: string;
  readonly mode: Mode;
  /** In ms, in all modes the time of the author's run. */
  readonly authorTimeMs: number | null;
  /** Stunts: points. Platform: respawns. Meaningless in Race and Puzzle. */
  readonly authorScore: number | null;
  /** Medals. Race and Puzzle: ms. Platform: respawns. Stunts: points. */
  readonly bronze: number | null;
  readonly silver: number | null;
  readonly gold: number | null;
  /** Price in coppers; null in TM 1.0. */
  readonly cost: number | null;
  readonly isLapRace: boolean;
  /** False if the author has not finished the track in the editor. */
  readonly validated: boolean;
  readonly deps: readonly Dep[];
  /** JPEG as stored, upside down. TMU and TMF only. */
  readonly thumbnail: Uint8Array | null;
  readonly comments: string;
};

/** All facts of a track except its blocks, which can be many. */
export type ChallengeFacts = ChallengeHeader & {
  readonly car: Environment;
  /** 0 if it is not a lap race. */
  readonly laps: number;
  /** Checkpoints, not counting start and finish. */
  readonly checkpoints: number;
  readonly timeLimitMs: number | null;
  readonly hasPassword: boolean;
  readonly mod: PackDesc | null;
  readonly music: PackDesc | null;
  /** Size of the map in blocks. */
  readonly size: Size;
  readonly waypoints: WaypointCounts;
  /** Number of blocks in the file, including hidden ones. */
  readonly blockCount: number;
  /** True if TMUnlimiter hides the blocks, so that they can neither be counted nor drawn. */
  readonly unlimiter: boolean;
  readonly fileBytes: number;
  readonly bodyBytes: number;
};

/** A track as read from its file. */
export type Challenge = ChallengeFacts & { readonly blocks: readonly Block[] };
