import { type RawBuilder, sql } from 'kysely';
import type { TxCtx } from '#platform/context.ts';

/**
 * Recalculates which message each member sees as the newest, after messages were hidden or shown: those of users they blocked or
 * unblocked, or of an account that was closed or reopened. A conversation without visible messages is in no box. `members` is a
 * condition on conversation_member d.
 */
async function refreshNewest(tx: TxCtx, members: RawBuilder<boolean>): Promise<void> {
  await sql`
    with seen as (
      select d.conversation_id, d.user_id, m.message_id, m.sent_at
      from conversation_member d
      join conversation c on c.site = d.site and c.conversation_id = d.conversation_id
      left join lateral (
        select m.message_id, m.sent_at from private_message m
        where m.site = d.site and m.conversation_id = d.conversation_id and m.message_id > d.before_id
          and not m.hidden_with_account
          and (c.is_official or not exists(select from user_block k
            where k.site = d.site and k.user_id = d.user_id and k.blocked_id = m.user_id))
        order by m.message_id desc limit 1
      ) m on true
      where d.site = ${tx.site.code} and d.left_at is null and ${members}
      order by d.conversation_id, d.user_id for no key update of d
    )
    update conversation_member d
    set newest_id = coalesce(seen.message_id, 0), newest_at = coalesce(seen.sent_at, d.joined_at)
    from seen
    where d.site = ${tx.site.code} and d.conversation_id = seen.conversation_id and d.user_id = seen.user_id
      and d.newest_id <> coalesce(seen.message_id, 0)`.execute(tx.db);
}

/** After the viewer blocked or unblocked a user: the conversations of both. */
export const refreshShared = (tx: TxCtx, otherId: number): Promise<void> =>
  refreshNewest(
    tx,
    sql<boolean>`d.user_id = ${tx.viewer.userId} and d.conversation_id in (
      select o.conversation_id from conversation_member o where o.site = ${tx.site.code} and o.user_id = ${otherId})`,
  );

/** After all messages of a user were hidden or shown: all conversations that this user was ever in. */
export const refreshConversationsOf = (tx: TxCtx, userId: number): Promise<void> =>
  refreshNewest(
    tx,
    sql<boolean>`d.conversation_id in (
      select o.conversation_id from conversation_member o where o.site = ${tx.site.code} and o.user_id = ${userId})`,
  );
