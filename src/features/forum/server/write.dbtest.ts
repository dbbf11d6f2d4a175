import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newsBoardId } from '#lib/codes/forum.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { postsPerDay } from '../model.ts';
import { replyTo, startThread } from './actions.ts';
import { boardById, postsOnPageOf, readableThread, threadForUpdate } from './repo.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const start = (ctx: TestCtx, title = 'A thread', text = 'Its first post', boardId = 2) =>
  inTransaction(ctx, (tx) => startThread(tx, { boardId, title, text }));
const reply = (ctx: TestCtx, threadId: number, text: string) =>
  inTransaction(ctx, async (tx) => replyTo(tx, await threadForUpdate(tx, threadId), { text }));

test('a thread is started and replied to; counters and the last post are updated', async () => {
  const [ann, ben] = [await asMember(world), await asMember(world)];
  const { threadId } = await start(ann);
  world.clock.forward({ minutes: 1 });
  const { postId, number } = await reply(ben, threadId, 'A [b]reply[/b]');
  expect(number).toBe(2);
  expect(await readableThread(world, threadId)).toMatchObject({
    posts: 2,
    lastPostId: postId,
    lastNumber: 2,
    board: { boardId: 2 },
  });
  expect((await postsOnPageOf(world, threadId, 1)).map(({ html }) => html)).toEqual([
    'Its first post',
    'A <strong>reply</strong>',
  ]);
  const counted = (ctx: TestCtx) =>
    db
      .selectFrom('profile')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', ctx.viewer.userId)
      .select(['forum_posts', 'forum_threads'])
      .executeTakeFirst();
  expect(await counted(ann)).toEqual({ forum_posts: 1, forum_threads: 1 });
  expect(await counted(ben)).toEqual({ forum_posts: 1, forum_threads: 0 });
});

test.each([
  ['xx', 'text', /at least 3 visible characters for the title/],
  ['x'.repeat(101), 'text', /title has 101/],
  ['title', 'x', /at least 2 visible characters/],
  ['title', 'x'.repeat(20_001), /text has 20001/],
])('refused: %.10s, %.10s', async (title, text, message) => {
  await expect(start(await asMember(world), title, text)).rejects.toThrow(message);
});

test.each([
  ['xxx', 'xx'],
  ['x'.repeat(100), 'x'.repeat(20_000)],
])('accepted: %.10s, %.10s', async (title, text) => {
  expect(await start(await asMember(world), title, text)).toMatchObject({ threadId: expect.any(Number) });
});

test('a text that is far too long comes back with its form, even if each character takes nine bytes', async () => {
  const person = await Uploader.of(await asMember(world));
  const Text = '日'.repeat(100_000);
  const form = new URLSearchParams({ Title: 'A thread', Text });
  const answer = await person.ask('POST', '/threadcreate/2', { form, headers: { accept: 'text/html' } });
  expect([answer.status, answer.page?.path]).toEqual([422, '/threadcreate/2']);
  expect(answer.page?.problem?.detail).toBe('Your text has 100000 characters. Use at most 20000.');
  expect(answer.page?.form?.values.get('Text')).toBe(Text);
});

test('fifteen seconds between posts, and no repeated text', async () => {
  const ann = await asMember(world);
  const { threadId } = await start(ann);
  await expect(reply(ann, threadId, 'Second')).rejects.toThrow('Wait 15 seconds');
  world.clock.forward({ seconds: 14 });
  await expect(reply(ann, threadId, 'Second')).rejects.toThrow('Wait 1 second before');
  world.clock.forward({ seconds: 1 });
  await reply(ann, threadId, 'Second');
  world.clock.forward({ seconds: 15 });
  await expect(reply(ann, threadId, 'Second')).rejects.toThrow(/already posted/);
});

test(`${postsPerDay} posts within a day, and not one more`, async () => {
  const ann = await asMember(world);
  const { threadId } = await start(ann, 'Busy');
  const postsBefore = (count: number) =>
    sql`insert into forum_post (site, post_id, thread_id, board_id, user_id, number, text, posted_at, updated_at)
      select 'tmnf', next_id('post', 'tmnf'), ${threadId}::integer, 2, ${ann.viewer.userId}::integer, 1000 + n, 'x',
        ${world.clock.now()}, ${world.clock.now()} from generate_series(1, ${count}::integer) n`.execute(db);
  // with the first post of the thread, two below the limit
  await postsBefore(postsPerDay - 3);
  for (const text of ['One below', 'The last one']) {
    world.clock.forward({ seconds: 15 });
    await reply(ann, threadId, text);
  }
  world.clock.forward({ seconds: 15 });
  await expect(reply(ann, threadId, 'One above')).rejects.toThrow(`At most ${postsPerDay} posts a day`);
  world.clock.forward({ hours: 24, seconds: -46 });
  await expect(reply(ann, threadId, 'Still within the day')).rejects.toThrow(/a day/);
  world.clock.forward({ seconds: 1 });
  await reply(ann, threadId, 'The next day');
});

test('the text that the site writes for the author of news does not delay their own comment', async () => {
  const ann = await asMember(world);
  const { threadId } = await inTransaction(ann, (tx) =>
    startThread(tx, { boardId: newsBoardId, title: 'News', text: 'Comments on the news', isPaced: false }),
  );
  await reply(ann, threadId, 'My own comment');
  await expect(reply(ann, threadId, 'Another one')).rejects.toThrow('Wait 15 seconds');
});

test('those who watch a thread get one notice until they read it', async () => {
  const [ann, ben] = [await asMember(world), await asMember(world)];
  const { threadId } = await start(ann, 'Watched');
  for (const text of ['One', 'Two']) {
    world.clock.forward({ minutes: 1 });
    await reply(ben, threadId, text);
  }
  const notices = await db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ann.viewer.userId)
    .select(['kind', 'link', 'times'])
    .execute();
  expect(notices).toEqual([{ kind: 'forum.reply', link: `/threadshow/${threadId}?page=unread`, times: 2 }]);
});

test('news has a board for its comments', async () => {
  expect(await boardById(world, newsBoardId)).toMatchObject({ writeLevel: Level.moderator, replyLevel: 1 });
});
