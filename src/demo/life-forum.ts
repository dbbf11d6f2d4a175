import { replyTo, startThread } from '#features/forum/server/actions.ts';
import { changePost, deletePost } from '#features/forum/server/change-posts.ts';
import { lockThread, moveThread, pinThread } from '#features/forum/server/manage-threads.ts';
import { mayEditPost, mayReply, mayStartThread } from '#features/forum/server/policy.ts';
import { postToWrite, threadToWrite } from '#features/forum/server/posts.ts';
import { markRead, toggleWatch } from '#features/forum/server/read-positions.ts';
import { boardById, threadForUpdate } from '#features/forum/server/repo.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { daysBefore, hourMs } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { editionThreads } from './edition-threads.ts';
import { forumThreads, type PlannedPost, type PlannedThread, sharedBoardThreads } from './life-threads.ts';
import { actAs, named, ofEdition, openTracks, type Person, type Scene } from './scene.ts';

/** What a user does in the forum at a time. */
interface PlannedWrite {
  readonly at: Date;
  readonly by: string;
  run(tx: TxCtx): Promise<unknown>;
}

/** The ids of the threads that exist, by title. */
type ThreadIds = Map<string, number>;

const later = (at: Date, hours: number): Date => new Date(at.getTime() + hours * hourMs);

/**
 * The forum, written in chronological order, so that ids increase with dates. The pictures that posts show exist already, because
 * the demo leaves no jobs.
 */
export async function seedForum(scene: Scene): Promise<void> {
  const { tx } = scene;
  const threads = [...forumThreads, ...ofEdition(tx, editionThreads), ...ofEdition(tx, sharedBoardThreads)];
  const threadIds: ThreadIds = new Map();
  const acts = threads.flatMap((thread) => actsOn(scene, threadIds, thread));
  acts.push(...readingOf(scene, threadIds));
  for (const { at, by, run } of acts.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await run(actAs(tx, forumUser(scene, by), at));
}

/** The viewers of the cast have no role: here the moderator acts as one. */
function forumUser(scene: Scene, name: string): Pick<Person, 'viewer'> {
  const { viewer } = named(scene, name);
  return { viewer: name === 'mo' ? { ...viewer, level: Level.moderator } : viewer };
}

function actsOn(scene: Scene, threadIds: ThreadIds, thread: PlannedThread): PlannedWrite[] {
  const { title, posts, pinned, moved } = thread;
  const startedAt = daysBefore(scene.tx.clock.now(), posts[0].daysAgo);
  const acts = posts.flatMap((post, index) => actsOnPost(scene, threadIds, thread, post, index === 0));
  if (pinned !== undefined)
    acts.push({
      at: later(startedAt, 1),
      by: 'mo',
      run: (tx) => pinAndLock(tx, threadIds.get(title), pinned),
    });
  if (moved)
    acts.push({ at: later(startedAt, 5), by: 'mo', run: (tx) => move(tx, threadIds.get(title), moved) });
  return acts;
}

function actsOnPost(
  scene: Scene,
  threadIds: ThreadIds,
  { board, title }: PlannedThread,
  { by, daysAgo, text, edited, deleted }: PlannedPost,
  isFirst: boolean,
): PlannedWrite[] {
  const at = daysBefore(scene.tx.clock.now(), daysAgo);
  let postId = 0;
  const write = async (tx: TxCtx) => {
    const withIds = withReferences(scene, threadIds, text, at);
    if (isFirst) {
      assertAllowed(mayStartThread(tx.viewer, await boardById(tx, board)));
      const started = await startThread(tx, { boardId: board, title, text: withIds });
      threadIds.set(title, started.threadId);
      postId = started.postId;
    } else {
      const thread = await threadForUpdate(tx, threadIds.get(title) ?? 0);
      assertAllowed(mayReply(tx.viewer, thread));
      ({ postId } = await replyTo(tx, thread, { text: withIds }));
    }
  };
  const acts: PlannedWrite[] = [{ at, by, run: write }];
  if (edited !== undefined) acts.push({ at: later(at, 2), by, run: (tx) => edit(tx, postId, edited) });
  if (deleted !== undefined)
    acts.push({ at: later(at, 2), by: 'mo', run: (tx) => remove(tx, postId, deleted) });
  return acts;
}

/** What some users have read, and a thread that the moderator watches without writing in it. */
function readingOf(scene: Scene, threadIds: ThreadIds): PlannedWrite[] {
  const daysAgo = (days: number) => daysBefore(scene.tx.clock.now(), days);
  const readAll = (by: string, days: number): PlannedWrite => ({
    at: daysAgo(days),
    by,
    run: (tx) => markRead(tx, { boardId: 0 }),
  });
  const watch = async (tx: TxCtx) =>
    toggleWatch(tx, await threadToWrite(tx, place(threadIds.get('What did you drive today?'))));
  return [
    { at: daysAgo(30), by: 'mo', run: watch },
    readAll('mo', 3),
    readAll('alice', 6),
    readAll('bob', 1.5),
  ];
}

const place = (threadId = 0) => ({ threadId, on: null });

/** PUT /togglethreadpinned and PUT /togglethreadlocked. */
async function pinAndLock(tx: TxCtx, threadId: number | undefined, reason: string): Promise<void> {
  const found = await threadToWrite(tx, place(threadId));
  const entry = { subject: { kind: 'thread', id: found.thread.threadId }, found, input: {}, reason };
  for (const act of [pinThread, lockThread]) {
    assertAllowed(await act.allow(tx, found, {}));
    await perform(tx, act, entry);
  }
}

/** POST /threadmove. */
async function move(
  tx: TxCtx,
  threadId: number | undefined,
  { board, reason }: { readonly board: number; readonly reason: string },
): Promise<void> {
  const found = await threadToWrite(tx, place(threadId));
  const input = { boardId: board };
  assertAllowed(await moveThread.allow(tx, found, input));
  const subject = { kind: 'thread', id: found.thread.threadId };
  await perform(tx, moveThread, { subject, found, input, reason });
}

/** POST /postedit. */
async function edit(tx: TxCtx, postId: number, Text: string): Promise<void> {
  const subject = await postToWrite(tx, { postId, on: null });
  assertAllowed(mayEditPost(tx.viewer, subject.post, subject.thread));
  await changePost(tx, subject, { Text, on: null });
}

/** POST /postdelete. */
async function remove(tx: TxCtx, postId: number, reason: string): Promise<void> {
  const found = await postToWrite(tx, { postId, on: null });
  assertAllowed(await deletePost.allow(tx, found, {}));
  await perform(tx, deletePost, { subject: { kind: 'post', id: postId }, found, input: {}, reason });
}

/** The text with ids instead of names in its references. */
function withReferences(scene: Scene, threadIds: ThreadIds, text: string, at: Date): string {
  return text.replace(/\[(user|thread|track)\](.+?)\[\/\1\]/g, (_, kind: string, name: string) => {
    const id =
      kind === 'user'
        ? named(scene, name).userId
        : kind === 'thread'
          ? threadIds.get(name)
          : trackBy(scene, name, at);
    if (id === undefined) throw new Error(`A post of the demo names a missing ${kind}: ${name}.`);
    return `[${kind}]${id}[/${kind}]`;
  });
}

/** The latest track that the user had published by then; the oldest one of the edition if there is none. */
function trackBy(scene: Scene, name: string, at: Date): number | undefined {
  const { userId } = named(scene, name);
  const tracks = openTracks(scene);
  const own = tracks.findLast(({ row, uploadedAt }) => row.uploader_id === userId && uploadedAt < at);
  return (own ?? tracks[0])?.trackId;
}
