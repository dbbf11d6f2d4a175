import type { readChallenge } from '#lib/gbx/challenge.ts';
import type { readReplay } from '#lib/gbx/replay.ts';
import type { DrawnMap } from './draw-map.ts';

/** Reads uploads in a worker thread with a timeout: a hostile file can cost a moment, never the server. */
export interface GbxReader {
  challenge(bytes: Uint8Array): Promise<ReturnType<typeof readChallenge>>;
  replay(bytes: Uint8Array): Promise<ReturnType<typeof readReplay>>;
  /** The map of a track from above. */
  drawing(bytes: Uint8Array): Promise<DrawnMap>;
  close(): Promise<void>;
}
