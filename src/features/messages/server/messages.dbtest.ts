import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { asProblem } from '#platform/http/problem-reply.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { answers, box, finds, idOf, reads, sends, starts, talk } from '#testing/talks.ts';
import type { Uploader } from '#testing/uploader.ts';
import { newPerson, visitorOf, withWrongTokens } from '#testing/writes.ts';
import { unreadMessages } from './list.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const people = (count: number, level?: Level) =>
  Promise.all(Array.from({ length: count }, () => newPerson(world, level)));
const blocks = (who: Uploader, other: Uploader, state = 'true') =>
  sends(who, `/blockuser/${idOf(other)}`, { Block: state });
const unread = ({ ctx }: Uploader) => unreadMessages(ctx);
const conversations = async (who: Uploader, name?: 'inbox' | 'archive') =>
  (await box(who, name)).rows.map(({ conversationId }) => conversationId);
const detail = async (answer: ReturnType<typeof sends>) => {
  const { status, problem } = await answer;
  return [status, problem?.detail];
};

test('a conversation of two: sent, unread, read, answered', async () => {
  const [ann, bo] = (await people(2)) as [Uploader, Uploader];
  const { ConversationId } = await talk(ann, [bo], 'Hello [b]Bo[/b]');
  expect([await unread(ann), await unread(bo)]).toEqual([0, 1]);
  const [row] = (await box(bo)).rows;
  expect(row).toMatchObject({
    conversationId: ConversationId,
    subject: 'A track',
    isUnread: true,
    others: [{ UserId: idOf(ann) }],
    newest: { from: { UserId: idOf(ann) }, line: 'Hello Bo' },
  });
  expect(await reads(bo, ConversationId)).toEqual(['Hello Bo']);
  expect(await unread(bo)).toBe(0);
  await answers(bo, ConversationId, 'Hello Ann');
  expect([await unread(ann), await unread(bo)]).toEqual([1, 0]);
  expect(await reads(ann, ConversationId)).toEqual(['Hello Bo', 'Hello Ann']);
  await sends(ann, `/messages/${ConversationId}/read`, { Read: 'false' });
  expect(await unread(ann)).toBe(1);
  await sends(ann, '/messages/read', {});
  expect(await unread(ann)).toBe(0);
});

test.each([
  ['visitor', null, 401],
  ['basic', Level.basic, 403],
  ['standard', Level.standard, 200],
] as const)('a %s who writes is answered %s %i', async (_, level, status) => {
  const { userId } = (await newPerson(world)).ctx.viewer;
  const form = { To: `${userId}`, Subject: 'A', Text: 'B' };
  if (level === null) expect(await visitorOf(world)('POST', '/messages/new', form)).toBe(status);
  else expect((await sends(await newPerson(world, level), '/messages/new', form)).status).toBe(status);
});

test('a null character in the name of a recipient is a mistake of the sender, not of the server', async () => {
  const form = { To: '', Names: 'A\0nn', Subject: 'A', Text: 'B' };
  const error: unknown = await sends(await newPerson(world), '/messages/new', form).catch((reason) => reason);
  expect(asProblem(error, '')).toMatchObject({
    status: 400,
    message: 'The request contains a null character, which can’t be stored. Remove it and try again.',
  });
});

test('only members have access to a conversation, not even moderators', async () => {
  const [ann, bo] = (await people(2)) as [Uploader, Uploader];
  const { ConversationId, MessageId } = await talk(ann, [bo], 'secretword');
  const others = [
    await newPerson(world),
    await newPerson(world, Level.moderator),
    await newPerson(world, Level.administrator),
  ];
  for (const other of others) {
    await expect(reads(other, ConversationId)).rejects.toThrow('This conversation');
    await expect(reads(other, 999_999)).rejects.toThrow('This conversation');
    for (const act of ['', '/people', '/leave', '/read'])
      expect(
        (await sends(other, `/messages/${ConversationId}${act}`, { Text: 'x', To: `${idOf(other)}` })).status,
      ).toBe(404);
    expect((await sends(other, `/togglepmthreadviewstate/${ConversationId}`)).status).toBe(404);
    expect((await sends(other, `/messagedelete/${MessageId}`)).status).toBe(404);
    const report = {
      reportType: '10',
      subjectId: `${MessageId}`,
      Reason: 'spam',
      Text: 'Something is wrong.',
    };
    expect(await detail(sends(other, '/postcreate', report))).toEqual(
      await detail(sends(other, '/postcreate', { ...report, subjectId: '999999' })),
    );
    expect(await finds(other, 'secretword')).toEqual([]);
  }
  expect(await finds(bo, 'secretword')).toEqual(['secretword']);
  expect(await withWrongTokens(world, bo, 'POST', `/messages/${ConversationId}`, { Text: 'x' })).toEqual([
    400, 400,
  ]);
});

