import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { answers, idOf, reads, sends, starts, talk } from '#testing/talks.ts';
import type { Uploader } from '#testing/uploader.ts';
import { newPerson } from '#testing/writes.ts';
import { maxMembers, paces, perDay, sameTextMs, subjectLength, textLength } from '../model.ts';
import { unreadMessages } from './list.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const people = (count: number) => Promise.all(Array.from({ length: count }, () => newPerson(world)));
const oldAge = 7 * 24 * 3600_000;

/** A user whose account is this old. */
async function aged(ageMs: number): Promise<Uploader> {
  const one = await newPerson(world);
  await db
    .updateTable('account')
    .set({ created_at: new Date(world.clock.now().getTime() - ageMs) })
    .where('account_id', '=', one.ctx.viewer.accountId)
    .execute();
  return one;
}

/** As if the user had started conversations today, with a new recipient in each of `recipients`. */
async function started(who: Uploader, conversations: number, recipients: number): Promise<void> {
  await sql`
    with c as (
      insert into conversation (site, conversation_id, user_id, subject, started_at)
      select 'tmnf', next_id('conversation', 'tmnf'), ${idOf(who)}::integer, 'x', ${world.clock.now()}
      from generate_series(1, greatest(${conversations}::integer, ${recipients}::integer)) n returning conversation_id
    ), n as (select conversation_id, row_number() over (order by conversation_id) as n from c), other as (
      select user_id from profile where site = 'tmnf' and user_id <> ${idOf(who)}::integer limit 1
    )
    insert into conversation_member (site, conversation_id, user_id, added_by, joined_at, newest_at)
    select 'tmnf', n.conversation_id, other.user_id, ${idOf(who)}::integer, ${world.clock.now()}, ${world.clock.now()}
    from n, other where n.n <= ${recipients}::integer`.execute(db);
}

test.each([
  ['new', 0],
  ['new', oldAge - 1],
  ['older', oldAge],
])('a %s account (%i ms) can start so many conversations within a day and no more', async (_, ageMs) => {
  const [ann, bo] = [await aged(ageMs), await newPerson(world)];
  const { conversations } = perDay(ageMs);
  await started(ann, conversations - 1, 0);
  expect((await starts(ann, [bo], 'one')).status).toBe(200);
  expect((await starts(ann, [bo], 'two')).status).toBe(429);
  world.clock.forward({ days: 1 });
  expect((await starts(ann, [bo], 'three')).status).toBe(200);
});

test('a new account can write to so many recipients within a day, those added later included', async () => {
  const [ann, bo, cy, di] = [await aged(0), ...(await people(3))] as [Uploader, Uploader, Uploader, Uploader];
  const { ConversationId } = await talk(ann, [bo]);
  const add = (other: Uploader) => sends(ann, `/messages/${ConversationId}/people`, { To: `${idOf(other)}` });
  const { recipients } = perDay(0);
  await sql`update conversation_member set added_by = user_id where site = 'tmnf'`.execute(db);
  await db
    .updateTable('conversation')
    .set({ started_at: new Date(0) })
    .where('site', '=', 'tmnf')
    .execute();
  await started(ann, 0, recipients - 1);
  await db
    .updateTable('conversation')
    .set({ started_at: new Date(0) })
    .where('site', '=', 'tmnf')
    .where('subject', '=', 'x')
    .execute();
  expect((await starts(ann, [cy, di])).status).toBe(429);
  expect((await add(cy)).status).toBe(200);
  expect((await add(di)).status).toBe(429);
});

test(`a conversation has at most ${maxMembers} members`, async () => {
  const ann = await aged(oldAge);
  const others = await people(maxMembers);
  expect((await starts(ann, others)).status).toBe(422);
  const { ConversationId } = await talk(ann, others.slice(0, maxMembers - 2));
  const add = (other: Uploader | undefined) =>
    sends(ann, `/messages/${ConversationId}/people`, { To: `${other ? idOf(other) : 0}` });
  expect((await add(others[maxMembers - 2])).status).toBe(200);
  expect((await add(others[maxMembers - 1])).status).toBe(409);
  expect((await starts(ann, others.slice(0, maxMembers - 1))).status).toBe(200);
});

test.each([
  ['no recipient', { To: '' }, 422],
  ['only oneself', { To: 'self' }, 422],
  ['an unknown one', { To: '999999' }, 422],
  ['an unknown name', { To: '', Names: 'nobody at all' }, 422],
  ['words for an id', { To: 'x' }, 400],
  ['no subject', { Subject: '' }, 400],
  ['the longest subject', { Subject: 'é'.repeat(subjectLength.most) }, 200],
  ['too long a subject', { Subject: 'é'.repeat(subjectLength.most + 1) }, 400],
  ['no text', { Text: ' \n ' }, 400],
  ['the longest text', { Text: '😀'.repeat(textLength.most) }, 200],
  ['too long a text', { Text: 'x'.repeat(textLength.most + 1) }, 400],
])('%s is answered %j %i', async (_, form, status) => {
  const [ann, bo] = (await people(2)) as [Uploader, Uploader];
  const fields: Record<string, string> = { To: `${idOf(bo)}`, Subject: 'A', Text: 'B', ...form };
  if (fields.To === 'self') fields.To = `${idOf(ann)}`;
  expect((await sends(ann, '/messages/new', fields)).status).toBe(status);
});

