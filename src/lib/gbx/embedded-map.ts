import type { Environment } from './environment.ts';

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
