import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { blockersOf } from '#features/users/server/repo.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lineOf } from '#platform/lines/lines.ts';
import { routes } from '#routes/routes.ts';
import type { NewConversation } from '../forms.ts';
import { enumerated, maxMembers } from '../model.ts';
import { indexed } from '../search-words.ts';
import { writeOfficially } from './acts.ts';
import { assertDay, assertNotJustStarted, assertPace } from './limits.ts';
import type { Recipient } from './policy.ts';
import type { OwnConversation } from './repo.ts';

/** The response to scripts after a message was sent. */
export interface Sent {
  readonly ConversationId: number;
  readonly MessageId: number;
  readonly Link: string;
}

/** Starts a conversation with its first message: POST /messages/new. */
export async function startConversation(
  tx: TxCtx,
  recipients: readonly Recipient[],
  { Subject, Text, Official, Reason }: NewConversation,
): Promise<Sent> {
  if (recipients.length + 1 > maxMembers)
    throw new Problem(422, `A conversation can have at most ${maxMembers} members.`, { field: 'To' });
  const isOfficial = Official === 'true';
  await assertNotJustStarted(tx, { recipients, subject: Subject, text: Text, isOfficial });
  await assertDay(tx, { conversations: 1, recipients: recipients.length });
  await assertPace(tx, null, Text);
  const site = tx.site.code;
  const { conversation_id: conversationId } = await tx.db
    .insertInto('conversation')
    .values({
      site,
      conversation_id: nextId('conversation', site),
      user_id: tx.viewer.userId,
      subject: Subject,
      is_official: isOfficial,
      started_at: tx.clock.now(),
    })
    .returning('conversation_id')
    .executeTakeFirstOrThrow();
  const others = recipients.map(({ userId }) => userId);
  await addMembers(tx, conversationId, [tx.viewer.userId, ...others]);
  if (isOfficial)
    for (const userId of others)
      await recordAct(tx, writeOfficially, { subject: { kind: 'user', id: userId }, reason: Reason });
  return send(tx, { conversationId, subject: Subject, isOfficial, others: recipients }, Text, [Subject]);
}

/** Adds users, who see messages from now on. */
async function addMembers(
  tx: TxCtx,
  conversationId: number,
  userIds: readonly number[],
  beforeId = 0,
): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .insertInto('conversation_member')
    .values(
      userIds.map((userId) => ({
        site: tx.site.code,
        conversation_id: conversationId,
        user_id: userId,
        added_by: tx.viewer.userId,
        joined_at: now,
        left_at: null,
        before_id: beforeId,
        read_id: beforeId,
        newest_at: now,
      })),
    )
    .execute();
}

type Target = Pick<OwnConversation, 'conversationId' | 'subject' | 'isOfficial'> & {
  others: readonly { readonly userId: number }[];
};

/** Replies in a conversation: POST /messages/{conversationId}. */
export async function reply(tx: TxCtx, conversation: OwnConversation, text: string): Promise<Sent> {
  await assertPace(tx, conversation.conversationId, text);
  return send(tx, conversation, text);
}

/**
 * Adds users to a conversation: POST /messages/{conversationId}/people. They see messages from now on; the first one names them
 * to all members.
 */
export async function addPeople(
  tx: TxCtx,
  conversation: OwnConversation,
  added: readonly Recipient[],
): Promise<Sent> {
  await assertDay(tx, { conversations: 0, recipients: added.length });
  await assertPace(tx, null, '');
  const { conversationId } = conversation;
  const { newest } = await forSite(tx, 'private_message')
    .where('private_message.conversation_id', '=', conversationId)
    .select((eb) => eb.fn.max('private_message.message_id').as('newest'))
    .executeTakeFirstOrThrow();
  const addedIds = added.map(({ userId }) => userId);
  await addMembers(tx, conversationId, addedIds, newest ?? 0);
  const named = enumerated(addedIds.map((userId) => `[user]${userId}[/user]`));
  return send(
    tx,
    { ...conversation, others: [...conversation.others, ...added] },
    `[i]Added ${named} to this conversation.[/i]`,
    [conversation.subject],
  );
}

/** Writes a message and brings the conversation to the top of its members' inboxes, except where the sender is blocked. */
async function send(
  tx: TxCtx,
  { conversationId, subject, isOfficial, others }: Target,
  text: string,
  alsoFound: readonly string[] = [],
): Promise<Sent> {
  const site = tx.site.code;
  const me = tx.viewer.userId;
  const now = tx.clock.now();
  const otherIds = others.map(({ userId }) => userId);
  const words = indexed([...alsoFound, text], [me, ...otherIds]);
  const { message_id: messageId } = await tx.db
    .insertInto('private_message')
    .values({
      site,
      message_id: nextId('private_message', site),
      conversation_id: conversationId,
      user_id: me,
      text,
      line: lineOf('private_message', text),
      words: sql<string>`array_to_tsvector(${words}::text[])`,
      sent_at: now,
      deleted_at: null,
    })
    .returning('message_id')
    .executeTakeFirstOrThrow();
  const blockers = isOfficial ? new Set<number>() : await blockersOf(tx, me, otherIds);
  const reached = otherIds.filter((userId) => !blockers.has(userId));
  await tx.db
    .updateTable('conversation_member')
    .set({
      newest_id: messageId,
      newest_at: now,
      is_archived: false,
      read_id: sql`case when user_id = ${me} then ${messageId} else read_id end`,
    })
    .where('site', '=', site)
    .where('conversation_id', '=', conversationId)
    .where('user_id', 'in', [me, ...reached])
    .where('left_at', 'is', null)
    .execute();
  await rememberContacts(tx, otherIds);
  const link = routes.conversation(conversationId);
  await notify(tx, {
    to: reached,
    kind: isOfficial ? 'account.moderated' : 'message.new',
    text: isOfficial
      ? `The crew sent you a message: “${subject}”.`
      : `${tx.viewer.name} wrote to you in “${subject}”.`,
    link,
  });
  return { ConversationId: conversationId, MessageId: messageId, Link: `${link}#message-${messageId}` };
}

/** Records whom the viewer has written to: users may accept messages only from people they have written to. */
async function rememberContacts(tx: TxCtx, otherIds: readonly number[]): Promise<void> {
  if (otherIds.length === 0) return;
  await tx.db
    .insertInto('message_contact')
    .values(otherIds.map((otherId) => ({ site: tx.site.code, user_id: tx.viewer.userId, other_id: otherId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
