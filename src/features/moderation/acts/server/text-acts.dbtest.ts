import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { startThread } from '#features/forum/server/actions.ts';
import { lockThread, mergeThread, moveThread, pinThread } from '#features/forum/server/manage-threads.ts';
import { threadToWrite } from '#features/forum/server/posts.ts';
import type { Act } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeAddress, makeBoard, makeNews, makeVideo } from '#testing/make-community.ts';
import { makePack } from '#testing/make-lists.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';
import { subjectsOf } from '../../server/subjects.ts';
import type { SubjectKind } from '../../subjects.ts';
import { offeredActs } from './offered-acts.ts';
import { performAct } from './perform.ts';
import { performUndo } from './undo.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const moderator = await grantRole(await asMember(world), Level.moderator, ['tmnf']);
const boardId = await makeBoard(world, { boardId: 901, title: 'Racing' });
const otherBoardId = await makeBoard(world, { boardId: 902, title: 'Building' });

const seen = async (kind: SubjectKind, id: number) =>
  (await subjectsOf(moderator, [{ kind, id }])).get(`${kind}-${id}`);

const act = (kind: SubjectKind, id: number, name: string, fields = {}) =>
  performAct(moderator, { site: 'tmnf', kind, id, act: name, reason: 'Rules.', caseId: null, fields });

const undo = (actId: number) => performUndo(moderator, { site: 'tmnf', actId, reason: 'Mistaken.' });

const acts = (kind: string, id: number) =>
  forSite(moderator, 'moderation_act')
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('act_id')
    .select(['act', 'person_id', 'undoes', 'before', 'after'])
    .execute();

const noticesOf = async ({ viewer }: TestCtx) =>
  (await forSite(world, 'notice').where('user_id', '=', viewer.userId).select('text').execute()).length;

const thread = (author: TestCtx, title = 'Laps') =>
  inTransaction(author, (tx) => startThread(tx, { boardId, title, text: 'A first post.' }));

const made: Readonly<Record<string, (author: TestCtx) => Promise<number>>> = {
  post: async (author) => (await thread(author)).postId,
  pack: (author) => makePack(author, { ownerId: author.viewer.userId, name: 'Cup' }),
  video: (author) =>
    makeVideo(author, { posterId: author.viewer.userId, title: 'Run', linkId: `v${author.viewer.userId}` }),
  news: (author) => makeNews(author, { userId: author.viewer.userId, title: 'Cup', message: 'Soon.' }),
};

test.each([
  ['post', 'post.delete', 'post.restore'],
  ['pack', 'pack.delete', 'pack.restore'],
  ['video', 'video.remove', 'video.restore'],
  ['news', 'news.delete', 'news.restore'],
] as const)(
  'a removed %s is as before when the act is undone a week later, once',
  async (kind, removed, back) => {
    const author = await asMember(world);
    const id = (await made[kind]?.(author)) ?? 0;
    const before = await seen(kind, id);
    const offered = async () => {
      const subject = await seen(kind, id);
      return subject ? (await offeredActs(moderator, subject)).map(({ name }) => name) : [];
    };
    expect(await offered()).toContain(removed);
    const { ActId } = await act(kind, id, removed);
    expect(await seen(kind, id)).toMatchObject({ isGone: true });
    expect(await offered()).toEqual(expect.arrayContaining([back]));
    await expect(act(kind, id, removed)).rejects.toMatchObject({ status: 409 });
    world.clock.forward({ days: 7 });
    const undone = await undo(ActId);
    expect(await seen(kind, id)).toEqual(before);
    await expect(undo(ActId)).rejects.toThrow('already been undone');
    const person = author.viewer.userId;
    expect(await acts(kind, id)).toEqual([
      expect.objectContaining({ act: removed, person_id: person, undoes: null, before: expect.anything() }),
      expect.objectContaining({ act: back, person_id: person, undoes: ActId }),
    ]);
    expect(await noticesOf(author)).toBeGreaterThan(0);
    // removed again by undoing the undo, and restored from the console
    await undo(undone.ActId);
    await act(kind, id, back);
    expect(await seen(kind, id)).toEqual(before);
  },
);

