import type { EmbeddedMap } from '#lib/gbx/embedded-map.ts';
import type { Ghost } from '#lib/gbx/ghost.ts';
import type { Replay } from '#lib/gbx/replay.ts';

/** A run without its way-points, inputs and movements, of which there may be many. */
type GhostFacts = Omit<Ghost, 'checkpoints' | 'inputs' | 'validation' | 'record'> & {
  readonly checkpoints: number;
};

/** A replay without what is as long as its file. */
export type ReplayFacts = Omit<Replay, 'ghosts' | 'map' | 'inputs'> & {
  readonly ghosts: readonly GhostFacts[];
  readonly map: Omit<EmbeddedMap, 'bytes'> | null;
};

/** The facts of a replay that was read. */
export function replayFacts({ ghosts, map, inputs: _inputs, ...facts }: Replay): ReplayFacts {
  return {
    ...facts,
    ghosts: ghosts.map(({ checkpoints, inputs: _, validation: __, record: ___, ...ghost }) => ({
      ...ghost,
      checkpoints: checkpoints.length,
    })),
    map: map && withoutBytes(map),
  };
}

function withoutBytes({ bytes: _, ...map }: EmbeddedMap): Omit<EmbeddedMap, 'bytes'> {
  return map;
}