test('users added later see messages from then on; users who left cannot be added again', async () => {
  const [ann, bo, cy, di] = (await people(4)) as [Uploader, Uploader, Uploader, Uploader];
  const { ConversationId } = await talk(ann, [bo], 'before');
  const add = (who: Uploader, ...added: Uploader[]) =>
    sends(who, `/messages/${ConversationId}/people`, { To: added.map(idOf).join(','), Names: '' });
  expect((await sends(bo, `/messages/${ConversationId}/people`, { Names: cy.ctx.viewer.name })).status).toBe(
    200,
  );
  const said = `Added ${cy.ctx.viewer.name} to this conversation.`;
  expect(await reads(ann, ConversationId)).toEqual(['before', said]);
  expect(await reads(cy, ConversationId)).toEqual([said]);
  expect(await finds(cy, 'before')).toEqual([]);
  expect((await add(ann, cy)).status).toBe(422);
  await sends(cy, `/messages/${ConversationId}/leave`);
  await expect(reads(cy, ConversationId)).rejects.toThrow('This conversation');
  expect(await conversations(cy)).toEqual([]);
  expect(await detail(add(ann, cy, di))).toEqual([
    409,
    `${cy.ctx.viewer.name} left this conversation and can’t be added again.`,
  ]);
  await answers(ann, ConversationId, 'after');
  expect(await unread(cy)).toBe(0);
  expect(await finds(cy, 'added')).toEqual([]);
});

test('a conversation ends when the last member leaves; the only remaining member cannot write', async () => {
  const [ann, bo] = (await people(2)) as [Uploader, Uploader];
  const { ConversationId } = await talk(ann, [bo]);
  await sends(bo, `/messages/${ConversationId}/leave`);
  expect(await detail(answers(ann, ConversationId, 'Still there?'))).toEqual([
    409,
    'No one else is in this conversation.',
  ]);
  await sends(ann, `/messages/${ConversationId}/leave`);
  const left = await db
    .selectFrom('private_message')
    .where('site', '=', 'tmnf')
    .where('conversation_id', '=', ConversationId)
    .select('message_id')
    .execute();
  expect(left).toEqual([]);
});

test('PUT /togglepmthreadviewstate moves a conversation between inbox and archive; a new message brings it back', async () => {
  const [ann, bo] = (await people(2)) as [Uploader, Uploader];
  const { ConversationId } = await talk(ann, [bo]);
  const toggle = async (fields: Record<string, string>) =>
    (
      await bo.ask('PUT', `/togglepmthreadviewstate/${ConversationId}`, { form: new URLSearchParams(fields) })
    ).json<{ InboxId: number; ThreadId: number }>();
  const threadId = `${ConversationId}`;
  expect(await toggle({ threadId, inboxId: '0' })).toMatchObject({ ThreadId: ConversationId, InboxId: 1 });
  expect([await conversations(bo), await conversations(bo, 'archive')]).toEqual([[], [ConversationId]]);
  // a repeated request for the same box changes nothing
  expect(await toggle({ threadId, inboxId: '0' })).toMatchObject({ InboxId: 1 });
  expect(await conversations(ann)).toEqual([ConversationId]);
  expect(await toggle({ threadId, inboxId: '1' })).toMatchObject({ InboxId: 0 });
  expect(await toggle({ threadId })).toMatchObject({ InboxId: 1 });
  await answers(ann, ConversationId, 'Are you there?');
  expect(await conversations(bo)).toEqual([ConversationId]);
});

test('a blocked user learns only that messages are not accepted', async () => {
  const [ann, bo, cy] = (await people(3)) as [Uploader, Uploader, Uploader];
  const { ConversationId } = await talk(ann, [bo], 'from ann');
  await blocks(bo, ann);
  const refusal = [403, `${bo.ctx.viewer.name} does not accept messages from you.`];
  expect(await detail(starts(ann, [bo]))).toEqual(refusal);
  expect(await detail(starts(ann, [cy, bo]))).toEqual(refusal);
  expect(await detail(answers(ann, ConversationId, 'Hello?'))).toEqual(refusal);
  await sends(cy, '/messages/settings', { Accepts: 'nobody' });
  expect(await detail(starts(bo, [cy]))).toEqual([
    403,
    `${cy.ctx.viewer.name} does not accept messages from you.`,
  ]);
  expect(await detail(starts(bo, [ann]))).toEqual([
    403,
    `You’ve blocked ${ann.ctx.viewer.name}. Unblock them to write to them.`,
  ]);
  expect(await detail(starts(ann, [bo, cy]))).toEqual([
    403,
    `${bo.ctx.viewer.name} and ${cy.ctx.viewer.name} do not accept messages from you.`,
  ]);
});

