import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { costOf } from '#testing/rows-read.ts';
import { idOf } from '#testing/talks.ts';
import type { Uploader } from '#testing/uploader.ts';
import { newPerson } from '#testing/writes.ts';
import { conversationsOnPage, messagesOnPage } from '../model.ts';
import { assertNotJustStarted } from './limits.ts';
import { ownConversations, unreadMessages } from './list.ts';
import { findMessages } from './search.ts';
import { conversationPage } from './show.ts';

/** Ann has 5,000 conversations with Bo, of which the first has 10,000 messages; Cy and Di wrote as many to each other. */
const { db } = await testDb({ statementTimeoutMs: 0 });
const world = await testCtx({ db, site: 'tmnf' });
const [conversations, messages] = [5000, 10_000];
const [ann, bo, cy, di] = (await Promise.all([1, 2, 3, 4].map(() => newPerson(world)))) as [
  Uploader,
  Uploader,
  Uploader,
  Uploader,
];
await fill(1, ann, bo);
await fill(1_000_001, cy, di);
await sql`vacuum analyze conversation, conversation_member, private_message, profile`.execute(db);
const seen = rememberStatements();

/** `first`: the lowest ids. A hundred messages contain the word "rare". */
async function fill(first: number, a: Uploader, b: Uploader): Promise<void> {
  const [one, other] = [sql`${idOf(a)}::integer`, sql`${idOf(b)}::integer`];
  const at = sql`timestamptz '2020-01-01Z' + n * interval '1 minute'`;
  await sql`insert into conversation (site, conversation_id, user_id, subject, started_at)
    select 'tmnf', ${first}::integer + n, ${one}, 'Subject ' || n, ${at} from generate_series(0, ${conversations - 1}::integer) n`.execute(
    db,
  );
  await sql`insert into private_message (site, message_id, conversation_id, user_id, text, words, sent_at)
    select 'tmnf', ${first}::integer + n, ${first}::integer + greatest(0, n - ${messages - 1}::integer),
      case when n % 2 = 0 then ${one} else ${other} end, 'Text ' || n,
      array_to_tsvector(array['text', '@' || ${one}, '@' || ${other}] || case when n % 100 = 0 then array['rare'] else '{}' end),
      ${at}
    from generate_series(0, ${messages + conversations - 2}::integer) n`.execute(db);
  await sql`insert into conversation_member (site, conversation_id, user_id, added_by, joined_at, newest_id, newest_at)
    select 'tmnf', m.conversation_id, u, ${one}, now(), max(m.message_id), max(m.sent_at)
    from private_message m, unnest(array[${one}, ${other}]) u
    where m.site = 'tmnf' and m.message_id >= ${first}::integer and m.message_id < ${first + 1_000_000}::integer
    group by m.conversation_id, u`.execute(db);
}

const costs = (work: () => Promise<unknown>) => costOf(db, seen, work);

test('any page of an inbox with 5,000 conversations reads its own rows, and so does the count of unread ones', async () => {
  const inbox = (query: string) => ownConversations(ann.ctx, 'inbox', new URLSearchParams(query));
  let query = '';
  for (let page = 0; page < 3; page++) {
    const { next, rows } = await inbox(query);
    expect(rows).toHaveLength(conversationsOnPage);
    const cost = await costs(() => inbox(query));
    // a membership, a conversation, a message, its writer, and the other member with a name
    expect(cost.rows + cost.entries).toBeLessThan(8 * (conversationsOnPage + 1));
    query = next ?? '';
  }
  const middle = await costs(() => inbox(`after=${Date.UTC(2020, 0, 8)}.2500`));
  expect(middle.rows + middle.entries).toBeLessThan(8 * (conversationsOnPage + 1));
  const unread = await costs(() => unreadMessages(ann.ctx));
  expect(unread.rows + unread.entries).toBeLessThanOrEqual(100);
});

test('any page of a conversation with 10,000 messages reads its own messages', async () => {
  for (const query of ['', 'after=5000', 'before=5000', 'message=7', 'after=3']) {
    const show = () => conversationPage(ann.ctx, '1', new URLSearchParams(query));
    const page = await show();
    expect(page.messages.length).toBe(query === 'after=3' ? 2 : messagesOnPage);
    const cost = await costs(show);
    expect(cost.rows + cost.entries).toBeLessThan(3 * messagesOnPage + 40);
  }
});

test('before a conversation is started, only the recent ones with its subject are read', async () => {
  const ctx = { ...ann.ctx, clock: { now: () => new Date(Date.UTC(2020, 0, 1, 0, conversations)) } };
  const started = (text: string) => ({
    recipients: [{ userId: idOf(bo) }],
    subject: `Subject ${conversations - 5}`,
    text,
    isOfficial: false,
  });
  const check = (text: string) => assertNotJustStarted(ctx, started(text));
  const again = `Text ${messages + conversations - 6}`;
  await expect(check(again)).rejects.toMatchObject({ status: 409 });
  const cost = await costs(() => check('another text'));
  // ten conversations, and a message
  expect(cost.rows + cost.entries).toBeLessThan(20);
});

test('a search reads the viewer’s own messages that contain the words, not those of others', async () => {
  const find = (typed: string) => () => findMessages(ann.ctx, typed, new URLSearchParams());
  const own = Math.ceil((messages + conversations - 1) / 100);
  expect((await find('rare')())?.rows.length).toBeGreaterThan(0);
  const rare = await costs(find('rare'));
  // a match, its conversation, the membership and the writer
  expect(rare.rows + rare.entries).toBeLessThan(6 * own);
  const none = await costs(find('unheard'));
  expect(none.rows + none.entries).toBeLessThan(10);
});
