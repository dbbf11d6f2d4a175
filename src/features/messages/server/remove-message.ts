import { sql } from 'kysely';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { isModeration } from './policy.ts';
import type { StoredMessage } from './repo.ts';

/**
 * Deletes a message for everyone: POST /messagedelete/{messageId}. Its text stays stored for moderators while a report about it
 * is undecided.
 */
export async function removeMessage(
  tx: TxCtx,
  message: StoredMessage,
  { Reason }: { Reason: string },
): Promise<{ MessageId: number; Link: string }> {
  const { messageId, conversationId, isReported, senderId, sentAt } = message;
  await withdrawGone(tx, {
    page: routes.conversation(conversationId),
    act: { byUserId: senderId, at: sentAt },
  });
  await tx.db
    .updateTable('private_message')
    .set({
      deleted_at: tx.clock.now(),
      words: sql`''::tsvector`,
      ...(!isReported && { text: '' }),
    })
    .where('site', '=', tx.site.code)
    .where('message_id', '=', messageId)
    .execute();
  const isAct = isModeration(tx.viewer, message);
  if (isAct) {
    await recordModeration(tx, {
      act: 'message.delete',
      subject: { kind: 'message', id: messageId },
      reason: Reason,
      personId: senderId,
    });
    await notify(tx, {
      to: [senderId],
      kind: 'message.moderated',
      text: `A moderator deleted a message of yours: ${Reason.replace(/\s+/g, ' ')}`,
      link: routes.conversation(conversationId),
    });
  }
  return { MessageId: messageId, Link: isAct ? routes.moderation() : routes.conversation(conversationId) };
}