test.each(['about', 'title', 'address'] as const)(
  'a removed %s comes back unless there is another one',
  async (Part) => {
    const author = await asMember(world);
    const { userId } = author.viewer;
    const set = (text: string | null) =>
      db
        .updateTable('profile')
        .set(
          { about: { user_comments: text }, title: { custom_title: text }, address: { custom_url: text } }[
            Part
          ],
        )
        .where('site', '=', 'tmnf')
        .where('user_id', '=', userId)
        .execute();
    await expect(act('user', userId, 'profile.clean', { Part })).rejects.toThrow('This user has no');
    await set(`rude-${userId}`);
    if (Part === 'address') await makeAddress(world, userId, `rude-${userId}`);
    const { ActId } = await act('user', userId, 'profile.clean', { Part });
    await set(`nice-${userId}`);
    await expect(undo(ActId)).rejects.toThrow('since');
    await set(null);
    await undo(ActId);
    const row = await forSite(author, 'profile')
      .where('user_id', '=', userId)
      .select(['user_comments', 'custom_title', 'custom_url'])
      .executeTakeFirstOrThrow();
    expect(Object.values(row)).toContain(`rude-${userId}`);
    expect((await acts('user', userId)).map((row_) => row_.act)).toEqual([
      'profile.clean',
      'profile.restore',
    ]);
    await expect(act('user', userId, 'profile.clean', { Part: 'avatar' })).rejects.toThrow(
      'choose what to remove',
    );
    expect(await noticesOf(author)).toBe(2);
  },
);

test('a removed picture of a user is gone for good, as its form says', async () => {
  const author = await asMember(world);
  const id = author.viewer.userId;
  const subject = await seen('face', id);
  const offered = subject ? await offeredActs(moderator, subject) : [];
  expect(offered.find(({ name }) => name === 'profile.picture')?.cannotUndo).toMatch(/files .* are deleted/);
  await expect(act('face', id, 'profile.picture', { Part: 'banner' })).rejects.toThrow('has no banner');
});

test('a picture of another host is blocked and unblocked', async () => {
  const picture_id = 4711;
  await db
    .insertInto('remote_picture')
    .values({
      site: 'tmnf',
      picture_id,
      key: 'k'.repeat(22),
      address: 'https://example.org/a.png',
      address_sha256: 'a'.repeat(64),
      state: 'waiting',
      failure: null,
      next_try_at: world.clock.now(),
      received_sha256: null,
      sha256: null,
      width: null,
      height: null,
      named_at: world.clock.now(),
    })
    .execute();
  const { ActId } = await act('remotepicture', picture_id, 'picture.block');
  await expect(act('remotepicture', picture_id, 'picture.block')).rejects.toThrow('already blocked');
  await undo(ActId);
  expect((await acts('remotepicture', picture_id)).map((row) => row.act)).toEqual([
    'picture.block',
    'picture.allow',
  ]);
});

/** Performs an act on a thread as the page of the forum does, and returns its number. */
async function onThread<Input>(
  threadId: number,
  act: Act<Input, Awaited<ReturnType<typeof threadToWrite>>>,
  input: Input,
) {
  const subject = { kind: 'thread', id: threadId };
  await inTransaction(moderator, async (tx) => {
    const found = await threadToWrite(tx, { threadId, on: null });
    await perform(tx, act, { subject, found, input, reason: 'Order.' });
  });
  const { act_id } = await forSite(moderator, 'moderation_act')
    .where('subject_kind', '=', 'thread')
    .where('subject_id', '=', threadId)
    .orderBy('act_id', 'desc')
    .select('act_id')
    .executeTakeFirstOrThrow();
  return act_id;
}
const threadRow = (threadId: number) =>
  forSite(moderator, 'forum_thread')
    .where('thread_id', '=', threadId)
    .select(['board_id', 'is_locked', 'is_pinned', 'merged_into', 'posts'])
    .executeTakeFirstOrThrow();

