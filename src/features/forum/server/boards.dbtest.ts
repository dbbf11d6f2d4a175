import { expect, test } from 'vitest';
import { forumBoards } from '#lib/codes/forum.ts';
import { Level } from '#lib/codes/level.ts';
import { Caches } from '#platform/page-cache/caches.ts';
import { startTrackSearch } from '#server/track-search.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeThread } from '#testing/make-community.ts';
import { asMember } from '#testing/tracks.ts';
import { shownBoards } from './boards.ts';
import { postsOnPageOf, readableThread } from './repo.ts';

const { db, url } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const mo = await asMember(world, Level.moderator);
const userId = ann.viewer.userId;
const day = (n: number) => new Date(Date.UTC(2012, 0, n));
const say = (n: number) => Array.from({ length: n }, (_, at) => ({ userId, text: `post ${at}` }));

const old = await makeThread(world, { boardId: 2, userId, title: 'Old', at: day(1), posts: say(25) });
const fresh = await makeThread(world, { boardId: 2, userId, title: 'Fresh', at: day(9), posts: say(2) });
const hushed = await makeThread(world, { boardId: 13, userId, title: 'Hush', at: day(3), posts: say(1) });

test('all boards that the viewer may read, in order, with their latest thread', async () => {
  const boards = await shownBoards(world);
  expect(boards.every(({ isOpen }) => isOpen)).toBe(true);
  expect(boards.map(({ boardId }) => boardId)).toEqual(
    forumBoards.filter(({ readLevel }) => readLevel === undefined).map(({ boardId }) => boardId),
  );
  expect(boards.find(({ boardId }) => boardId === 2)).toMatchObject({
    threads: 2,
    posts: 27,
    last: { threadId: fresh, title: 'Fresh' },
  });
  expect(boards.find(({ boardId }) => boardId === 3)).toMatchObject({ threads: 0, posts: 0, last: null });
  expect((await shownBoards(mo)).find(({ boardId }) => boardId === 13)).toMatchObject({
    isOpen: false,
    boardId: 13,
    threads: 1,
  });
});

test('each board says whether the viewer may start a thread there, and why not', async () => {
  const newcomer = await asMember(world, Level.basic);
  const startsOf = async (ctx: typeof world) => {
    const boards = await shownBoards(ctx);
    return [1, 2].map((id) => boards.find(({ boardId }) => boardId === id)?.start);
  };
  const crewOnly = { ok: false, reason: 'Only moderators can start threads on this board.' };
  expect(await startsOf(world)).toMatchObject([
    crewOnly,
    { ok: false, reason: 'Sign in to start a thread.' },
  ]);
  expect(await startsOf(newcomer)).toMatchObject([
    crewOnly,
    { ok: false, reason: 'Confirm your email to start threads.' },
  ]);
  expect(await startsOf(ann)).toMatchObject([crewOnly, { ok: true }]);
  expect(await startsOf(mo)).toMatchObject([{ ok: true }, { ok: true }]);
});

test('a thread is read page by page; that of a closed board is not found', async () => {
  expect(await readableThread(world, old)).toMatchObject({ title: 'Old', posts: 25, board: { boardId: 2 } });
  expect(await readableThread(world, hushed)).toBeNull();
  expect(await readableThread(mo, hushed)).toMatchObject({ title: 'Hush' });
  const page = await postsOnPageOf(world, old, 2);
  expect(page.map(({ html }) => html)).toEqual(['post 20', 'post 21', 'post 22', 'post 23', 'post 24']);
  expect(page[0]).toMatchObject({ user: { UserId: userId, Name: ann.viewer.name } });
});

test('boards are counted once for everybody, and again after a post; closed ones are shown to the crew only', async () => {
  const caches = new Caches({ clock: world.clock, sites: ['tmnf'], maxBytes: 1_000_000 });
  const cached = { caches, finders: new Map() };
  await startTrackSearch({ ...world, ...cached }, [world.site], url).loaded;
  await expect.poll(() => caches.parts.isOn).toBe(true);
  const shown = async (ctx: typeof world) => {
    const boards = await shownBoards({ ...ctx, ...cached });
    return [4, 13].map((id) => boards.find(({ boardId }) => boardId === id)?.threads);
  };
  expect(await shown(world)).toEqual([0, undefined]);
  const { misses } = caches.parts;
  expect(await shown(mo)).toEqual([0, 1]);
  expect(await shown(ann)).toEqual([0, undefined]);
  expect(caches.parts.misses).toBe(misses);
  await makeThread(world, { boardId: 4, userId, title: 'New', at: day(12), posts: say(1) });
  await makeThread(world, { boardId: 13, userId, title: 'Hush again', at: day(12), posts: say(1) });
  expect(await shown(mo)).toEqual([1, 2]);
  // visitors see it as soon as this process has learnt of both posts
  await expect.poll(() => shown(world), { timeout: 20_000 }).toEqual([1, undefined]);
});

test('who has just posted sees it on the boards, although this process has not learnt of it yet', async () => {
  const ben = await asMember(world);
  const other = await asMember(world);
  // nothing tells it of changes
  const caches = new Caches({ clock: world.clock, sites: ['tmnf'], maxBytes: 1_000_000 });
  caches.parts.follow();
  const cached = { caches };
  const postsOn5 = async (ctx: typeof world) =>
    (await shownBoards({ ...ctx, ...cached })).find(({ boardId }) => boardId === 5)?.posts;
  expect(await postsOn5(ben)).toBe(0);
  const posts = [{ userId: ben.viewer.userId, text: 'New' }];
  await makeThread(world, {
    boardId: 5,
    userId: ben.viewer.userId,
    title: 'Mine',
    at: world.clock.now(),
    posts,
  });
  expect([await postsOn5(ben), await postsOn5(mo), await postsOn5(other)]).toEqual([1, 1, 0]);
});

test('a removed post is omitted', async () => {
  const [first] = await postsOnPageOf(world, fresh, 1);
  await db
    .updateTable('forum_post')
    .set({ deleted_at: day(10) })
    .where('site', '=', 'tmnf')
    .where('post_id', '=', first?.postId ?? 0)
    .execute();
  expect((await postsOnPageOf(world, fresh, 1)).map(({ html }) => html)).toEqual(['post 1']);
});
