import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { mayDelete, mayRestore, restorableDays } from '../../rights.ts';
import { recordIfModeration } from '../../server/action-parts.ts';
import { packPagesOf } from '../../server/pack-notices.ts';
import { authorIds, countAround } from '../../server/recount-people.ts';
import type { StoredTrack } from '../../server/repo.ts';
import { otherDrivers } from '../../versions/server/drivers.ts';
import { endReview, openReview } from '../../visibility/server/review.ts';
import { assertNotUploadedAgain } from './uploaded-again.ts';

/**
 * Deletes a locked track. It can be restored for thirty days; then a job removes it. A track deleted by a moderator can be
 * restored only by moderators.
 */
export async function deleteTrack(tx: TxCtx, track: StoredTrack, reason: string): Promise<void> {
  const drivers = await otherDrivers(tx, track);
  const isModeration = await recordIfModeration(tx, track, {
    act: 'track.delete',
    did: 'deleted',
    reason,
    rule: (relation) => mayDelete(relation, { otherDrivers: drivers }),
  });
  await tx.db
    .updateTable('track')
    .set((eb) => ({
      deleted_at: tx.clock.now(),
      deleted_by: tx.viewer.userId,
      deleted_reason: isModeration ? reason.trim() : null,
      was_public: eb.ref('is_public'),
      was_listed: eb.ref('is_listed'),
      is_public: false,
      is_listed: false,
    }))
    .where('site', '=', tx.site.code)
    .where('track_id', '=', track.track_id)
    .execute();
  await withdrawGone(tx, { page: routes.trackShow(track.track_id) });
  const inPacks = await packPagesOf(tx, track.track_id);
  await withdrawGone(tx, { page: inPacks.authors });
  await withdrawGone(tx, { page: inPacks.managers, about: stripGameText(track.name) });
  if (!isModeration) {
    if (track.hold === 'review') await endReview(tx, track.track_id);
    await notify(tx, {
      to: await authorIds(tx, track.track_id),
      kind: 'track.deleted',
      text: `${tx.viewer.name} deleted “${stripGameText(track.name)}”. It can be restored for ${restorableDays} days.`,
      link: routes.trackRestore(track.track_id),
    });
  }
  await countAround(tx, track.track_id);
}

/** Restores a locked track, unless it was uploaded again. A release date that has passed in the meantime is dropped, because it would come as a surprise. */
export async function restoreTrack(tx: TxCtx, track: StoredTrack, reason: string): Promise<void> {
  const now = tx.clock.now();
  await assertNotUploadedAgain(tx, track.track_id);
  await tx.db
    .updateTable('track')
    .set({
      deleted_at: null,
      deleted_by: null,
      deleted_reason: null,
      is_public: track.was_public ?? false,
      is_listed: track.was_listed ?? true,
      was_public: null,
      was_listed: null,
      release_at: track.release_at !== null && track.release_at > now ? track.release_at : null,
    })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', track.track_id)
    .execute();
  await withdrawGone(tx, { page: routes.trackRestore(track.track_id) });
  const isModeration = await recordIfModeration(tx, track, {
    act: 'track.restore',
    did: 'restored',
    reason,
    // authors cannot undo a moderator's deletion
    rule: (relation) =>
      mayRestore(relation, { deletedAt: track.deleted_at, deletedReason: track.deleted_reason }, now),
  });
  if (track.hold === 'review') await openReview(tx, track.track_id, track.uploader_id);
  if (!isModeration) {
    await notify(tx, {
      to: await authorIds(tx, track.track_id),
      kind: 'track.restored',
      text: `${tx.viewer.name} restored “${stripGameText(track.name)}”.`,
      link: routes.trackShow(track.track_id),
    });
  }
  await countAround(tx, track.track_id);
}
