import type { readChallenge } from '#lib/gbx/challenge.ts';
import type { readReplay } from '#lib/gbx/replay.ts';

/** Reads uploads in a worker thread with a timeout: a hostile file can cost a moment, never the server. */
export interface GbxReader {
  challenge(bytes: Uint8Array): Promise<ReturnType<typeof readChallenge>>;
  replay(bytes: Uint8Array): Promise<ReturnType<typeof readReplay>>;
  close(): Promise<void>;
}