test('a user sends so many messages within a minute, and the same text not twice in a row', async () => {
  const [ann, bo] = (await people(2)) as [Uploader, Uploader];
  const { ConversationId } = await talk(ann, [bo], 'once');
  expect((await answers(ann, ConversationId, 'once')).status).toBe(409);
  const [{ most }] = paces;
  for (let n = 2; n <= most; n++) expect((await answers(ann, ConversationId, `text ${n}`)).status).toBe(200);
  const refused = await answers(ann, ConversationId, 'one more');
  expect([refused.status, refused.problem?.detail]).toEqual([
    429,
    `You’re sending too fast: at most ${most} messages a minute. Your text is saved here.`,
  ]);
  world.clock.forward({ minutes: 1 });
  expect((await answers(ann, ConversationId, 'one more')).status).toBe(200);
});

test.each(paces.slice(1))(
  'at most $most messages $words, and not one more',
  async ({ most, withinMs, words }) => {
    const [ann, bo] = (await people(2)) as [Uploader, Uploader];
    const { ConversationId } = await talk(ann, [bo], 'first');
    const [{ withinMs: minuteMs }] = paces;
    // sent as early within the time as possible; the first message is one of them
    world.clock.forward({ seconds: withinMs / 1000 - 2 * (minuteMs / 1000) });
    await sql`
    insert into private_message (site, message_id, conversation_id, user_id, text, words, sent_at)
    select 'tmnf', next_id('private_message', 'tmnf'), ${ConversationId}::integer, ${idOf(ann)}::integer, 'x' || n, '',
      ${world.clock.now()}::timestamptz - ${withinMs / 2 / 1000}::integer * interval '1 second'
    from generate_series(1, ${most - 3}::integer) n`.execute(db);
    for (const text of ['one below', 'the last one'])
      expect((await answers(ann, ConversationId, text)).status, text).toBe(200);
    const refused = await answers(ann, ConversationId, 'one above');
    expect([refused.status, refused.problem?.detail]).toEqual([
      429,
      `You’re sending too fast: at most ${most} messages ${words}. Your text is saved here.`,
    ]);
    world.clock.forward({ seconds: (2 * minuteMs) / 1000 });
    expect((await answers(ann, ConversationId, 'one above')).status, 'the first one is too old').toBe(200);
  },
);

test('two people reply at once and one leaves at the same moment: no message is lost and nobody is left unread', async () => {
  for (let round = 0; round < 5; round++) {
    const [ann, bo, cy] = (await people(3)) as [Uploader, Uploader, Uploader];
    const { ConversationId } = await talk(ann, [bo, cy], 'start');
    const [first, second, left] = await Promise.all([
      answers(bo, ConversationId, 'from bo'),
      answers(ann, ConversationId, 'from ann'),
      sends(cy, `/messages/${ConversationId}/leave`),
    ]);
    expect([first.status, second.status, left.status]).toEqual([200, 200, 200]);
    expect((await reads(ann, ConversationId)).toSorted()).toEqual(['from ann', 'from bo', 'start']);
    await reads(bo, ConversationId);
    expect([
      await unreadMessages(ann.ctx),
      await unreadMessages(bo.ctx),
      await unreadMessages(cy.ctx),
    ]).toEqual([0, 0, 0]);
  }
});

/** How many conversations the user started. */
const startedBy = async (who: Uploader) => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from conversation
    where site = 'tmnf' and user_id = ${idOf(who)}::integer`.execute(db);
  return rows[0]?.n;
};

test('a conversation that is started ten times at once is started once', async () => {
  const [ann, bo, cy] = [await aged(oldAge), ...(await people(2))] as [Uploader, Uploader, Uploader];
  const all = await Promise.all(Array.from({ length: 10 }, () => starts(ann, [bo, cy], 'once', 'A')));
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  expect(all.find(({ status }) => status === 409)?.problem).toMatchObject({
    detail: 'You’ve just sent this to the same recipients.',
    field: 'Text',
  });
  expect(await startedBy(ann)).toBe(1);
});

test('a conversation is the same if its recipients in any order, its subject and its text are', async () => {
  const [ann, bo, cy] = [await aged(oldAge), ...(await people(2))] as [Uploader, Uploader, Uploader];
  const { ConversationId, MessageId } = await talk(ann, [bo], 'text', 'subject');
  const statusOf = async (to: Uploader[], text: string, subject: string, from = ann) =>
    (await starts(from, to, text, subject)).status;
  expect(await statusOf([bo], 'text', 'subject')).toBe(409);
  expect(await statusOf([bo], 'other text', 'subject')).toBe(200);
  expect(await statusOf([bo], 'text', 'other subject')).toBe(200);
  expect(await statusOf([cy], 'text', 'subject')).toBe(200);
  expect(await statusOf([cy, bo], 'text', 'subject')).toBe(200);
  expect(await statusOf([bo, cy], 'text', 'subject')).toBe(409);
  expect(await statusOf([ann], 'text', 'subject', bo)).toBe(200);
  // neither a reply nor a user added later is part of what was started
  expect((await answers(ann, ConversationId, 'reply')).status).toBe(200);
  expect(await statusOf([bo], 'reply', 'subject')).toBe(200);
  await sends(ann, `/messages/${ConversationId}/people`, { To: `${idOf(cy)}` });
  expect(await statusOf([bo], 'text', 'subject')).toBe(409);
  // a deleted message may be sent again
  await sends(ann, `/messagedelete/${MessageId}`);
  expect(await statusOf([bo], 'text', 'subject')).toBe(200);
  world.clock.forward({ seconds: sameTextMs / 1000 - 1 });
  expect(await statusOf([bo], 'text', 'subject')).toBe(409);
  world.clock.forward({ seconds: 1 });
  expect(await statusOf([bo], 'text', 'subject')).toBe(200);
});

test('two start conversations at once: the limit holds', async () => {
  const [ann, bo] = [await aged(0), await newPerson(world)];
  await started(ann, perDay(0).conversations - 1, 0);
  const statuses = (await Promise.all(['one', 'two', 'three'].map((text) => starts(ann, [bo], text)))).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted()).toEqual([200, 429, 429]);
});
