import type { ActRef } from '#features/modlog/acts.ts';
import { act, removing, restoring } from '#features/modlog/server/act.ts';
import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { mayDeletePack, mayRestorePack, onlyAsModerator, restorableDays } from '../../rights.ts';
import { lockedPack, type StoredPack, storedPack } from '../../server/stored-pack.ts';
import { countOwner } from './count-owner.ts';
import { noticedPages, notifyOwner } from './moderation.ts';
import { storedManagers } from './save.ts';

const managerIds = async (tx: TxCtx, packId: number) =>
  (await storedManagers(tx, packId)).map(({ UserId }) => UserId);

const find = (tx: TxCtx, { id }: ActRef) => lockedPack(tx, id, storedPack);

/**
 * Deletes a locked pack. It can be restored for thirty days; then a job removes it. A pack deleted by a moderator can be restored
 * only by moderators.
 */
export const deletePack = act({
  name: 'pack.delete',
  label: 'Deleted a trackpack',
  group: 'removed',
  offer: removing('pack', 'Remove the trackpack'),
  find,
  allow: (_, pack) =>
    pack.deleted_at === null
      ? mayDeletePack(pack.relation, { isLegacy: pack.is_legacy })
      : conflict('This trackpack is already deleted.'),
  notifies: true,
  run: async (tx, pack, _, { reason }) => {
    const { pack_id: packId, is_legacy: isLegacy } = pack;
    const isModeration = onlyAsModerator(pack.relation, (one) => mayDeletePack(one, { isLegacy }));
    const facts = isModeration ? await notifyOwner(tx, pack, 'deleted', reason) : null;
    await tx.db
      .updateTable('pack')
      .set((eb) => ({
        deleted_at: tx.clock.now(),
        deleted_by: tx.viewer.userId,
        deleted_reason: isModeration ? reason.trim() : null,
        was_public: eb.ref('is_public'),
        is_public: false,
      }))
      .where('site', '=', tx.site.code)
      .where('pack_id', '=', packId)
      .execute();
    for (const page of noticedPages(packId)) await withdrawGone(tx, { page });
    await notify(tx, {
      to: await managerIds(tx, packId),
      kind: 'pack.deleted',
      text: `“${stripGameText(pack.name)}” was deleted. Its owner can restore it for ${restorableDays} days.`,
      link: routes.packSearch(),
    });
    await countOwner(tx, pack.owner_id);
    return facts && { before: { Name: stripGameText(pack.name), Public: pack.is_public }, ...facts };
  },
  undo: 'pack.restore',
});

const deletionOf = ({ deleted_at: deletedAt, deleted_reason: deletedReason }: StoredPack) => ({
  deletedAt,
  deletedReason,
});

/** Restores a locked pack as it was. */
export const restorePack = act({
  name: 'pack.restore',
  label: 'Restored a trackpack',
  group: 'restored',
  effect: 'favourable',
  offer: restoring('pack.delete', 'pack', 'Restore the trackpack'),
  find,
  allow: ({ clock }, pack) => mayRestorePack(pack.relation, deletionOf(pack), clock.now()),
  notifies: true,
  run: async (tx, pack, _, { reason }) => {
    const { pack_id: packId } = pack;
    const isPublic = pack.was_public ?? false;
    await tx.db
      .updateTable('pack')
      .set({
        deleted_at: null,
        deleted_by: null,
        deleted_reason: null,
        is_public: isPublic,
        was_public: null,
      })
      .where('site', '=', tx.site.code)
      .where('pack_id', '=', packId)
      .execute();
    const now = tx.clock.now();
    const isModeration = onlyAsModerator(pack.relation, (one) => mayRestorePack(one, deletionOf(pack), now));
    const facts = isModeration ? await notifyOwner(tx, pack, 'restored', reason) : null;
    await notify(tx, {
      to: await managerIds(tx, packId),
      kind: 'pack.restored',
      text: `“${stripGameText(pack.name)}” was restored.`,
      link: routes.trackPackShow(packId),
    });
    await countOwner(tx, pack.owner_id);
    return facts && { after: { Name: stripGameText(pack.name), Public: isPublic }, ...facts };
  },
  undo: 'pack.delete',
});
