import type { Game } from '../read/game.ts';
import type { Mode } from '../read/mode.ts';

/** A moment at which a run has to be at a gate: a start, checkpoint or finish. */
export type Passage = {
  readonly at: 'start' | 'checkpoint' | 'finish';
  /** Of a checkpoint, from 1, counted through all laps; otherwise 0. */
  readonly number: number;
  readonly timeMs: number;
};

/** A block that counts in a race, by its name and cell. */
export type GateBlock = { readonly name: string; readonly x: number; readonly y: number; readonly z: number };

/** A moment at which the car is elsewhere. */
export type Missed = Passage & {
  /** To the nearest gate of the kind; null: the line ends before that moment. */
  readonly metres: number | null;
  readonly nearest: GateBlock;
};

/** A time that is not later than the one before it, or that is missing. */
export type Unordered = {
  /** From 1; the last one is the finish. */
  readonly number: number;
  readonly beforeMs: number;
  /** Null: missing. */
  readonly timeMs: number | null;
  /** Whether it equals the one before, on a track with gates so close to each other that a car can be at two of them. */
  readonly mayBeEqual: boolean;
};

/** How the track inside a replay differs from the track's file. */
export type BlockDifference = {
  readonly inside: number;
  readonly stored: number;
  /** Placed blocks of the file that are not inside. */
  readonly missing: number;
  /** Starts, checkpoints and finishes that only one of them has. */
  readonly gates: number;
};

/** The line of a run against the gates of its track. */
export type LineOnTrack =
  | { readonly isJudged: false; readonly why: 'no-line' | 'no-gates' | 'too-many' }
  | {
      readonly isJudged: true;
      /** The first few moments at which the car is not where it should be. */
      readonly missed: readonly Missed[];
      /** Two checkpoint times of a lap are at the same checkpoint. */
      readonly isRepeated: boolean;
      /** Of a run without checkpoint times: a checkpoint at which the car never is. */
      readonly never: GateBlock | null;
    };

/** A run and its track, side by side: measurements, no verdict. */
export type RunOnTrack = {
  readonly game: Game;
  readonly mode: Mode;
  /** Checkpoints of a lap, by the file's own list and by its blocks: usually one number. */
  readonly checkpoints: readonly number[];
  /** Laps, by the header and by the body of the track: usually one number. */
  readonly laps: readonly number[];
  /** Times in the run; the last one is the finish, which Power Up does not list. */
  readonly times: number;
  readonly unordered: Unordered | null;
  /** 'hidden': TMUnlimiter hides the blocks; 'no-map': the replay contains no track. */
  readonly blocks: 'same' | 'hidden' | 'no-map' | BlockDifference;
  readonly line: LineOnTrack;
};
