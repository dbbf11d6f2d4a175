import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { type Acceptance, isAcceptance } from '../model.ts';
import { shownSubject } from './conversation-subject.ts';
import type { ConversationFacts, MessageFacts, Recipient } from './policy.ts';

/** Serialises a user's writes, because concurrent transactions would not count each other's rows. */
export const serialiseOwnWrites = (tx: TxCtx): Promise<void> =>
  lockUntilCommit(tx, `messages ${tx.site.code} ${tx.viewer.userId}`);

interface RecipientRow {
  user_id: number;
  name: string;
  accepts: string;
  has_blocked: boolean;
  is_blocked: boolean;
  is_fan: boolean;
  has_written: boolean;
}

/** What the rules need to know about users to whom the viewer is writing. Closed accounts are unknown. */
export async function recipientsById(ctx: Ctx, userIds: readonly number[]): Promise<Recipient[]> {
  if (userIds.length === 0) return [];
  const me = ctx.viewer.userId;
  const { rows } = await sql<RecipientRow>`
    select p.user_id, p.name, coalesce(s.accepts, 'everyone') as accepts,
      exists(select from user_block k where k.site = p.site and k.user_id = p.user_id and k.blocked_id = ${me}) as has_blocked,
      exists(select from user_block k where k.site = p.site and k.user_id = ${me} and k.blocked_id = p.user_id) as is_blocked,
      exists(select from favorite_user f where f.site = p.site and f.user_id = p.user_id and f.favorite_id = ${me}) as is_fan,
      exists(select from message_contact c where c.site = p.site and c.user_id = p.user_id and c.other_id = ${me}) as has_written
    from profile p left join message_setting s on s.site = p.site and s.user_id = p.user_id
    where p.site = ${ctx.site.code} and p.user_id = any(${[...userIds]}::integer[]) and p.closed_at is null
    order by array_position(${[...userIds]}::integer[], p.user_id)`.execute(ctx.db);
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    accepts: isAcceptance(row.accepts) ? row.accepts : 'everyone',
    hasBlocked: row.has_blocked,
    isBlocked: row.is_blocked,
    isFan: row.is_fan,
    hasWritten: row.has_written,
  }));
}

/** The users named by a form, each once, without the viewer; throws a Problem that names an unknown one. */
export async function namedRecipients(
  ctx: Ctx,
  { To, Names }: { To: readonly number[]; Names: readonly string[] },
): Promise<Recipient[]> {
  const named = Names.length === 0 ? [] : await idsByName(ctx, Names);
  const wanted = [...new Set([...To, ...named])].filter((userId) => userId !== ctx.viewer.userId);
  if (wanted.length === 0) throw new Problem(422, 'Choose at least one other player.', { field: 'To' });
  const found = await recipientsById(ctx, wanted);
  if (found.length < wanted.length)
    throw new Problem(422, 'One of these players doesn’t exist.', { field: 'To' });
  return found;
}

async function idsByName(ctx: Ctx, names: readonly string[]): Promise<number[]> {
  const rows = await forSite(ctx, 'profile')
    .where(
      'profile.account_id',
      'in',
      ctx.db
        .selectFrom('account')
        .where('account.name', 'in', [...names])
        .select('account.account_id'),
    )
    .select(['profile.user_id', 'profile.name'])
    .execute();
  return names.map((name) => {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Problem(422, `No player is called ${name}.`, { field: 'Names' });
    return row.user_id;
  });
}

/** A conversation that the viewer is in, with what the rules need. */
export interface OwnConversation extends ConversationFacts {
  readonly conversationId: number;
  readonly subject: string;
  readonly beforeId: number;
  readonly readId: number;
  readonly isArchived: boolean;
  /** users who left */
  readonly leftIds: readonly number[];
  /** nobody else is in it, not even a user whose account is closed */
  readonly isLast: boolean;
}

