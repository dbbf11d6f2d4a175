import type { Block } from './blocks.ts';
import { readChallengeBody } from './challenge-body.ts';
import { readContainer, readPreamble, unpackBody } from './container.ts';
import type { Environment } from './environment.ts';
import { LIMITS } from './limits.ts';

/** The track embedded in a replay. */
export type EmbeddedMap = {
  /** Most games before TMU remove its header, so only the body is available. */
  readonly headerless: boolean;
  readonly uid: string;
  readonly environment: Environment | null;
  readonly name: string;
  readonly authorLogin: string;
  /** The complete GBX file, as a view of the unpacked replay. */
  readonly bytes: Uint8Array;
};

/** What the body of an embedded track says about the race. */
export type EmbeddedCourse = {
  readonly blocks: readonly Block[];
  /** True if TMUnlimiter hides the blocks. */
  readonly hidden: boolean;
  /** Null if the body has no such chunk, as before TMO. */
  readonly checkpoints: number | null;
  readonly laps: number | null;
};

/** Reads the blocks of an embedded track that `readReplay` accepted. Throws a Fault for any other. */
export function embeddedCourse({ bytes }: EmbeddedMap): EmbeddedCourse {
  const container = readContainer(bytes, readPreamble(bytes));
  const { list, checkpoints, laps } = readChallengeBody(
    container,
    unpackBody(container, LIMITS.challengeBodyBytes),
  );
  return {
    blocks: list?.blocks ?? [],
    hidden: (list?.hidden ?? 0) > 0,
    checkpoints: checkpoints?.length ?? null,
    laps,
  };
}