test('what was done to a thread is undone, or refused when it has changed since', async () => {
  const author = await asMember(world);
  const [{ threadId }, goal] = [await thread(author), await thread(await asMember(world), 'All laps')];
  const before = await threadRow(threadId);
  const locked = await onThread(threadId, lockThread, {});
  const pinned = await onThread(threadId, pinThread, {});
  const moved = await onThread(threadId, moveThread, { boardId: otherBoardId });
  expect(await threadRow(threadId)).toMatchObject({
    board_id: otherBoardId,
    is_locked: true,
    is_pinned: true,
  });
  world.clock.forward({ days: 7 });
  for (const actId of [locked, pinned, moved]) await undo(actId);
  expect(await threadRow(threadId)).toEqual(before);
  const merged = await onThread(threadId, mergeThread, { into: goal.threadId });
  await expect(undo(locked)).rejects.toThrow('already been undone');
  const { ActId } = await undo(merged);
  expect(await threadRow(threadId)).toEqual(before);
  await undo(ActId);
  expect(await threadRow(threadId)).toMatchObject({ merged_into: goal.threadId });
});

test('undoing a move is refused when the thread was moved again, and a lock when it was merged', async () => {
  const author = await asMember(world);
  const [{ threadId }, goal] = [await thread(author), await thread(await asMember(world), 'All laps')];
  const locked = await onThread(threadId, lockThread, {});
  const moved = await onThread(threadId, moveThread, { boardId: otherBoardId });
  await onThread(threadId, moveThread, { boardId });
  await expect(undo(moved)).rejects.toThrow('moved again since');
  await onThread(threadId, mergeThread, { into: goal.threadId });
  const before = await threadRow(threadId);
  await expect(undo(locked)).rejects.toThrow('merged into another');
  expect(await threadRow(threadId)).toEqual(before);
});

test('a post in a thread that was merged since is restored where it is now', async () => {
  const author = await asMember(world);
  const [{ threadId, postId }, goal] = [
    await thread(author),
    await thread(await asMember(world), 'All laps'),
  ];
  const { ActId } = await act('post', postId, 'post.delete');
  await onThread(threadId, mergeThread, { into: goal.threadId });
  await undo(ActId);
  expect(await threadRow(goal.threadId)).toMatchObject({ posts: 2 });
});

test.each(['post', 'video'] as const)('a %s of a closed account is not restored', async (kind) => {
  const author = await asMember(world);
  const id = (await made[kind]?.(author)) ?? 0;
  const { ActId } = await act(kind, id, kind === 'video' ? 'video.remove' : 'post.delete');
  await db
    .updateTable('profile')
    .set({ closed_at: world.clock.now() })
    .where('site', '=', 'tmnf')
    .where('user_id', '=', author.viewer.userId)
    .execute();
  await expect(undo(ActId)).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/closed/) });
  expect(await acts(kind, id)).toHaveLength(1);
});

test('an act that fails after its change leaves neither change nor row', async () => {
  const author = await asMember(world);
  const { postId } = await thread(author);
  await inTransaction(moderator, async (tx) => {
    await performAct(tx, {
      site: 'tmnf',
      kind: 'post',
      id: postId,
      act: 'post.delete',
      reason: 'Rules.',
      caseId: null,
      fields: {},
    });
    expect(await acts('post', postId)).toEqual([]);
    throw new Error('on purpose');
  }).catch((error: Error) => expect(error.message).toBe('on purpose'));
  expect(await acts('post', postId)).toEqual([]);
  expect(await seen('post', postId)).toMatchObject({ isGone: false });
});

test('rows of the log are neither changed nor removed', async () => {
  const row = {
    site: 'tmnf',
    act_id: nextId('moderation_act', 'tmnf'),
    act: 'comment.delete',
    subject_kind: 'comment',
    subject_id: 99,
    reason: 'x',
    acted_at: world.clock.now(),
    before: JSON.stringify({ Comment: 'y' }),
  };
  await db.insertInto('moderation_act').values(row).execute();
  const rows = db.updateTable('moderation_act').where('site', '=', 'tmnf').where('subject_id', '=', 99);
  await expect(rows.set({ reason: 'z' }).execute()).rejects.toThrow('only added to');
  const deletion = db.deleteFrom('moderation_act').where('site', '=', 'tmnf').where('subject_id', '=', 99);
  await expect(deletion.execute()).rejects.toThrow('only added to');
  await rows.set({ before: null }).execute();
});
