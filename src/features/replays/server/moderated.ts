import type { TxCtx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { endOnlineRecord, heldRecord } from './life/online.ts';
import { mayRemoveOnlineRecord } from './policy.ts';

/** Removes or restores an online record from the moderators' console. */
export async function setOnlineRecord(
  tx: TxCtx,
  recordId: number,
  IsRemoved: boolean,
  Reason: string,
): Promise<void> {
  const found = await heldRecord(tx, recordId);
  assertAllowed(mayRemoveOnlineRecord(tx.viewer, { isRemoved: found.record.removed_at !== null }, IsRemoved));
  await endOnlineRecord(tx, found, { recordId, IsRemoved, Reason });
}
