import type { TxCtx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { mayDelete } from './policy.ts';
import { removeMessage } from './remove-message.ts';
import { visibleMessage } from './repo.ts';

/** Deletes a reported message from the moderators' console. Throws a Problem 404 for one that was not reported. */
export async function removeReportedMessage(tx: TxCtx, messageId: number, reason: string): Promise<void> {
  const message = await visibleMessage(tx, messageId, { forDeletion: true });
  assertAllowed(mayDelete(tx.viewer, message, tx.clock.now()));
  await removeMessage(tx, message, { Reason: reason });
}
