import { expect, test } from 'vitest';
import { shownQueue } from '#features/moderation/console/server/queue.ts';
import { subjectsOf } from '#features/moderation/server/subjects.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { answers, idOf, reads, sends, starts, talk } from '#testing/talks.ts';
import type { Uploader } from '#testing/uploader.ts';
import { newPerson } from '#testing/writes.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const three = async () =>
  (await Promise.all(
    [Level.standard, Level.standard, Level.moderator].map((level) => newPerson(world, level)),
  )) as [Uploader, Uploader, Uploader];
const reports = (who: Uploader, messageId: number) =>
  sends(who, '/postcreate', {
    reportType: '10',
    subjectId: `${messageId}`,
    Reason: 'offensive',
    Text: 'This is an insult.',
  });
const crew = (mo: Uploader) => grantRole(mo.ctx, Level.moderator, [world.site.code]);
const seenByCrew = async (messageId: number) =>
  (await subjectsOf(world, [{ kind: 'message', id: messageId }])).get(`message-${messageId}`);

test('moderators see a reported message and nothing else of the conversation', async () => {
  const [ann, bo, mo] = await three();
  const { ConversationId, MessageId } = await talk(ann, [bo], 'an insult');
  const other = (await answers(ann, ConversationId, 'something private')).json<{ MessageId: number }>();
  expect(await seenByCrew(MessageId)).toBeUndefined();
  expect((await sends(mo, `/messagedelete/${MessageId}`, { Reason: 'x' })).status).toBe(404);
  expect((await reports(bo, MessageId)).status).toBe(200);
  expect((await reports(bo, MessageId)).status).toBe(409);
  expect(await seenByCrew(MessageId)).toMatchObject({
    title: `A message from ${ann.ctx.viewer.name}`,
    quote: 'an insult',
    link: null,
  });
  expect(await seenByCrew(other.MessageId)).toBeUndefined();
  const queue = JSON.stringify(await shownQueue(await crew(mo), new URLSearchParams('kind=message')));
  expect(queue).toContain('an insult');
  expect(queue).not.toContain('something private');
  await expect(reads(mo, ConversationId)).rejects.toThrow('This conversation');
  expect((await sends(mo, `/messagedelete/${other.MessageId}`, { Reason: 'x' })).status).toBe(404);
});

test('a moderator deletes a reported message with a reason, and its sender is notified', async () => {
  const [ann, bo, mo] = await three();
  const { ConversationId, MessageId } = await talk(ann, [bo], 'an insult');
  await reports(bo, MessageId);
  expect((await sends(mo, `/messagedelete/${MessageId}`, { Reason: '' })).status).toBe(400);
  expect((await sends(mo, `/messagedelete/${MessageId}`, { Reason: 'An insult' })).status).toBe(200);
  expect(await reads(bo, ConversationId)).toEqual(['deleted']);
  // still there for the decision
  expect(await seenByCrew(MessageId)).toMatchObject({ quote: 'an insult', isGone: true });
  const act = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('subject_kind', '=', 'message')
    .where('subject_id', '=', MessageId)
    .select(['act', 'reason'])
    .execute();
  expect(act).toEqual([{ act: 'message.delete', reason: 'An insult' }]);
  const notice = await db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', idOf(ann))
    .select(['kind', 'text'])
    .execute();
  expect(notice).toEqual([
    { kind: 'message.moderated', text: 'A moderator deleted a message of yours: An insult' },
  ]);
});

test('senders cannot remove the evidence: the text of a reported message is stored until the decision', async () => {
  const [ann, bo] = await three();
  const { ConversationId, MessageId } = await talk(ann, [bo], 'an insult');
  await reports(bo, MessageId);
  expect((await sends(ann, `/messagedelete/${MessageId}`)).status).toBe(200);
  for (const who of [ann, bo]) await sends(who, `/messages/${ConversationId}/leave`);
  expect(await seenByCrew(MessageId)).toMatchObject({ quote: 'an insult', isGone: true });
});

test('a message of the crew reaches those who blocked its sender, and is logged with a reason', async () => {
  const [ann, bo, mo] = await three();
  await sends(bo, `/blockuser/${idOf(mo)}`, { Block: 'true' });
  await sends(bo, '/messages/settings', { Accepts: 'nobody' });
  expect((await starts(mo, [bo])).status).toBe(403);
  const form = { To: `${idOf(bo)}`, Subject: 'Your track', Text: 'Please read the rules', Official: 'true' };
  expect((await sends(ann, '/messages/new', { ...form, Reason: 'I want to' })).status).toBe(403);
  expect((await sends(mo, '/messages/new', form)).status).toBe(400);
  const sent = await sends(mo, '/messages/new', { ...form, Reason: 'A warning' });
  const { ConversationId } = sent.json<{ ConversationId: number }>();
  expect(await reads(bo, ConversationId)).toEqual(['Please read the rules']);
  expect((await answers(bo, ConversationId, 'I shall')).status).toBe(200);
  expect((await answers(mo, ConversationId, 'Thank you')).status).toBe(200);
  expect((await sends(bo, `/messages/${ConversationId}/people`, { To: `${idOf(ann)}` })).status).toBe(403);
});
