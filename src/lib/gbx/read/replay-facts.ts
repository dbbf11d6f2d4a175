import type { EmbeddedMap } from './embedded-map.ts';
import type { CheckpointTime, Ghost } from './ghost.ts';
import type { Replay } from './replay.ts';

/** A run without its waypoints, inputs and movements, of which there may be many. */
export type GhostFacts = Omit<Ghost, 'checkpoints' | 'inputs' | 'validation' | 'record'> & {
  readonly checkpoints: number;
  /** The finish in all games but TM 1.0, which saves none, and Power Up, which leaves the finish out. */
  readonly lastCheckpoint: CheckpointTime | null;
  /** Whether no waypoint was passed before the one listed above it. */
  readonly checkpointsAscend: boolean;
};

/** A replay without the parts that can be as long as its file. */
export type ReplayFacts = Omit<Replay, 'ghosts' | 'map' | 'inputs'> & {
  /** Length of the recorded inputs in ms, that of the run in every real file; null for none. */
  readonly inputsMs: number | null;
  readonly ghosts: readonly GhostFacts[];
  readonly map: Omit<EmbeddedMap, 'bytes'> | null;
};

/** The facts of a replay that was read. */
export function replayFacts({ ghosts, map, inputs, ...facts }: Replay): ReplayFacts {
  return {
    ...facts,
    inputsMs: (ghosts[0]?.inputs ?? inputs)?.eventsMs ?? null,
    ghosts: ghosts.map(ghostFacts),
    map: map && withoutBytes(map),
  };
}

function ghostFacts({ checkpoints, inputs: _, validation: __, record: ___, ...ghost }: Ghost): GhostFacts {
  const timeAt = (index: number) => checkpoints[index]?.timeMs ?? -1;
  return {
    ...ghost,
    checkpoints: checkpoints.length,
    lastCheckpoint: checkpoints.at(-1) ?? null,
    checkpointsAscend: checkpoints.every((_one, index) => index === 0 || timeAt(index) >= timeAt(index - 1)),
  };
}

function withoutBytes({ bytes: _, ...map }: EmbeddedMap): Omit<EmbeddedMap, 'bytes'> {
  return map;
}