/** Finds a conversation by id; the same Problem 404 for one that does not exist and for one that the viewer is not in. */
export async function ownConversation(ctx: Ctx, conversationId: number): Promise<OwnConversation> {
  const own = await forSite(ctx, 'conversation_member')
    .innerJoin('conversation as c', (join) =>
      join
        .onRef('c.site', '=', 'conversation_member.site')
        .onRef('c.conversation_id', '=', 'conversation_member.conversation_id'),
    )
    .where('conversation_member.conversation_id', '=', conversationId)
    .where('conversation_member.user_id', '=', ctx.viewer.userId)
    .where('conversation_member.left_at', 'is', null)
    .select(['c.is_official', 'before_id', 'read_id', 'is_archived'])
    .select(shownSubject(ctx).as('subject'))
    .executeTakeFirst();
  if (!own) throw notFound('This conversation');
  const members = await forSite(ctx, 'conversation_member')
    .where('conversation_member.conversation_id', '=', conversationId)
    .where('conversation_member.user_id', '<>', ctx.viewer.userId)
    .select(['user_id', 'left_at'])
    .orderBy('user_id')
    .execute();
  const [left, here] = [members.filter((one) => one.left_at), members.filter((one) => !one.left_at)];
  return {
    conversationId,
    subject: own.subject,
    isOfficial: own.is_official,
    beforeId: own.before_id,
    readId: own.read_id,
    isArchived: own.is_archived,
    others: await recipientsById(
      ctx,
      here.map(({ user_id }) => user_id),
    ),
    leftIds: left.map(({ user_id }) => user_id),
    isLast: here.length === 0,
  };
}

/**
 * The same, locked until the transaction ends, so that the ids of its messages are in the order of their commits and its members
 * do not change meanwhile.
 */
export async function lockedConversation(tx: TxCtx, conversationId: number): Promise<OwnConversation> {
  await forSite(tx, 'conversation')
    .where('conversation.conversation_id', '=', conversationId)
    .select('conversation.conversation_id')
    .forNoKeyUpdate()
    .execute();
  return ownConversation(tx, conversationId);
}

/** A message, for rules, notices and reports. */
export interface StoredMessage extends MessageFacts {
  readonly messageId: number;
  readonly conversationId: number;
  readonly senderName: string;
}

/**
 * Finds a message by id. The same Problem 404 for one that does not exist and for one that the viewer does not see as a member.
 * `forDeletion`: also one about which a report is undecided, if the viewer is a moderator; locked until the transaction ends.
 */
export async function visibleMessage(
  ctx: Ctx,
  messageId: number,
  { forDeletion } = { forDeletion: false },
): Promise<StoredMessage> {
  const me = ctx.viewer.userId;
  const row = await forSite(ctx, 'private_message')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'private_message.site').onRef('p.user_id', '=', 'private_message.user_id'),
    )
    .where('private_message.message_id', '=', messageId)
    .where('private_message.hidden_with_account', '=', false)
    .select(['conversation_id', 'private_message.user_id', 'sent_at', 'deleted_at', 'p.name'])
    .select([
      sql<boolean>`exists(select from conversation_member d join conversation c
          on c.site = d.site and c.conversation_id = d.conversation_id
        where d.site = private_message.site and d.conversation_id = private_message.conversation_id and d.user_id = ${me}
          and d.left_at is null and d.before_id < private_message.message_id
          and (c.is_official or not exists(select from user_block k
            where k.site = d.site and k.user_id = ${me} and k.blocked_id = private_message.user_id)))`.as(
        'is_seen',
      ),
      sql<boolean>`exists(select from moderation_case k where k.site = private_message.site
        and k.subject_kind = 'message' and k.subject_id = private_message.message_id and k.state = 'open' and k.reports > 0)`.as(
        'is_reported',
      ),
    ])
    .$if(forDeletion, (query) => query.forNoKeyUpdate('private_message'))
    .executeTakeFirst();
  const isForCrew = forDeletion && row?.is_reported === true && isModerator(ctx.viewer);
  if (!row || !(row.is_seen || isForCrew)) throw notFound('This message');
  return {
    messageId,
    conversationId: row.conversation_id,
    senderId: row.user_id,
    senderName: row.name,
    sentAt: row.sent_at,
    isDeleted: row.deleted_at !== null,
    isSeen: row.is_seen,
    isReported: row.is_reported,
  };
}

/** Who may start a conversation with the viewer. */
export async function acceptanceOfViewer(ctx: Ctx): Promise<Acceptance> {
  const row = await forSite(ctx, 'message_setting')
    .where('message_setting.user_id', '=', ctx.viewer.userId)
    .select('message_setting.accepts')
    .executeTakeFirst();
  return isAcceptance(row?.accepts) ? row.accepts : 'everyone';
}
