import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { linesOf } from '#platform/lines/lines.ts';
import { hasEntries, type SoughtEntries } from '#platform/lists/search-text.ts';
import { numberKey, rowsBehind, type WalkedList, type WalkedPage, walkPage } from '#platform/lists/walk.ts';
import { resultsOnPage } from '../model.ts';
import type { FoundMessage } from '../page-data.ts';
import { searchedEntries } from '../search-words.ts';
import { shownSubject } from './conversation-subject.ts';
import { personOf } from './shown-person.ts';

const newestMessages: WalkedList<FoundMessage> = {
  pageSize: resultsOnPage,
  direction: 'desc',
  keys: [numberKey('f.message_id', ({ messageId }) => messageId)],
};

/** Messages in the viewer's conversations that contain all words, the newest first; null if no word was typed. */
export async function findMessages(
  ctx: Ctx,
  typed: string,
  address: URLSearchParams,
): Promise<WalkedPage<FoundMessage> | null> {
  const query = searchedEntries(typed, ctx.viewer.userId);
  if (query === null) return null;
  return walkPage(newestMessages, address, { q: typed }, async (reading) => {
    const rows = await rowsBehind(matches(ctx, query), reading).execute();
    const lines = await linesOf(
      ctx,
      'private_message',
      rows.map((row) => row.message_id),
    );
    return rows.map((row) => ({
      messageId: row.message_id,
      conversationId: row.conversation_id,
      subject: row.subject,
      from: personOf(row),
      sentAt: row.sent_at,
      line: lines.get(row.message_id) ?? '',
    }));
  });
}

/**
 * The index finds the messages that contain the words and were sent to the viewer. `offset 0` makes PostgreSQL find these first:
 * otherwise it might walk through all messages of the edition in the order of the page, if it expects many matches.
 */
function matches(ctx: Ctx, query: SoughtEntries) {
  const me = ctx.viewer.userId;
  const found = forSite(ctx, 'private_message')
    .where(hasEntries(sql.ref('private_message.words'), query))
    .selectAll('private_message')
    .offset(sql.lit(0));
  return ctx.db
    .selectFrom(found.as('f'))
    .innerJoin('conversation as c', (join) =>
      join.onRef('c.site', '=', 'f.site').onRef('c.conversation_id', '=', 'f.conversation_id'),
    )
    .innerJoin('conversation_member as d', (join) =>
      join.onRef('d.site', '=', 'f.site').onRef('d.conversation_id', '=', 'f.conversation_id'),
    )
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'f.site').onRef('p.user_id', '=', 'f.user_id'),
    )
    .where('f.site', '=', ctx.site.code)
    .where('d.user_id', '=', me)
    .where('d.left_at', 'is', null)
    .whereRef('d.before_id', '<', 'f.message_id')
    .where('f.deleted_at', 'is', null)
    .where('f.hidden_with_account', '=', false)
    .where(
      sql<boolean>`(c.is_official or f.user_id <> all(array(
        select k.blocked_id from user_block k where k.site = ${ctx.site.code} and k.user_id = ${me})))`,
    )
    .select([
      'f.message_id',
      'f.conversation_id',
      'f.sent_at',
      'p.user_id',
      'p.name',
      'p.custom_url',
      'p.tint',
    ])
    .select(shownSubject(ctx).as('subject'));
}
