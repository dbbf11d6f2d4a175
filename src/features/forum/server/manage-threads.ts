import { sql } from 'kysely';
import { z } from 'zod';
import type { ActRef } from '#features/modlog/acts.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import { act, storedIn } from '#features/modlog/server/act.ts';
import { notify } from '#features/notices/server/actions.ts';
import { cleanMessage, oneLine } from '#lib/bbcode/typed.ts';
import { isModerator } from '#lib/codes/level.ts';
import { conflict, type Verdict } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { badRequest, Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { routes } from '#routes/routes.ts';
import { countInThread } from './change-posts.ts';
import { isModeration, mayLockThread, mayManageThread, mayUnmerge } from './policy.ts';
import { type ThreadAt, threadToWrite } from './posts.ts';
import { boardById, type Thread, threadForUpdate } from './repo.ts';

type Found = ThreadAt<TxCtx>;
type Run = (
  tx: TxCtx,
  found: Found,
  _: unknown,
  why: { readonly reason: string },
) => Promise<ActFacts | null>;

const onThread = {
  group: 'changed',
  notifies: true,
  find: (tx: TxCtx, { id }: ActRef): Promise<Found> => threadToWrite(tx, { threadId: id, on: null }),
} as const;

const unlessAlready = (verdict: Verdict, { thread }: Found, isAlready: boolean, state: string): Verdict =>
  verdict.ok && isAlready ? conflict(`Thread ${thread.threadId} is already ${state}.`) : verdict;

/** Locking one's own thread needs no reason. */
const setLock =
  (isLocked: boolean): Run =>
  async (_, { at, thread }, __, { reason }) => {
    await setThread(at, thread, {
      is_locked: isLocked,
      locked_by_crew: isLocked && isModerator(at.viewer),
    });
    if (!isModeration(at.viewer, thread)) return null;
    return notifyStarter(
      at,
      thread,
      reason,
      (title) => `${isLocked ? 'locked' : 'unlocked'} your thread ${title}`,
    );
  };

export const lockThread = act({
  ...onThread,
  name: 'thread.lock',
  label: 'Locked a thread',
  allow: ({ viewer }, found) =>
    unlessAlready(mayLockThread(viewer, found.thread), found, found.thread.isLocked, 'locked'),
  run: setLock(true),
  undo: 'thread.unlock',
});

export const unlockThread = act({
  ...onThread,
  name: 'thread.unlock',
  label: 'Unlocked a thread',
  effect: 'favourable',
  allow: ({ viewer }, found) =>
    unlessAlready(mayLockThread(viewer, found.thread), found, !found.thread.isLocked, 'unlocked'),
  run: setLock(false),
  undo: 'thread.lock',
});

const setPin =
  (isPinned: boolean): Run =>
  async (_, { at, thread }, __, { reason }) => {
    await setThread(at, thread, { is_pinned: isPinned });
    return notifyStarter(
      at,
      thread,
      reason,
      (title) => `${isPinned ? 'pinned' : 'unpinned'} your thread ${title}`,
    );
  };

/** Pins a thread to the top of its board. */
export const pinThread = act({
  ...onThread,
  name: 'thread.pin',
  label: 'Pinned a thread',
  effect: 'favourable',
  allow: ({ viewer }, found) =>
    unlessAlready(mayManageThread(viewer, found.thread), found, found.thread.isPinned, 'pinned'),
  run: setPin(true),
  undo: 'thread.unpin',
});

export const unpinThread = act({
  ...onThread,
  name: 'thread.unpin',
  label: 'Unpinned a thread',
  allow: ({ viewer }, found) =>
    unlessAlready(mayManageThread(viewer, found.thread), found, !found.thread.isPinned, 'unpinned'),
  run: setPin(false),
  undo: 'thread.pin',
});

const Board = z.object({ boardId: z.number() });
const Merged = z.object({ into: z.number() });

/** Moves a thread to another board of its edition. `from`: the board where it must be. */
export const moveThread = act({
  ...onThread,
  name: 'thread.move',
  label: 'Moved a thread',
  input: Board.extend({ from: z.number().optional() }),
  allow: ({ viewer }, { thread }, { from }) => {
    const isElsewhere = from !== undefined && thread.board.boardId !== from;
    const verdict = mayManageThread(viewer, thread);
    return verdict.ok && isElsewhere ? conflict('This thread has been moved again since.') : verdict;
  },
  run: async (_, { at, thread }, { boardId }, { reason }) => {
    const board = await boardById(at, boardId);
    if (boardId === thread.board.boardId)
      throw new Problem(409, `This thread is already on the board “${board.title}”.`, { field: 'boardId' });
    await setThread(at, thread, { board_id: boardId });
    await at.db
      .updateTable('forum_post')
      .where('site', '=', at.site.code)
      .where('thread_id', '=', thread.threadId)
      .set({ board_id: boardId })
      .execute();
    // users who can no longer read it are given the reason, but not the new board
    const isOpen = board.readLevel <= thread.board.readLevel;
    const moved = (title: string) => `moved your thread ${title}${isOpen ? ` to “${board.title}”` : ''}`;
    const link = isOpen ? routes.threadShow(thread.threadId) : routes.forums();
    return {
      ...(await notifyStarter(at, thread, reason, moved, link)),
      before: { Board: thread.board.title, boardId: thread.board.boardId },
      after: { Board: board.title, boardId },
    };
  },
  undo: {
    as: 'thread.move',
    input: ({ before, after }) => ({ ...storedIn(Board, before), from: storedIn(Board, after).boardId }),
  },
});

/** Merges lock several threads, so only one runs at a time. */
export async function threadToMerge(
  tx: TxCtx,
  form: { readonly threadId: number; readonly on: string | null },
): Promise<Found> {
  await lockUntilCommit(tx, `forum merges ${form.on ?? tx.site.code}`);
  return threadToWrite(tx, form);
}

const onMergedThread = {
  ...onThread,
  find: (tx: TxCtx, { id }: ActRef): Promise<Found> => threadToMerge(tx, { threadId: id, on: null }),
} as const;

/**
 * Moves all posts of a thread into another one, in the order of their times. The empty thread stays and links there; the posts
 * store in which thread they were written, so that the merge can be undone.
 */
export const mergeThread = act({
  ...onMergedThread,
  name: 'thread.merge',
  label: 'Merged a thread',
  input: Merged,
  allow: ({ viewer }, { thread }) => mayManageThread(viewer, thread),
  run: async (_, { at, thread }, { into }, { reason }) => {
    if (into === thread.threadId)
      throw badRequest('Thread: name another thread to merge this one into.', 'into');
    const goal = await threadForUpdate(at, into).catch((error: unknown) => {
      throw error instanceof Problem
        ? new Problem(422, `Thread ${into} doesn’t exist.`, { field: 'into' })
        : error;
    });
    if (goal.mergedInto !== null)
      throw new Problem(409, 'That thread was itself merged into another one.', { field: 'into' });
    await movePosts(at, thread, goal);
    await setThread(at, thread, { merged_into: into });
    await renumber(at, [into]);
    await countMoved(at, thread, goal, thread.posts);
    const isOpen = goal.board.readLevel <= thread.board.readLevel;
    const merged = (title: string) =>
      `merged your thread ${title} into ${isOpen ? `“${goal.title}”` : 'another one'}`;
    const link = isOpen ? routes.threadShow(into) : routes.forums();
    return {
      ...(await notifyStarter(at, thread, reason, merged, link)),
      after: { MergedInto: goal.title, into },
    };
  },
  undo: { as: 'thread.split', input: ({ after }) => ({ from: storedIn(Merged, after).into }) },
});

async function movePosts(tx: TxCtx, { threadId }: Thread, { threadId: into, board }: Thread): Promise<void> {
  const site = tx.site.code;
  await sql`
    update forum_post set thread_id = ${into}, board_id = ${board.boardId}, posted_in = coalesce(posted_in, thread_id)
    where site = ${site} and thread_id = ${threadId}`.execute(tx.db);
  await sql`
    update forum_reader r set read_post_id = greatest(r.read_post_id, o.read_post_id),
      is_watching = coalesce(r.is_watching, o.is_watching)
    from forum_reader o where o.site = r.site and o.user_id = r.user_id and o.thread_id = ${threadId}
      and r.site = ${site} and r.thread_id = ${into}`.execute(tx.db);
  await sql`
    insert into forum_reader (site, user_id, thread_id, read_post_id, is_watching)
    select site, user_id, ${into}::integer, read_post_id, is_watching from forum_reader
    where site = ${site} and thread_id = ${threadId}
    on conflict do nothing`.execute(tx.db);
}

/** Undoes a merge: the posts return to the thread in which they were written. `from`: the thread that must have them. */
export const separateThread = act({
  ...onMergedThread,
  name: 'thread.split',
  label: 'Separated a thread',
  input: z.object({ from: z.number().optional() }),
  allow: ({ viewer }, { thread }, { from }) => {
    const isElsewhere = from !== undefined && thread.mergedInto !== from;
    const verdict = mayUnmerge(viewer, thread);
    return verdict.ok && isElsewhere
      ? conflict('This thread has since been merged into another one.')
      : verdict;
  },
  run: async (_, { at, thread }, __, { reason }) => {
    const site = at.site.code;
    const { rows: places } = await sql<{ thread_id: number; shown: number }>`
      select thread_id, (count(*) filter (where deleted_at is null))::integer as shown from forum_post
      where site = ${site} and posted_in = ${thread.threadId} group by thread_id`.execute(at.db);
    for (const { thread_id } of places) await threadForUpdate(at, thread_id);
    await sql`
      update forum_post set thread_id = ${thread.threadId}, board_id = ${thread.board.boardId}, posted_in = null
      where site = ${site} and posted_in = ${thread.threadId}`.execute(at.db);
    await setThread(at, thread, { merged_into: null });
    await renumber(at, [thread.threadId, ...places.map(({ thread_id }) => thread_id)]);
    for (const { thread_id, shown } of places) await countMoved(at, { threadId: thread_id }, thread, shown);
    const separated = (title: string) => `separated your thread ${title} from another one`;
    return { ...(await notifyStarter(at, thread, reason, separated)), before: { into: thread.mergedInto } };
  },
  undo: { as: 'thread.merge', input: ({ before }) => storedIn(Merged, before) },
});

/** Posts keep their writers, so only the threads and their starters are counted. */
async function countMoved(
  tx: TxCtx,
  from: Pick<Thread, 'threadId'>,
  to: Pick<Thread, 'threadId'>,
  posts: number,
): Promise<void> {
  // user 0 does not exist: the thread's total changes, but no user's
  await countInThread(tx, from.threadId, [{ userId: 0, by: -posts }]);
  await countInThread(tx, to.threadId, [{ userId: 0, by: posts }]);
}

/** Numbers the posts of threads from 1, in the order of their times. */
async function renumber(tx: TxCtx, threadIds: readonly number[]): Promise<void> {
  await sql`
    update forum_post p set number = n.number from (
      select post_id, row_number() over (partition by thread_id order by posted_at, post_id)::integer as number
      from forum_post where site = ${tx.site.code} and thread_id = any(${[...threadIds]}::integer[])
    ) n where p.site = ${tx.site.code} and p.post_id = n.post_id and p.number <> n.number`.execute(tx.db);
}

async function setThread(
  { db, site }: TxCtx,
  { threadId }: Thread,
  change: Partial<{
    is_locked: boolean;
    locked_by_crew: boolean;
    is_pinned: boolean;
    board_id: number;
    merged_into: number | null;
  }>,
): Promise<void> {
  await db
    .updateTable('forum_thread')
    .where('site', '=', site.code)
    .where('thread_id', '=', threadId)
    .set(change)
    .execute();
}

/** Notifies the user who started the thread, and returns them as the person concerned. */
async function notifyStarter(
  tx: TxCtx,
  { threadId, title, userId }: Thread,
  reason: string,
  did: (title: string) => string,
  link = routes.threadShow(threadId),
): Promise<ActFacts> {
  const text = `A moderator ${did(`“${title}”`)}: ${oneLine(cleanMessage(reason))}`;
  await notify(tx, { to: [userId], kind: 'forum.moderated', text, link });
  return { personId: userId };
}
