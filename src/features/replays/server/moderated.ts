import { sql } from 'kysely';
import type { OnMerge } from '#features/tracks/move-merge/server/merge.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed, Problem } from '#platform/http/problem.ts';
import { approveOnlineRecord, endOnlineRecord, lockedRecord } from '../online/server/record.ts';
import { giveCurrentMedals } from '../ranking/server/medals.ts';
import { type OnReplayChange, rankReplays } from '../ranking/server/rank.ts';
import { deleteReplay, factsOf, restoreReplay, setCounting } from '../removal/server/acts.ts';
import { mayDelete, mayEndOnlineRecord, mayRemoveOnlineRecord, mayRestore } from './policy.ts';
import { lockedReplay } from './repo.ts';

const ending = (replayId: number, Reason: string) => ({ replayId, key: null, Reason });

/** Deletes a replay from the moderators' console. `onChange`: see replayLifeEndpoints. */
export async function removeReplay(
  tx: TxCtx,
  replayId: number,
  reason: string,
  onChange: readonly OnReplayChange[],
): Promise<void> {
  const found = await lockedReplay(tx, replayId, null);
  assertAllowed(mayDelete(tx.viewer, factsOf(found)));
  await deleteReplay(onChange)(tx, found, ending(replayId, reason));
}

/** Restores a deleted replay. */
export async function restoreRemovedReplay(
  tx: TxCtx,
  replayId: number,
  reason: string,
  onChange: readonly OnReplayChange[],
): Promise<void> {
  const found = await lockedReplay(tx, replayId, null);
  assertAllowed(mayRestore(tx.viewer, factsOf(found)));
  await restoreReplay(onChange)(tx, found, ending(replayId, reason));
}

/** Revokes a replay, which then is listed without a position, or lets it count again. */
export async function setReplayCounting(
  tx: TxCtx,
  replayId: number,
  counts: boolean,
  reason: string,
  onChange: readonly OnReplayChange[],
): Promise<void> {
  const found = await lockedReplay(tx, replayId, null);
  if (found.replay.deleted_at !== null) throw new Problem(409, 'This replay is deleted.');
  if ((found.replay.revoked_at === null) === counts)
    throw new Problem(409, counts ? 'This replay is not revoked.' : 'This replay is already revoked.');
  await setCounting(onChange)(tx, found, counts, reason);
}

/** Removes or restores an online record from the moderators' console. */
export async function setOnlineRecord(
  tx: TxCtx,
  recordId: number,
  IsRemoved: boolean,
  Reason: string,
): Promise<void> {
  const found = await lockedRecord(tx, recordId);
  assertAllowed(mayRemoveOnlineRecord(tx.viewer, { isRemoved: found.record.removed_at !== null }, IsRemoved));
  await endOnlineRecord(tx, found, { recordId, IsRemoved, Reason });
}

/**
 * The replays of a duplicate move to the other track. They count there if both files have the same blocks, and are listed as those
 * of an older version otherwise: version 0, which no file has.
 */
export const mergeReplays: OnMerge = async (tx, { from, into, sameBlocks }) => {
  const { db, site } = tx;
  await sql`
    update replay r set track_id = t.track_id, is_best = false, top_position = null,
      track_version = case when ${sameBlocks}::boolean and r.track_version = d.current_version then t.current_version else 0 end
    from track t, track d
    where r.site = ${site.code} and r.track_id = ${from} and t.site = ${site.code} and t.track_id = ${into}
      and d.site = ${site.code} and d.track_id = ${from}`.execute(db);
  if (sameBlocks) await giveCurrentMedals(tx, into);
  await rankReplays(tx, from);
  await rankReplays(tx, into);
};

/** Approves an online record that waits, or lets it wait again. */
export async function setRecordApproved(
  tx: TxCtx,
  recordId: number,
  approve: boolean,
  reason: string,
): Promise<void> {
  const found = await lockedRecord(tx, recordId);
  assertAllowed(mayEndOnlineRecord(tx.viewer));
  await approveOnlineRecord(tx, found, reason, approve);
}

export { claimById } from '../logins/server/claim-rows.ts';
export { grantClaim, rejectClaim, reopenClaim, returnLogin } from '../logins/server/decide-claim.ts';
export {
  hasRecords,
  type RecordsOf,
  removeRecords,
  restoreRecords,
  sentBy,
  setSender,
} from '../online/server/remove-records.ts';
export { type SenderState, senderState } from '../online/server/senders.ts';
