import type { TrackOddity } from '#lib/codes/track.ts';
import type { ChallengeFacts } from '#lib/gbx/read/challenge-facts.ts';
import type { Game } from '#lib/gbx/read/game.ts';
import type { Refusal } from '#lib/gbx/read/refusal.ts';
import type { ReplayFacts } from '#lib/gbx/read/replay-facts.ts';
import type { RunMeasurement } from '#lib/gbx/run/run-measure.ts';
import type { RunOnTrack } from '#lib/gbx/run/run-on-track.ts';
import type { SharedInputs } from '#lib/gbx/run/shared-inputs.ts';
import type { DrawnTrack, SolidFile } from './draw-map.ts';
import type { RunIdentity } from './run-identity.ts';

/** A track without its blocks. */
export type ReadTrack = {
  readonly challenge: ChallengeFacts;
  /** identifies the blocks; null: too few of them */
  readonly blocksHash: string | null;
  readonly oddities: readonly TrackOddity[];
};

/** A replay without its movement and inputs, and what identifies the run. */
export type ReadRun = { readonly replay: ReplayFacts; readonly identity: RunIdentity };

/** What a file says, or why it is refused. */
export type Answer<Facts> =
  | ({ readonly ok: true } & Facts)
  | { readonly ok: false; readonly refusal: Refusal };

/** A measured run, null without inputs, and its changes for comparing it with others: at most 64 kB. */
export type MeasuredInputs = {
  readonly game: Game;
  readonly run: RunMeasurement | null;
  readonly changes: Uint8Array | null;
};

/**
 * Reads uploads in a worker thread with limits of time and memory, so that a hostile file never stops the server. Only
 * facts of a few kilobytes come back, never lists as long as the file: copying those would block all requests.
 */
export interface GbxReader {
  challenge(bytes: Uint8Array): Promise<Answer<ReadTrack>>;
  replay(bytes: Uint8Array): Promise<Answer<ReadRun>>;
  /** The times at which a replay’s first run ends its sectors; the last one is the finish. */
  checkpoints(bytes: Uint8Array): Promise<Answer<{ readonly timesMs: readonly number[] }>>;
  /** The drawings of a track; `replay` numbers its checkpoints and fits its roads. */
  drawing(bytes: Uint8Array, replay: Uint8Array | null): Promise<DrawnTrack>;
  /** A track as triangles (lib/drawing/solid/), compressed: 50 kB at most for real tracks. `fit`: of its drawings. */
  solid(bytes: Uint8Array, fit: readonly number[]): Promise<SolidFile>;
  /** Measurements of the inputs of a replay. */
  inputs(bytes: Uint8Array): Promise<Answer<{ readonly measured: MeasuredInputs }>>;
  /** The line of the first run of a replay in few points (lib/gbx/run/short-line.ts); empty without movement. */
  line(bytes: Uint8Array): Promise<Answer<{ readonly points: readonly number[] }>>;
  /** What the changes of one run have in common with those of others, which were measured before. */
  sharedInputs(
    own: Uint8Array,
    others: readonly Uint8Array[],
  ): Promise<Answer<{ readonly shared: readonly SharedInputs[] }>>;
  /** A replay next to the file of its track. */
  runOnTrack(replay: Uint8Array, track: Uint8Array): Promise<Answer<{ readonly run: RunOnTrack }>>;
  close(): Promise<void>;
}
