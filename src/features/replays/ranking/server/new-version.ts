import type { TxCtx } from '#platform/context.ts';
import { rankReplays } from './rank.ts';

/** A track has a new file: older replays stay listed but lose their position and points. */
export async function retireReplays(tx: TxCtx, trackId: number): Promise<void> {
  await rankReplays(tx, trackId);
}
