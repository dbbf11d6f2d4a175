import { expect, test } from 'vitest';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { answers, box, finds, idOf, reads, sends, talk } from '#testing/talks.ts';
import type { Uploader } from '#testing/uploader.ts';
import { newPerson } from '#testing/writes.ts';
import { unreadMessages } from './list.ts';
import { messageData } from './personal.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const people = async () =>
  (await Promise.all([1, 2, 3].map(() => newPerson(world)))) as [Uploader, Uploader, Uploader];
const run = (part: 'hide' | 'show' | 'erase', who: Uploader) =>
  inTransaction(world, async (tx) => void (await messageData[part]?.(tx, idOf(who), { tracks: 'kept' })));
const inbox = async (who: Uploader) => (await box(who)).rows.map(({ newest }) => newest.line);
async function exported(who: Uploader) {
  let text = '';
  for await (const part of messageData.exported?.(world, idOf(who)) ?? [])
    if ('content' in part) for await (const piece of part.content) text += String(piece);
  return (JSON.parse(text) as { Text: string; Members: string[] }[]).map((row) => row.Text);
}

test('messages of a closed account are hidden from others, and shown again when it is reopened', async () => {
  const [ann, bo, cy] = await people();
  const group = await talk(ann, [bo, cy], 'word from ann');
  await answers(bo, group.ConversationId, 'word from bo');
  await answers(ann, group.ConversationId, 'another word');
  await talk(ann, [bo], 'word for bo');
  const seen = async () => ({
    read: await reads(cy, group.ConversationId),
    inbox: await inbox(bo),
    unread: await unreadMessages(bo.ctx),
    found: await finds(bo, 'word'),
    exported: await exported(bo),
  });
  const before = await seen();
  expect(before.inbox).toEqual(['word for bo', 'another word']);
  await run('hide', ann);
  expect(await seen()).toEqual({
    read: ['word from bo'],
    inbox: ['word from bo'],
    unread: 0,
    found: ['word from bo'],
    exported: ['word from bo'],
  });
  // the user's own export is complete
  expect(await exported(ann)).toContain('word from ann');
  await run('show', ann);
  expect(await seen()).toEqual(before);
});

test('an erased user leaves nothing behind; conversations of others stay, and empty ones end', async () => {
  const [ann, bo, cy] = await people();
  const group = await talk(ann, [bo, cy], 'word from ann');
  await answers(bo, group.ConversationId, 'word from bo');
  const two = await talk(ann, [bo], 'word for bo');
  await sends(bo, `/messages/${two.ConversationId}/leave`);
  await sends(ann, '/messages/settings', { Accepts: 'nobody' });
  await run('hide', ann);
  await run('erase', ann);
  expect(await reads(cy, group.ConversationId)).toEqual(['word from bo']);
  await answers(cy, group.ConversationId, 'word from cy');
  expect(await inbox(bo)).toEqual(['word from cy']);
  const count = async (table: 'conversation' | 'private_message', id: number) =>
    (
      await db
        .selectFrom(table)
        .where('site', '=', 'tmnf')
        .where('conversation_id', '=', id)
        .select('conversation_id')
        .execute()
    ).length;
  expect([
    await count('conversation', two.ConversationId),
    await count('private_message', two.ConversationId),
  ]).toEqual([0, 0]);
  for (const column of messageData.covers) {
    const [table = '', name = ''] = column.split('.');
    const rows = await db
      .selectFrom(table as 'conversation')
      .where('site', '=', 'tmnf')
      .where(name as 'user_id', '=', idOf(ann))
      .select('site')
      .execute();
    expect([column, rows]).toEqual([column, []]);
  }
});

test('an export contains what the user can read today, and their own messages in conversations that they left', async () => {
  const [ann, bo, cy] = await people();
  const group = await talk(ann, [bo, cy], 'from ann');
  await answers(bo, group.ConversationId, 'from bo');
  await answers(cy, group.ConversationId, 'from cy');
  expect(await exported(bo)).toEqual(['from ann', 'from bo', 'from cy']);
  await sends(bo, `/blockuser/${idOf(ann)}`, { Block: 'true' });
  expect(await exported(bo)).toEqual(['from bo', 'from cy']);
  await sends(bo, `/messages/${group.ConversationId}/leave`);
  expect(await exported(bo)).toEqual(['from bo']);
});
