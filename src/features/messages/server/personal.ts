import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';
import { deletedSubject, shownSubject } from './conversation-subject.ts';
import { refreshConversationsOf } from './newest-message.ts';

/** Messages erased in one transaction. */
const messagesAtOnce = 1000;

/** Private messages. Those of a closed account are hidden from everyone; conversations stay for their other members. */
export const messageData: PersonalData = {
  name: 'messages',
  covers: [
    'conversation.user_id',
    'conversation_member.user_id',
    'conversation_member.added_by',
    'private_message.user_id',
    'message_contact.user_id',
    'message_contact.other_id',
    'message_setting.user_id',
  ],

  async hide(tx, userId) {
    await sql`update private_message set hidden_with_account = true
      where site = ${tx.site.code} and user_id = ${userId} and not hidden_with_account`.execute(tx.db);
    await refreshConversationsOf(tx, userId);
  },

  async show(tx, userId) {
    await sql`update private_message set hidden_with_account = false
      where site = ${tx.site.code} and user_id = ${userId} and hidden_with_account`.execute(tx.db);
    await refreshConversationsOf(tx, userId);
  },

  async erase(tx, userId) {
    const site = tx.site.code;
    const { numAffectedRows } = await sql`
      delete from private_message where site = ${site} and message_id in (
        select message_id from private_message where site = ${site} and user_id = ${userId}
        order by sent_at limit ${messagesAtOnce})`.execute(tx.db);
    if (Number(numAffectedRows) === messagesAtOnce) return true;
    await refreshConversationsOf(tx, userId);
    await leaveAll(tx, userId);
    await sql`update conversation set user_id = null, subject = ${deletedSubject} where site = ${site} and user_id = ${userId}`.execute(
      tx.db,
    );
    await sql`update conversation_member set added_by = user_id
      where site = ${site} and added_by = ${userId}`.execute(tx.db);
    await sql`delete from message_contact
      where site = ${site} and (user_id = ${userId} or other_id = ${userId})`.execute(tx.db);
    await sql`delete from message_setting where site = ${site} and user_id = ${userId}`.execute(tx.db);
    return false;
  },

  async *exported(ctx, userId) {
    yield jsonPart('messages.json', ownMessages(ctx, userId));
  },
};

/** Removes the user from all conversations; those in which nobody is left end. */
async function leaveAll(tx: TxCtx, userId: number): Promise<void> {
  await sql`
    with gone as (
      delete from conversation_member where site = ${tx.site.code} and user_id = ${userId} returning conversation_id
    )
    delete from conversation c using gone
    where c.site = ${tx.site.code} and c.conversation_id = gone.conversation_id and not exists (
      select from conversation_member d
      where d.site = c.site and d.conversation_id = c.conversation_id and d.user_id <> ${userId} and d.left_at is null
    )`.execute(tx.db);
}

interface OwnedConversation {
  readonly conversation_id: number;
  readonly subject: string;
  readonly is_official: boolean;
  readonly before_id: number;
  readonly left_at: Date | null;
  readonly members: string[] | null;
}

/** What the user can read today, and the user's own messages in conversations that they left. */
async function* ownMessages(ctx: Ctx, userId: number): AsyncGenerator<object> {
  const conversations = inPages((last: OwnedConversation | undefined, limit) =>
    forSite(ctx, 'conversation_member')
      .innerJoin('conversation as c', (join) =>
        join
          .onRef('c.site', '=', 'conversation_member.site')
          .onRef('c.conversation_id', '=', 'conversation_member.conversation_id'),
      )
      .where('conversation_member.user_id', '=', userId)
      .where('conversation_member.conversation_id', '>', last?.conversation_id ?? 0)
      .orderBy('conversation_member.conversation_id')
      .limit(limit)
      .select(['conversation_member.conversation_id', 'c.is_official', 'before_id', 'left_at'])
      .select(shownSubject({ viewer: { ...ctx.viewer, userId } }).as('subject'))
      .select((eb) =>
        eb
          .selectFrom('conversation_member as o')
          .innerJoin('profile as p', (join) =>
            join.onRef('p.site', '=', 'o.site').onRef('p.user_id', '=', 'o.user_id'),
          )
          .whereRef('o.site', '=', 'conversation_member.site')
          .whereRef('o.conversation_id', '=', 'conversation_member.conversation_id')
          .select(sql<string[]>`array_agg(p.name order by o.joined_at, p.user_id)`.as('names'))
          .as('members'),
      )
      .execute(),
  );
  for await (const conversation of conversations) {
    const shared = { Subject: conversation.subject, Members: conversation.members };
    const messages = inPages((last: { MessageId: number } | undefined, limit) =>
      messagesOf(ctx, userId, conversation, last?.MessageId ?? conversation.before_id, limit),
    );
    for await (const message of messages) yield { ...shared, ...message };
  }
}

const messagesOf = (
  ctx: Ctx,
  userId: number,
  conversation: OwnedConversation,
  after: number,
  limit: number,
) =>
  forSite(ctx, 'private_message')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'private_message.site').onRef('p.user_id', '=', 'private_message.user_id'),
    )
    .where('private_message.conversation_id', '=', conversation.conversation_id)
    .where('private_message.message_id', '>', after)
    .where('private_message.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        // the user's own messages, which are hidden while the account is closed, belong to the export
        eb('private_message.user_id', '=', userId),
        eb.and([
          eb.val(conversation.left_at === null),
          eb('private_message.hidden_with_account', '=', false),
          eb.or([
            eb.val(conversation.is_official),
            eb.not(
              eb.exists(
                eb
                  .selectFrom('user_block as k')
                  .whereRef('k.site', '=', 'private_message.site')
                  .where('k.user_id', '=', userId)
                  .whereRef('k.blocked_id', '=', 'private_message.user_id')
                  .select(eb.lit(1).as('one')),
              ),
            ),
          ]),
        ]),
      ]),
    )
    .orderBy('private_message.message_id')
    .limit(limit)
    .select([
      'private_message.message_id as MessageId',
      'private_message.conversation_id as ConversationId',
      'p.name as From',
      'private_message.text as Text',
      'private_message.sent_at as SentAt',
    ])
    .execute();
