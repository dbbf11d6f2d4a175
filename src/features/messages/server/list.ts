import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { linesOf } from '#platform/lines/lines.ts';
import {
  numberKey,
  rowsBehind,
  timeKey,
  type WalkedList,
  type WalkedPage,
  walkPage,
} from '#platform/lists/walk.ts';
import { type Box, conversationsOnPage } from '../model.ts';
import type { ConversationRow } from '../page-data.ts';
import { shownSubject } from './conversation-subject.ts';
import { personOf } from './shown-person.ts';

/** more are shown as `99+` */
const maxCounted = 100;

/** The number of the viewer's conversations with unread messages, at most 100. */
export async function unreadMessages(ctx: Ctx): Promise<number> {
  if (ctx.viewer.userId === 0) return 0;
  const unread = forSite(ctx, 'conversation_member')
    .where('conversation_member.user_id', '=', ctx.viewer.userId)
    .where('conversation_member.left_at', 'is', null)
    .whereRef('conversation_member.newest_id', '>', 'conversation_member.read_id')
    .select('conversation_member.conversation_id')
    .limit(maxCounted);
  const row = await ctx.db
    .selectFrom(unread.as('unread'))
    .select((eb) => eb.fn.countAll<number>().as('conversations'))
    .executeTakeFirstOrThrow();
  return Number(row.conversations);
}

const newestConversations: WalkedList<BoxRow> = {
  pageSize: conversationsOnPage,
  direction: 'desc',
  keys: [
    timeKey('conversation_member.newest_at', (row) => row.newest_at),
    numberKey('conversation_member.conversation_id', (row) => row.conversation_id),
  ],
};

/** A page of the viewer's conversations in a box, the newest message first. */
export async function ownConversations(
  ctx: Ctx,
  box: Box,
  address: URLSearchParams,
): Promise<WalkedPage<ConversationRow>> {
  const keep: Record<string, string> = box === 'archive' ? { box } : {};
  const page = await walkPage(newestConversations, address, keep, (reading) =>
    rowsBehind(boxRows(ctx, box), reading).execute(),
  );
  const [others, lines] = await Promise.all([
    othersIn(
      ctx,
      page.rows.map((row) => row.conversation_id),
    ),
    linesOf(
      ctx,
      'private_message',
      page.rows.flatMap((row) => (row.deleted_at === null ? [row.newest_id] : [])),
    ),
  ]);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      conversationId: row.conversation_id,
      subject: row.subject,
      isOfficial: row.is_official,
      others: others.filter((one) => one.conversation_id === row.conversation_id).map(personOf),
      isUnread: row.newest_id > row.read_id,
      newestAt: row.newest_at,
      newest: {
        from: personOf(row),
        line: lines.get(row.newest_id) ?? null,
      },
    })),
  };
}

const boxRows = (ctx: Ctx, box: Box) =>
  forSite(ctx, 'conversation_member')
    .innerJoin('conversation as c', (join) =>
      join
        .onRef('c.site', '=', 'conversation_member.site')
        .onRef('c.conversation_id', '=', 'conversation_member.conversation_id'),
    )
    .innerJoin('private_message as m', (join) =>
      join
        .onRef('m.site', '=', 'conversation_member.site')
        .onRef('m.message_id', '=', 'conversation_member.newest_id'),
    )
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'm.site').onRef('p.user_id', '=', 'm.user_id'),
    )
    .where('conversation_member.user_id', '=', ctx.viewer.userId)
    .where('conversation_member.left_at', 'is', null)
    .where('conversation_member.newest_id', '>', 0)
    .where('conversation_member.is_archived', '=', box === 'archive')
    .select([
      'conversation_member.conversation_id',
      'conversation_member.newest_id',
      'conversation_member.newest_at',
      'conversation_member.read_id',
      'c.is_official',
      'm.deleted_at',
      'p.user_id',
      'p.name',
      'p.custom_url',
      'p.tint',
    ])
    .select(shownSubject(ctx).as('subject'));

type BoxRow = Awaited<ReturnType<ReturnType<typeof boxRows>['executeTakeFirstOrThrow']>>;

/** The other members of the conversations of a page, in the order in which they joined. */
const othersIn = async (ctx: Ctx, conversationIds: readonly number[]) =>
  conversationIds.length === 0
    ? []
    : forSite(ctx, 'conversation_member')
        .innerJoin('profile as p', (join) =>
          join
            .onRef('p.site', '=', 'conversation_member.site')
            .onRef('p.user_id', '=', 'conversation_member.user_id'),
        )
        .where('conversation_member.conversation_id', 'in', [...conversationIds])
        .where('conversation_member.user_id', '<>', ctx.viewer.userId)
        .where('conversation_member.left_at', 'is', null)
        .orderBy('conversation_member.joined_at')
        .orderBy('conversation_member.user_id')
        .select(['conversation_member.conversation_id', 'p.user_id', 'p.name', 'p.custom_url', 'p.tint'])
        .execute();
