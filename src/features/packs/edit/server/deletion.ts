import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { mayDeletePack, mayRestorePack, restorableDays } from '../../rights.ts';
import type { StoredPack } from '../../server/stored-pack.ts';
import { countOwner } from './count-owner.ts';
import { noticedPages, recordIfModeration } from './moderation.ts';
import { storedManagers } from './save.ts';

const managerIds = async (tx: TxCtx, packId: number) =>
  (await storedManagers(tx, packId)).map(({ UserId }) => UserId);

/**
 * Deletes a locked pack. It can be restored for thirty days; then a job removes it. A pack deleted by a moderator can be restored
 * only by moderators.
 */
export async function deletePack(tx: TxCtx, pack: StoredPack, reason: string): Promise<void> {
  const isModeration = await recordIfModeration(tx, pack, {
    act: 'pack.delete',
    did: 'deleted',
    reason,
    rule: (relation) => mayDeletePack(relation, { isLegacy: pack.is_legacy }),
    before: { Name: stripGameText(pack.name), Public: pack.is_public },
  });
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
    .where('pack_id', '=', pack.pack_id)
    .execute();
  for (const page of noticedPages(pack.pack_id)) await withdrawGone(tx, { page });
  await notify(tx, {
    to: await managerIds(tx, pack.pack_id),
    kind: 'pack.deleted',
    text: `“${stripGameText(pack.name)}” was deleted. Its owner can restore it for ${restorableDays} days.`,
    link: routes.packSearch(),
  });
  await countOwner(tx, pack.owner_id);
}

/** Restores a locked pack as it was. */
export async function restorePack(tx: TxCtx, pack: StoredPack, reason: string): Promise<void> {
  await tx.db
    .updateTable('pack')
    .set({
      deleted_at: null,
      deleted_by: null,
      deleted_reason: null,
      is_public: pack.was_public ?? false,
      was_public: null,
    })
    .where('site', '=', tx.site.code)
    .where('pack_id', '=', pack.pack_id)
    .execute();
  const now = tx.clock.now();
  await recordIfModeration(tx, pack, {
    act: 'pack.restore',
    did: 'restored',
    reason,
    rule: (relation) =>
      mayRestorePack(relation, { deletedAt: pack.deleted_at, deletedReason: pack.deleted_reason }, now),
    after: { Name: stripGameText(pack.name), Public: pack.was_public ?? false },
  });
  await notify(tx, {
    to: await managerIds(tx, pack.pack_id),
    kind: 'pack.restored',
    text: `“${stripGameText(pack.name)}” was restored.`,
    link: routes.trackPackShow(pack.pack_id),
  });
  await countOwner(tx, pack.owner_id);
}
