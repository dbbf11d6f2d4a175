import type { ChallengeFacts } from '#lib/gbx/challenge-facts.ts';
import type { Refusal } from '#lib/gbx/refusal.ts';
import type { ReplayFacts } from '#lib/gbx/replay-facts.ts';
import type { DrawnMap } from './draw-map.ts';

/** What a file says, or why it is refused. */
export type Answer<Facts> =
  | ({ readonly ok: true } & Facts)
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Reads uploads in a worker thread with limits of time and memory, so that a hostile file never stops the server. Only
 * facts of a few kilobytes come back, never lists as long as the file: copying those would block all requests.
 */
export interface GbxReader {
  challenge(bytes: Uint8Array): Promise<Answer<{ readonly challenge: ChallengeFacts }>>;
  replay(bytes: Uint8Array): Promise<Answer<{ readonly replay: ReplayFacts }>>;
  /** The map of a track from above. */
  drawing(bytes: Uint8Array): Promise<DrawnMap>;
  close(): Promise<void>;
}
