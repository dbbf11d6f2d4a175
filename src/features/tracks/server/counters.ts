import { sql } from 'kysely';
import type { TxCtx } from '#platform/context.ts';
import { countAwardsLately } from './award-windows.ts';
import { recountComments } from './recount.ts';

/**
 * Locks a track for the rest of the transaction: changes that depend on its state (public, counters) are serialised. Returns
 * false if it does not exist.
 */
export async function holdTrack(tx: TxCtx, trackId: number): Promise<boolean> {
  const { rows } = await sql`select from track where site = ${tx.site.code} and track_id = ${trackId}
    for no key update`.execute(tx.db);
  return rows.length > 0;
}

/** Counts a new comment or award; the track must be locked. Changes a single row. */
export async function countNewComment(tx: TxCtx, trackId: number, isAward: boolean): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .updateTable('track')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .set((eb) =>
      isAward
        ? {
            awards: eb('awards', '+', 1),
            awards_week: eb('awards_week', '+', 1),
            awards_month: eb('awards_month', '+', 1),
            last_awarded_at: now,
            activity_at: now,
          }
        : { comments: eb('comments', '+', 1), activity_at: now },
    )
    .execute();
}

/** Subtracts a removed comment or award; the track must be locked. */
export async function countRemovedComment(tx: TxCtx, trackId: number, isAward: boolean): Promise<void> {
  await recountComments(tx, [trackId]);
  if (isAward) await countAwardsLately(tx.db, tx.site.code, tx.clock.now(), trackId);
}
