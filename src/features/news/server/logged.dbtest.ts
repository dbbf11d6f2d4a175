import { expect, test } from 'vitest';
import { decisionData } from '#features/modlog/server/personal.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { loggedChanges, Person } from '#testing/track-people.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const mo = await Person.of(world, Level.moderator);
const kim = await Person.of(world, Level.moderator);

const old = { Title: 'Doors', Message: 'Old [b]text[/b].' };
async function written(): Promise<number> {
  world.clock.forward({ hours: 1 });
  return (await mo.post('/newscreate', old)).json<{ NewsId: number }>().NewsId;
}
const edits = async (newsId: number) =>
  (await loggedChanges(world, 'news', newsId)).filter(({ act }) => act === 'news.edit');

test('an edit of another moderator’s news stores the title, text and status before and after', async () => {
  const newsId = await written();
  const form = { Title: 'Gates', Message: 'New.', Status: 'draft', Reason: 'Wrong.' };
  expect((await kim.post(`/newscreate/${newsId}`, form)).status).toBe(200);
  expect(await edits(newsId)).toEqual([
    {
      act: 'news.edit',
      before: { ...old, Status: 'published' },
      after: { Title: 'Gates', Message: 'New.', Status: 'draft' },
    },
  ]);
});

test('an edit of published news by its author is stored until the account is erased', async () => {
  const newsId = await written();
  expect((await mo.post(`/newscreate/${newsId}`, { ...old, Message: 'New.' })).status).toBe(200);
  expect(await edits(newsId)).toEqual([
    { act: 'news.edit', before: { Message: old.Message }, after: { Message: 'New.' } },
  ]);
  await inTransaction(world, async (tx) => {
    await decisionData([]).erase?.(tx, mo.userId, { tracks: 'kept' });
  });
  expect(await edits(newsId)).toEqual([{ act: 'news.edit', before: null, after: null }]);
});