test('messages of blocked users disappear from page, inbox, count and search, and return after unblocking', async () => {
  const [ann, bo, cy] = (await people(3)) as [Uploader, Uploader, Uploader];
  const { ConversationId } = await talk(bo, [ann, cy], 'from bo');
  await answers(ann, ConversationId, 'from ann');
  expect(await unread(bo)).toBe(1);
  await blocks(bo, ann);
  expect(await unread(bo)).toBe(0);
  await answers(ann, ConversationId, 'more from ann');
  expect(await unread(bo)).toBe(0);
  expect(await reads(bo, ConversationId)).toEqual(['from bo', 'blocked', 'blocked']);
  expect((await box(bo)).rows[0]?.newest.line).toBe('from bo');
  expect(await finds(bo, 'ann')).toEqual([]);
  expect(await reads(cy, ConversationId)).toEqual(['from bo', 'from ann', 'more from ann']);
  const other = await talk(cy, [bo], 'from cy');
  await blocks(bo, cy);
  expect(await conversations(bo)).toEqual([ConversationId]);
  await blocks(bo, ann, 'false');
  await blocks(bo, cy, 'false');
  expect(await conversations(bo)).toEqual([other.ConversationId, ConversationId]);
  expect(await finds(bo, 'ann')).toEqual(['more from ann', 'from ann']);
});

test.each([
  ['everyone', 200, 200, 200],
  ['known', 403, 200, 200],
  ['nobody', 403, 403, 403],
] as const)('accepting messages of %s', async (accepts, otherUser, fan, writtenTo) => {
  const [ann, bo, cy, di] = (await people(4)) as [Uploader, Uploader, Uploader, Uploader];
  await sends(ann, '/messages/settings', { Accepts: accepts });
  const own = await talk(ann, [cy], 'I write to you');
  await sends(ann, `/togglefavoriteuser/${idOf(di)}`);
  expect((await starts(bo, [ann])).status).toBe(otherUser);
  expect((await starts(di, [ann])).status).toBe(fan);
  expect((await starts(cy, [ann])).status).toBe(writtenTo);
  // a recipient can always answer
  expect((await answers(cy, own.ConversationId, 'I answer')).status).toBe(200);
});

test('a message can be deleted within 15 minutes, by its sender only', async () => {
  const [ann, bo] = (await people(2)) as [Uploader, Uploader];
  const { ConversationId, MessageId } = await talk(ann, [bo], 'a mistake');
  expect((await sends(bo, `/messagedelete/${MessageId}`)).status).toBe(403);
  world.clock.forward({ minutes: 15 });
  expect((await sends(ann, `/messagedelete/${MessageId}`)).status).toBe(200);
  expect((await sends(ann, `/messagedelete/${MessageId}`)).status).toBe(409);
  expect(await reads(bo, ConversationId)).toEqual(['deleted']);
  expect((await box(bo)).rows[0]?.newest.line).toBeNull();
  expect(await finds(bo, 'mistake')).toEqual([]);
  const later = (await answers(ann, ConversationId, 'too late')).json<{ MessageId: number }>().MessageId;
  world.clock.forward({ minutes: 15, seconds: 1 });
  expect((await sends(ann, `/messagedelete/${later}`)).status).toBe(403);
});

test('a search matches beginnings of words, ignores accents, and also searches subjects', async () => {
  const [ann, bo] = (await people(2)) as [Uploader, Uploader];
  await talk(ann, [bo], 'Žofie drove the [b]northern[/b] curve', 'Shortcut');
  await talk(bo, [ann], 'nothing of note', 'Else');
  expect(await finds(bo, 'zofie NORTH')).toEqual(['Žofie drove the northern curve']);
  expect(await finds(bo, 'shortc')).toHaveLength(1);
  expect(await finds(bo, 'zofie note')).toEqual([]);
  expect(await finds(bo, "north' | '@")).toHaveLength(1);
  expect(await finds(bo, '')).toEqual([]);
});

test('a person is notified of a conversation once while it is unread; opening it marks the notice as read', async () => {
  const [ann, bo] = (await people(2)) as [Uploader, Uploader];
  const { ConversationId } = await talk(ann, [bo]);
  await answers(ann, ConversationId, 'And another');
  const notices = () =>
    db
      .selectFrom('notice')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', idOf(bo))
      .select(['kind', 'times', 'link', 'read_at', 'text'])
      .execute();
  expect(await notices()).toEqual([
    {
      kind: 'message.new',
      times: 2,
      link: `/messages/${ConversationId}`,
      read_at: null,
      text: `${ann.ctx.viewer.name} wrote to you in “A track”.`,
    },
  ]);
  await reads(bo, ConversationId);
  expect((await notices())[0]?.read_at).not.toBeNull();
});
