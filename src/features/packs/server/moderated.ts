import type { OnMerge } from '#features/tracks/move-merge/server/merge.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed, Problem } from '#platform/http/problem.ts';
import { deletePack, restorePack } from '../edit/server/deletion.ts';
import { mayDeletePack, mayRestorePack } from '../rights.ts';
import { replaceInPacks } from '../tracks/server/track-changes.ts';
import { lockedPack, storedPack } from './stored-pack.ts';

/** Deletes a trackpack from the moderators' console. */
export async function removePack(tx: TxCtx, packId: number, reason: string): Promise<void> {
  const pack = await lockedPack(tx, packId, storedPack);
  if (pack.deleted_at !== null) throw new Problem(409, 'This trackpack is already deleted.');
  assertAllowed(mayDeletePack(pack.relation, { isLegacy: pack.is_legacy }));
  await deletePack(tx, pack, reason);
}

/** Restores a deleted trackpack, as long as it is stored. */
export async function restoreRemovedPack(tx: TxCtx, packId: number, reason: string): Promise<void> {
  const pack = await lockedPack(tx, packId, storedPack);
  const { deleted_at: deletedAt, deleted_reason: deletedReason } = pack;
  assertAllowed(mayRestorePack(pack.relation, { deletedAt, deletedReason }, tx.clock.now()));
  await restorePack(tx, pack, reason);
}

/** Trackpacks list the other track instead of a duplicate. */
export const mergeEntries: OnMerge = replaceInPacks;
