import { sql } from 'kysely';
import { act, removing } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { irreversible } from '../model.ts';
import { isModeration, mayDelete } from './policy.ts';
import { type StoredMessage, visibleMessage } from './repo.ts';

/** Deletes a message for everyone. Its text stays stored for moderators while a report about it is undecided. */
const deleteMessage = act({
  name: 'message.delete',
  label: 'Deleted a message',
  group: 'removed',
  offer: removing('message', 'Remove the message'),
  // a Problem 404 for one that was not reported
  find: (tx, { id }) => visibleMessage(tx, id, { forDeletion: true }),
  allow: ({ viewer, clock }, message) => mayDelete(viewer, message, clock.now()),
  notifies: true,
  run: async (tx, message, _, { reason }) => {
    const { messageId, conversationId, isReported, senderId, sentAt } = message;
    await withdrawGone(tx, {
      page: routes.conversation(conversationId),
      activity: { byUserId: senderId, at: sentAt },
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
    if (!isModeration(tx.viewer, message)) return null;
    await notify(tx, {
      to: [senderId],
      kind: 'message.moderated',
      text: `A moderator deleted a message of yours: ${reason.replace(/\s+/g, ' ')}`,
      link: routes.conversation(conversationId),
    });
    return { personId: senderId };
  },
  cannot: irreversible['message.delete'],
});

/** POST /messagedelete/{messageId}, by its author or a moderator. */
export async function removeMessage(
  tx: TxCtx,
  found: StoredMessage,
  { Reason: reason }: { readonly Reason: string },
): Promise<{ MessageId: number; Link: string }> {
  const { messageId, conversationId } = found;
  const subject = { kind: 'message', id: messageId };
  const facts = await perform(tx, deleteMessage, { subject, found, input: {}, reason });
  return { MessageId: messageId, Link: facts ? routes.moderation() : routes.conversation(conversationId) };
}

export const writeOfficially = act({
  name: 'message.official',
  label: 'Wrote a message as the crew',
  group: 'other',
  effect: 'internal',
  cannot: irreversible['message.official'],
});

/** Moderator actions on messages. */
export const messageActs = [deleteMessage, writeOfficially];
