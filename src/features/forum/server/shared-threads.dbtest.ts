import { expect, test } from 'vitest';
import { inTransaction } from '#platform/ctx.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { replyTo, startThread } from './actions.ts';
import { forumData } from './personal.ts';
import { postsOnPageOf, readableThread, threadForUpdate } from './repo.ts';
import { sharedThreads } from './shared-threads.ts';
import { threadPage } from './show.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const other = seenFrom(world, { site: 'tmo' });
const ann = await asMember(world);
const start = (ctx: typeof ann, boardId: number, title: string) =>
  inTransaction(ctx, (tx) => {
    world.clock.forward({ minutes: 1 });
    return startThread(tx, { boardId, title, text: `About ${title}` });
  });
const reply = (ctx: typeof ann, threadId: number, text: string) =>
  inTransaction(ctx, async (tx) => {
    world.clock.forward({ minutes: 1 });
    return replyTo(tx, await threadForUpdate(tx, threadId), { text });
  });

test('a shared board lists the threads of all editions; others are not found from elsewhere', async () => {
  const shared = await start(ann, 12, 'Everything else');
  const own = await start(ann, 2, 'Our game');
  const ben = await asMember(other);
  const local = await start(ben, 12, 'From another edition');
  const page = await sharedThreads(other, 12, new URLSearchParams());
  expect(page.rows.map(({ site, threadId }) => [site, threadId])).toEqual([
    ['tmo', local.threadId],
    ['tmnf', shared.threadId],
  ]);
  const on = new URLSearchParams({ on: 'tmnf' });
  expect(await threadPage(other, shared.threadId, on)).toMatchObject({ on: 'tmnf', reply: { ok: false } });
  await expect(threadPage(other, own.threadId, on)).rejects.toThrow(/This thread/);
  await expect(threadPage(other, 1, new URLSearchParams({ on: 'nowhere' }))).rejects.toThrow(/edition/);
});

test('a post of another edition is reported from here: the report belongs to the edition of the post', async () => {
  const { threadId, postId } = await start(ann, 12, 'Reported from elsewhere');
  const local = await start(ann, 2, 'Not shared');
  const ben = await Uploader.of(await asMember(other));
  const [post] = (await postsThere(ben.ctx, threadId)) ?? [];
  expect(post?.mayReport).toBe(true);
  const report = (id: number, on?: string) =>
    ben.ask('POST', '/postcreate', {
      form: new URLSearchParams({
        reportType: '3',
        subjectId: String(id),
        Reason: 'spam',
        Text: 'An advertisement again',
        ...(on && { on }),
      }),
    });
  expect((await report(postId)).status, 'no such post here').toBe(404);
  expect((await report(local.postId, 'tmnf')).status, 'not on a shared board').toBe(404);
  expect((await report(postId, 'tmnf')).status).toBe(200);
  expect((await report(postId, 'tmnf')).status, 'twice').toBe(409);
  const rows = await db
    .selectFrom('report')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'report.site').onRef('profile.user_id', '=', 'report.user_id'),
    )
    .innerJoin('moderation_case as c', (join) =>
      join.onRef('c.site', '=', 'report.site').onRef('c.case_id', '=', 'report.case_id'),
    )
    .where('report.site', 'in', ['tmnf', 'tmo'])
    .where('subject_kind', '=', 'post')
    .select(['report.site', 'subject_id', 'profile.account_id'])
    .execute();
  expect(rows).toEqual([{ site: 'tmnf', subject_id: postId, account_id: ben.ctx.viewer.accountId }]);
});

async function postsThere(ctx: typeof ann, threadId: number) {
  const page = await threadPage(ctx, threadId, new URLSearchParams({ on: 'tmnf' }));
  return 'posts' in page ? page.posts : null;
}

test('users reply from another edition with a profile there', async () => {
  const { threadId } = await start(ann, 12, 'Across');
  const ben = await asMember(other);
  world.clock.forward({ minutes: 1 });
  const form = new URLSearchParams({ Text: 'Hello from over here', on: 'tmnf' });
  const person = await Uploader.of(ben);
  expect((await person.ask('POST', `/postreply/${threadId}`, { form })).status).toBe(200);
  const posts = await postsOnPageOf(world, threadId, 1);
  expect(posts.map(({ user }) => user.Name)).toEqual([ann.viewer.name, ben.viewer.name]);
  const profiles = await db
    .selectFrom('profile')
    .where('site', '=', 'tmnf')
    .where('account_id', '=', ben.viewer.accountId ?? 0)
    .select('forum_posts')
    .execute();
  expect(profiles).toEqual([{ forum_posts: 1 }]);
});

test('posts are hidden, shown and erased with an account; a thread with replies of others stays', async () => {
  const [di, ed] = [await asMember(world), await asMember(world)];
  const alone = await start(di, 2, 'Alone');
  const answered = await start(di, 2, 'Answered');
  await reply(ed, answered.threadId, 'A reply');
  const texts = async (threadId: number) => (await postsOnPageOf(world, threadId, 1)).map(({ html }) => html);
  await inTransaction(world, async (tx) => forumData.hide?.(tx, di.viewer.userId, { tracks: 'kept' }));
  expect(await readableThread(world, alone.threadId)).toBeNull();
  expect(await texts(answered.threadId)).toEqual(['A reply']);
  await inTransaction(world, async (tx) => forumData.show?.(tx, di.viewer.userId));
  expect(await texts(answered.threadId)).toEqual(['About Answered', 'A reply']);
  expect(await readableThread(world, alone.threadId)).toMatchObject({ posts: 1 });
  expect(
    await inTransaction(world, async (tx) => forumData.erase?.(tx, di.viewer.userId, { tracks: 'kept' })),
  ).toBe(false);
  expect(await texts(answered.threadId)).toEqual(['A reply']);
  const left = await db
    .selectFrom('forum_thread')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', di.viewer.userId)
    .select('thread_id')
    .execute();
  expect(left).toEqual([{ thread_id: answered.threadId }]);
});
