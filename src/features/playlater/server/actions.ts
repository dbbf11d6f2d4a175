import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';

/** Throws a Problem 404 unless the viewer can find this track in lists; provided by the tracks feature. */
export type AssertTrackIsFound = (ctx: TxCtx, trackId: number) => Promise<void>;

/**
 * Adds a track to the viewer's list, or removes it. With `forceAdd` it only adds, so that a second press neither adds nor
 * removes anything.
 */
export async function togglePlayLater(
  tx: TxCtx,
  { trackId, forceAdd }: { trackId: number; forceAdd: boolean },
  assertTrackIsFound: AssertTrackIsFound,
): Promise<{ Added: boolean }> {
  const own = { site: tx.site.code, user_id: tx.viewer.userId, track_id: trackId };
  const kept = await forSite(tx, 'play_later')
    .where('user_id', '=', own.user_id)
    .where('track_id', '=', trackId)
    .select('track_id')
    .executeTakeFirst();
  if (!kept) {
    await assertTrackIsFound(tx, trackId);
    await tx.db
      .insertInto('play_later')
      .values({ ...own, added_at: tx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { Added: true };
  }
  if (!forceAdd) {
    await tx.db
      .deleteFrom('play_later')
      .where('site', '=', own.site)
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
