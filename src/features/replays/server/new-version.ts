import type { TxCtx } from '#platform/context.ts';
import { rankReplays } from './rank.ts';

/** A track has a new file: older replays stay listed but lose their position and points. */
export async function retireReplays(tx: TxCtx, trackId: number): Promise<void> {
  await rankReplays(tx, trackId);
  await tx.db
    .updateTable('replay')
    .set({ score: null, is_leaderboard: 0 })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('is_best', '=', false)
    .where((eb) => eb.or([eb('score', 'is not', null), eb('is_leaderboard', '<>', 0)]))
    .execute();
}
