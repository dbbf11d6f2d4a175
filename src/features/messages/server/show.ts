import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { readNotices } from '#features/notices/server/actions.ts';
import { blockedByViewer } from '#features/users/server/repo.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { numberKey, rowsBehind, type WalkedList, walkPage } from '#platform/lists/walk.ts';
import { messagesHtml } from '#platform/messages.ts';
import { routes } from '#routes/routes.ts';
import { messagesOnPage } from '../model.ts';
import type { ConversationPage, Member, ShownMessage } from '../page-data.ts';
import { markRead } from './conversation-state.ts';
import { mayAdd, mayDelete, mayReply } from './policy.ts';
import { type OwnConversation, ownConversation } from './repo.ts';
import { personOf } from './shown-person.ts';

/**
 * A page of a conversation, by default with its newest messages; `message` chooses the page that begins with a message. What is
 * shown is read afterwards. Throws a Problem 404 unless the viewer is in it.
 */
export async function conversationPage(
  ctx: Ctx,
  id: string | undefined,
  query: URLSearchParams,
): Promise<ConversationPage> {
  const own = await ownConversation(ctx, rowIdIn(id) ?? 0);
  const [page, members, stateOf] = await Promise.all([
    messagesOf(ctx, own, addressOf(query)),
    membersOf(ctx, own),
    stateOfMessages(ctx, own),
  ]);
  const rows = page.rows.toReversed();
  const html = await messagesHtml(
    ctx,
    rows.map((row) => (stateOf(row) === 'shown' ? row.text : null)),
    { images: false },
  );
  const messages = rows.map((row, index): ShownMessage => {
    const state = stateOf(row);
    const isOwn = row.user_id === ctx.viewer.userId;
    const facts = {
      senderId: row.user_id,
      sentAt: row.sent_at,
      isDeleted: state === 'deleted',
      isSeen: true,
      isReported: false,
    };
    return {
      messageId: row.message_id,
      from: personOf(row),
      sentAt: row.sent_at,
      isOwn,
      isNew: !isOwn && row.message_id > own.readId,
      state,
      html: html[index] ?? null,
      mayDelete: mayDelete(ctx.viewer, facts, ctx.clock.now()).ok,
    };
  });
  const last = messages.at(-1);
  if (last) await markSeen(ctx, own, last.messageId, page.previous === null);
  return {
    conversationId: own.conversationId,
    subject: own.subject,
    isOfficial: own.isOfficial,
    box: own.isArchived ? 'archive' : 'inbox',
    members,
    messages,
    older: page.next,
    newer: page.previous,
    may: { reply: mayReply(ctx.viewer, own), add: mayAdd(ctx.viewer, own, null) },
  };
}

/** Returns which messages of a conversation the viewer reads. */
export async function stateOfMessages(
  ctx: Ctx,
  { isOfficial }: OwnConversation,
): Promise<(row: Pick<MessageRow, 'deleted_at' | 'user_id'>) => ShownMessage['state']> {
  const blocked = isOfficial ? new Set<number>() : await blockedByViewer(ctx);
  return (row) => (row.deleted_at ? 'deleted' : blocked.has(row.user_id) ? 'blocked' : 'shown');
}

/** Marks what was shown as read, and the notice about it with the newest message. */
async function markSeen(ctx: Ctx, own: OwnConversation, messageId: number, isNewest: boolean): Promise<void> {
  if (own.readId >= messageId) return;
  await markRead(ctx, own.conversationId, messageId);
  if (isNewest) await readNotices(ctx, 'message.new', routes.conversation(own.conversationId));
}

/** `message=7`: the page whose oldest message is 7. */
function addressOf(query: URLSearchParams): URLSearchParams {
  const from = rowIdIn(query.get('message'));
  return from === null ? query : new URLSearchParams({ before: String(from - 1) });
}

interface MessageRow {
  message_id: number;
  user_id: number;
  name: string;
  custom_url: string | null;
  tint: number;
  text: string;
  sent_at: Date;
  deleted_at: Date | null;
}

/** The newest message first, as addresses of older pages go `after` it. */
const newestMessages: WalkedList<MessageRow> = {
  pageSize: messagesOnPage,
  direction: 'desc',
  keys: [numberKey('private_message.message_id', (row) => row.message_id)],
};

/** A page of the messages of a conversation, the newest first. */
export const messagesOf = (
  ctx: Ctx,
  { conversationId, beforeId }: OwnConversation,
  address: URLSearchParams,
) =>
  walkPage(newestMessages, address, {}, (reading): Promise<MessageRow[]> => {
    const query = forSite(ctx, 'private_message')
      .innerJoin('profile as p', (join) =>
        join.onRef('p.site', '=', 'private_message.site').onRef('p.user_id', '=', 'private_message.user_id'),
      )
      .where('private_message.conversation_id', '=', conversationId)
      .where('private_message.message_id', '>', beforeId)
      .where('private_message.hidden_with_account', '=', false)
      .select([
        'message_id',
        'private_message.user_id',
        'p.name',
        'p.custom_url',
        'p.tint',
        'text',
        'sent_at',
        'deleted_at',
      ]);
    return rowsBehind(query, reading).execute();
  });

/** The members of a conversation, those who left last. */
export async function membersOf(ctx: Ctx, { conversationId }: OwnConversation): Promise<Member[]> {
  const rows = await forSite(ctx, 'conversation_member')
    .innerJoin('profile as p', (join) =>
      join
        .onRef('p.site', '=', 'conversation_member.site')
        .onRef('p.user_id', '=', 'conversation_member.user_id'),
    )
    .innerJoin('profile as a', (join) =>
      join
        .onRef('a.site', '=', 'conversation_member.site')
        .onRef('a.user_id', '=', 'conversation_member.added_by'),
    )
    .where('conversation_member.conversation_id', '=', conversationId)
    .where('p.closed_at', 'is', null)
    .orderBy(sql`conversation_member.left_at is not null`)
    .orderBy('conversation_member.joined_at')
    .orderBy('conversation_member.user_id')
    .select([
      'p.user_id',
      'p.name',
      'p.custom_url',
      'p.tint',
      'joined_at',
      'left_at',
      'a.user_id as adder_id',
      'a.name as adder',
    ])
    .execute();
  return rows.map((row) => ({
    ...personOf(row),
    addedBy: row.adder_id === row.user_id ? null : row.adder,
    joinedAt: row.joined_at,
    hasLeft: row.left_at !== null,
  }));
}
