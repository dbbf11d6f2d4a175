import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { ViewStateForm } from '../forms.ts';
import { type Acceptance, boxes } from '../model.ts';
import type { OwnConversation } from './repo.ts';

const ownRow = ({ db, site, viewer }: Pick<Ctx, 'db' | 'site' | 'viewer'>, conversationId: number) =>
  db
    .updateTable('conversation_member')
    .where('site', '=', site.code)
    .where('user_id', '=', viewer.userId)
    .where('conversation_id', '=', conversationId)
    .where('left_at', 'is', null);

/** Moves a conversation from a box of the viewer to the other: PUT /togglepmthreadviewstate/{threadId}. */
export async function toggleViewState(
  tx: TxCtx,
  { conversationId, isArchived, subject }: OwnConversation,
  { inboxId }: z.output<typeof ViewStateForm>,
) {
  const now = isArchived ? boxes.archive : boxes.inbox;
  const moves = inboxId === undefined || inboxId === now;
  const archived = moves ? !isArchived : isArchived;
  if (moves) await ownRow(tx, conversationId).set({ is_archived: archived }).execute();
  return {
    ThreadId: conversationId,
    InboxId: archived ? boxes.archive : boxes.inbox,
    Added: archived,
    Name: subject,
  };
}

/** Marks a conversation as read up to a message, or its newest message as unread. */
export async function markRead(ctx: Ctx, conversationId: number, upToId: number | 'newest'): Promise<void> {
  const upTo = upToId === 'newest' ? sql<number>`newest_id` : sql<number>`${upToId}::integer`;
  await ownRow(ctx, conversationId)
    .set({ read_id: sql`greatest(read_id, ${upTo})` })
    .where(sql<boolean>`read_id < ${upTo}`)
    .execute();
}

export async function markUnread(tx: TxCtx, conversationId: number): Promise<void> {
  await ownRow(tx, conversationId)
    .set({ read_id: sql`newest_id - 1` })
    .where('newest_id', '>', 0)
    .whereRef('read_id', '>=', 'newest_id')
    .execute();
}

/** Marks everything as read that was sent until this time. */
export async function markAllRead(tx: TxCtx, until: Date): Promise<void> {
  await tx.db
    .updateTable('conversation_member')
    .set({ read_id: sql`newest_id` })
    .where('site', '=', tx.site.code)
    .where('user_id', '=', tx.viewer.userId)
    .where('left_at', 'is', null)
    .whereRef('newest_id', '>', 'read_id')
    .where('newest_at', '<=', until)
    .execute();
}

/** Leaves a conversation. When nobody is left, it ends with all its messages, except those that moderators still have to read. */
export async function leaveConversation(
  tx: TxCtx,
  { conversationId, isLast, subject }: OwnConversation,
): Promise<{ Left: boolean; Name: string }> {
  await ownRow(tx, conversationId).set({ left_at: tx.clock.now() }).execute();
  if (isLast) {
    await tx.db
      .deleteFrom('conversation')
      .where('site', '=', tx.site.code)
      .where('conversation_id', '=', conversationId)
      .where(
        sql<boolean>`not exists(select from private_message m join moderation_case k
          on k.site = m.site and k.subject_kind = 'message' and k.subject_id = m.message_id
          where m.site = conversation.site and m.conversation_id = conversation.conversation_id
            and k.state = 'open' and k.reports > 0)`,
      )
      .execute();
  }
  return { Left: true, Name: subject };
}

/** Chooses who may start a conversation with the viewer. */
export async function setAcceptance(tx: TxCtx, accepts: Acceptance): Promise<{ Accepts: Acceptance }> {
  await tx.db
    .insertInto('message_setting')
    .values({ site: tx.site.code, user_id: tx.viewer.userId, accepts })
    .onConflict((conflict) => conflict.columns(['site', 'user_id']).doUpdateSet({ accepts }))
    .execute();
  return { Accepts: accepts };
}
