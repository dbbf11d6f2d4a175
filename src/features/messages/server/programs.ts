import { z } from 'zod';
import { rowIdIn } from '#lib/codes/ids.ts';
import { tokenRead } from '#platform/http/token-endpoint.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import { routes } from '#routes/routes.ts';
import { ownConversations } from './list.ts';
import { ownConversation } from './repo.ts';
import { membersOf, messagesOf, stateOfMessages } from './show.ts';

const person = z.object({ UserId: z.int(), Name: z.string() });
const next = z.string().nullable().describe('the address of the next page; null: there is none');
const personIn = ({ UserId, Name }: z.output<typeof person>) => ({ UserId, Name });
const time = (at: Date) => at.toISOString().slice(0, -1);

/** GET /api/messages: the conversations of a token's owner. */
export const conversationsForPrograms = tokenRead({
  scope: 'messages',
  about: 'Your conversations, the one with the newest message first.',
  query: { box: 'archive: those that you archived', after: 'see Next of the previous page' },
  output: z.object({
    Next: next,
    Results: z.array(
      z.object({
        ConversationId: z.int(),
        Subject: z.string(),
        IsOfficial: z.boolean(),
        IsUnread: z.boolean(),
        NewestAt: z.string(),
        Others: z.array(person),
      }),
    ),
  }),
  async read(ctx, { query }) {
    const box = query.get('box') === 'archive' ? 'archive' : 'inbox';
    const page = await ownConversations(ctx, box, query);
    return {
      Next: page.next === null ? null : routes.apiMessages() + page.next,
      Results: page.rows.map((row) => ({
        ConversationId: row.conversationId,
        Subject: row.subject,
        IsOfficial: row.isOfficial,
        IsUnread: row.isUnread,
        NewestAt: time(row.newestAt),
        Others: row.others.map(personIn),
      })),
    };
  },
});

/** GET /api/messages/:conversationId: its messages. */
export const messagesForPrograms = tokenRead({
  scope: 'messages',
  about:
    'The messages of one of your conversations, the newest first. Reading them here does not mark them as read.',
  query: { after: 'see Next of the previous page' },
  output: z.object({
    ConversationId: z.int(),
    Subject: z.string(),
    IsOfficial: z.boolean(),
    Members: z.array(person.extend({ HasLeft: z.boolean() })),
    Next: next,
    Results: z.array(
      z.object({
        MessageId: z.int(),
        User: person,
        SentAt: z.string(),
        State: z.enum(['shown', 'deleted', 'blocked']),
        Text: z.string().nullable().describe('BB code; null unless the message is shown'),
      }),
    ),
  }),
  async read(ctx, { query }, params) {
    const own = await ownConversation(ctx, rowIdIn(params.conversationId) ?? 0);
    const [page, members, stateOf] = await Promise.all([
      messagesOf(ctx, own, query),
      membersOf(ctx, own),
      stateOfMessages(ctx, own),
    ]);
    const shown = page.rows.map((row) => (stateOf(row) === 'shown' ? row.text : ''));
    const texts = await mentionsAsTyped(ctx, shown);
    return {
      ConversationId: own.conversationId,
      Subject: own.subject,
      IsOfficial: own.isOfficial,
      Members: members.map(({ UserId, Name, hasLeft }) => ({ UserId, Name, HasLeft: hasLeft })),
      Next: page.next === null ? null : routes.apiConversation(own.conversationId) + page.next,
      Results: page.rows.map((row, index) => {
        const State = stateOf(row);
        return {
          MessageId: row.message_id,
          User: { UserId: row.user_id, Name: row.name },
          SentAt: time(row.sent_at),
          State,
          Text: State === 'shown' ? (texts[index] ?? null) : null,
        };
      }),
    };
  },
});
