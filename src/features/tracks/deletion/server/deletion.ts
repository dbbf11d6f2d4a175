import type { ActRef } from '#features/modlog/acts.ts';
import { act, removing, restoring } from '#features/modlog/server/act.ts';
import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, type Verdict } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { mayDelete, mayRestore, onlyAsModerator, restorableDays } from '../../rights.ts';
import { packPagesOf } from '../../server/pack-notices.ts';
import { authorIds, countAround } from '../../server/recount-people.ts';
import { lockedTrack, type StoredTrack, storedTrack } from '../../server/repo.ts';
import { notifyAuthors } from '../../server/track-actions.ts';
import { otherDrivers } from '../../versions/server/drivers.ts';
import { endReview, openReview } from '../../visibility/server/review.ts';
import { assertNotUploadedAgain } from './uploaded-again.ts';

const find = (tx: TxCtx, { id }: ActRef) => lockedTrack(tx, id, storedTrack);

/** Whether the viewer may delete the track. */
export const deleteRule = async (ctx: Ctx, track: StoredTrack): Promise<Verdict> =>
  mayDelete(track.relation, { otherDrivers: await otherDrivers(ctx, track) });

/**
 * Deletes a locked track. It can be restored for thirty days; then a job removes it. A track deleted by a moderator can be
 * restored only by moderators.
 */
export const deleteTrack = act({
  name: 'track.delete',
  label: 'Deleted a track',
  group: 'removed',
  offer: removing('track', 'Remove the track'),
  find,
  allow: (tx, track) =>
    track.deleted_at === null ? deleteRule(tx, track) : conflict('This track is already deleted.'),
  notifies: true,
  run: async (tx, track, _, { reason: typed }) => {
    const reason = cleanMessage(typed);
    const drivers = await otherDrivers(tx, track);
    const isModeration = onlyAsModerator(track.relation, (one) => mayDelete(one, { otherDrivers: drivers }));
    await tx.db
      .updateTable('track')
      .set((eb) => ({
        deleted_at: tx.clock.now(),
        deleted_by: tx.viewer.userId,
        deleted_reason: isModeration ? typed.trim() : null,
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
    const restorePage = routes.trackRestore(track.track_id);
    if (!isModeration) {
      if (track.hold === 'review') await endReview(tx, track.track_id);
      await notify(tx, {
        to: await authorIds(tx, track.track_id),
        kind: 'track.deleted',
        text: `${tx.viewer.name} deleted “${stripGameText(track.name)}”. It can be restored for ${restorableDays} days.`,
        link: restorePage,
      });
    }
    await countAround(tx, track.track_id);
    return isModeration ? notifyAuthors(tx, track, 'deleted', reason, restorePage) : null;
  },
  undo: 'track.restore',
});

/**
 * Restores a locked track, unless it was uploaded again. A release date that has passed in the meantime is dropped, because it would
 * come as a surprise.
 */
export const restoreTrack = act({
  name: 'track.restore',
  label: 'Restored a track',
  group: 'restored',
  effect: 'favourable',
  offer: restoring('track.delete', 'track', 'Restore the track'),
  find,
  // authors cannot undo a moderator's deletion
  allow: ({ clock }, track) => mayRestore(track.relation, deletionOf(track), clock.now()),
  notifies: true,
  run: async (tx, track, _, { reason }) => {
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
    const isModeration = onlyAsModerator(track.relation, (one) => mayRestore(one, deletionOf(track), now));
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
    return isModeration ? notifyAuthors(tx, track, 'restored', cleanMessage(reason)) : null;
  },
  undo: 'track.delete',
});

const deletionOf = ({ deleted_at: deletedAt, deleted_reason: deletedReason }: StoredTrack) => ({
  deletedAt,
  deletedReason,
});
