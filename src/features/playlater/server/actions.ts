import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { keepsPlans } from '#db/plans.ts';
import type { TxCtx } from '#platform/context.ts';

/** Throws a Problem 404 unless the viewer can find this track in lists; provided by the tracks feature. */
export type AssertTrackIsFound = (ctx: TxCtx, trackId: number) => Promise<void>;

interface QueuedTrack {
  readonly trackId: number;
  /** whether it is already on the viewer's list */
  readonly isQueued: boolean;
}

/** A track on the viewer's list, or one that the viewer finds in lists; otherwise a Problem 404. */
export async function queuedOrFound(
  tx: TxCtx,
  trackId: number,
  assertTrackIsFound: AssertTrackIsFound,
): Promise<QueuedTrack> {
  const queued = forSite(tx, 'play_later')
    .where('user_id', '=', tx.viewer.userId)
    .where('track_id', '=', trackId)
    .select('track_id')
    .forUpdate();
  const [{ queued_id }, [found]] = await Promise.all([
    tx.db.selectNoFrom([queued.as('queued_id'), keepsPlans().as('keeps_plans')]).executeTakeFirstOrThrow(),
    Promise.allSettled([assertTrackIsFound(tx, trackId)]),
  ]);
  if (queued_id === null && found.status === 'rejected') throw found.reason;
  return { trackId, isQueued: queued_id !== null };
}

/**
 * Adds a track to the viewer's list, or removes it. With `forceAdd` it only adds, and with `forceRemove` it only removes, so that a
 * second press neither adds nor removes anything.
 */
export async function togglePlayLater(
  tx: TxCtx,
  { trackId, isQueued }: QueuedTrack,
  { forceAdd, forceRemove }: { forceAdd: boolean; forceRemove: boolean },
): Promise<{ Added: boolean }> {
  const own = { site: tx.site.code, user_id: tx.viewer.userId, track_id: trackId };
  if (!isQueued && forceRemove) return { Added: false };
  if (!isQueued) {
    await tx.db
      .insertInto('play_later')
      .values({
        ...own,
        added_at: tx.clock.now(),
        position: sql<number>`(select coalesce(max(position), 0) + 1 from play_later
          where site = ${sql.lit(own.site)} and user_id = ${own.user_id})`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { Added: true };
  }
  if (!forceAdd) {
    await tx.db
      .deleteFrom('play_later')
      .where('site', '=', sql.lit(own.site))
      .where('user_id', '=', own.user_id)
      .where('track_id', '=', trackId)
      .execute();
  }
  return { Added: forceAdd };
}

/** Clears the viewer's list. */
export async function clearPlayLater(tx: TxCtx): Promise<{ Removed: number }> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('play_later')
    .where('site', '=', tx.site.code)
    .where('user_id', '=', tx.viewer.userId)
    .executeTakeFirstOrThrow();
  return { Removed: Number(numDeletedRows) };
}
