import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { paces, perDay, perDayMs, sameTextMs } from '../model.ts';

const tooMany = (detail: string, withinMs: number) =>
  new Problem(429, detail, { retryAfterSeconds: Math.ceil(withinMs / 2000) });

/** Refuses to start more conversations, or to write to more new recipients, than the account may within 24 hours. */
export async function assertDay(
  tx: TxCtx,
  more: { conversations: number; recipients: number },
): Promise<void> {
  const now = tx.clock.now();
  const since = new Date(now.getTime() - perDayMs);
  const me = tx.viewer.userId;
  const { created_at, conversations, recipients } = await forSite(tx, 'profile')
    .innerJoin('account', 'account.account_id', 'profile.account_id')
    .where('profile.user_id', '=', me)
    .select('account.created_at')
    .select([
      forSite(tx, 'conversation')
        .where('conversation.user_id', '=', me)
        .where('conversation.started_at', '>', since)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .as('conversations'),
      forSite(tx, 'conversation_member')
        .where('conversation_member.added_by', '=', me)
        .where('conversation_member.user_id', '<>', me)
        .where('conversation_member.joined_at', '>', since)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .as('recipients'),
    ])
    .executeTakeFirstOrThrow();
  const most = perDay(now.getTime() - created_at.getTime());
  const stillHere = 'Your text is saved here.';
  if (Number(conversations) + more.conversations > most.conversations)
    throw tooMany(`You can start ${most.conversations} conversations in 24 hours. ${stillHere}`, perDayMs);
  if (Number(recipients) + more.recipients > most.recipients)
    throw tooMany(`You can write to ${most.recipients} new recipients in 24 hours. ${stillHere}`, perDayMs);
}

interface Started {
  readonly recipients: readonly { readonly userId: number }[];
  readonly subject: string;
  readonly text: string;
  readonly isOfficial: boolean;
}

/**
 * Refuses a conversation that the viewer has just started: with the same recipients, in any order, the same subject and the same text,
 * which was not deleted. Users added later do not count as recipients. The caller has serialised the viewer's writes.
 */
export async function assertNotJustStarted(
  ctx: Ctx,
  { recipients, subject, text, isOfficial }: Started,
): Promise<void> {
  const site = ctx.site.code;
  const me = ctx.viewer.userId;
  const userIds = recipients.map(({ userId }) => userId).sort((a, b) => a - b);
  const started = await forSite(ctx, 'conversation')
    .where('conversation.user_id', '=', me)
    .where('conversation.started_at', '>', new Date(ctx.clock.now().getTime() - sameTextMs))
    .where('conversation.subject', '=', subject)
    .where('conversation.is_official', '=', isOfficial)
    .where(
      sql<boolean>`(select m.text = ${text} and m.deleted_at is null from private_message m
        where m.site = ${site} and m.conversation_id = conversation.conversation_id order by m.message_id limit 1)`,
    )
    .where(
      sql<boolean>`array(select d.user_id from conversation_member d
        where d.site = ${site} and d.conversation_id = conversation.conversation_id and d.before_id = 0 and d.user_id <> ${me}
        order by d.user_id) = ${userIds}::integer[]`,
    )
    .select('conversation.conversation_id')
    .limit(1)
    .executeTakeFirst();
  if (started) throw new Problem(409, 'You’ve just sent this to the same recipients.', { field: 'Text' });
}

/** Refuses too many messages, and the same text twice in a row in one conversation. Deleted messages count too. */
export async function assertPace(tx: TxCtx, conversationId: number | null, text: string): Promise<void> {
  const now = tx.clock.now().getTime();
  const since = (ms: number) => new Date(now - ms);
  const longest = Math.max(...paces.map(({ withinMs }) => withinMs), sameTextMs);
  const row = await forSite(tx, 'private_message')
    .where('private_message.user_id', '=', tx.viewer.userId)
    .where('private_message.sent_at', '>', since(longest))
    .select([
      sql<boolean>`coalesce(bool_or(conversation_id = ${conversationId}::integer and text = ${text} and deleted_at is null
        and sent_at > ${since(sameTextMs)}::timestamptz), false)`.as('again'),
      sql<number[]>`array[${sql.join(
        paces.map(
          ({ withinMs }) => sql`count(*) filter (where sent_at > ${since(withinMs)}::timestamptz)::integer`,
        ),
      )}]`.as('counts'),
    ])
    .executeTakeFirstOrThrow();
  const spent = paces.find(({ most }, index) => (row.counts[index] ?? 0) >= most);
  if (spent)
    throw tooMany(
      `You’re sending too fast: at most ${spent.most} messages ${spent.words}. Your text is saved here.`,
      spent.withinMs,
    );
  if (row.again) throw new Problem(409, 'You’ve just sent this here.', { field: 'Text' });
}
