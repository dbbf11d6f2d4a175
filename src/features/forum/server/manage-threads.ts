import { sql } from 'kysely';
import type { ActName } from '#features/modlog/model.ts';
import { type ActFacts, recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { TxCtx } from '#platform/context.ts';
import { badRequest, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { countInThread, oneLine } from './change-posts.ts';
import { isModeration } from './policy.ts';
import type { ThreadAt } from './posts.ts';
import { boardById, type Thread, threadForUpdate } from './repo.ts';

type Subject = ThreadAt<TxCtx>;
interface Reasoned {
  readonly Reason: string;
  readonly on: string | null;
}
interface ThreadAnswer {
  Link: string;
}
interface Recorded extends Pick<ActFacts, 'before' | 'after'> {
  /** of the notice */
  readonly link?: string;
}

/** Locks or unlocks a thread: PUT /togglethreadlocked/{threadId}. Locking one's own thread needs no reason. */
export async function toggleThreadLock(
  _: TxCtx,
  { at, thread }: Subject,
  { Reason, on }: Reasoned,
): Promise<ThreadAnswer & { Locked: boolean }> {
  const isLocked = !thread.isLocked;
  await setThread(at, thread, { is_locked: isLocked, locked_by_crew: isLocked && isModerator(at.viewer) });
  if (isModeration(at.viewer, thread)) {
    const act = isLocked ? 'thread.lock' : 'thread.unlock';
    await record(
      at,
      thread,
      act,
      Reason,
      (title) => `A moderator ${isLocked ? 'locked' : 'unlocked'} your thread ${title}`,
    );
  }
  return { Locked: isLocked, Link: routes.threadShow(thread.threadId, { on }) };
}

/** Pins a thread to the top of its board, or unpins it. */
export async function toggleThreadPin(
  _: TxCtx,
  { at, thread }: Subject,
  { Reason, on }: Reasoned,
): Promise<ThreadAnswer & { Pinned: boolean }> {
  const isPinned = !thread.isPinned;
  await setThread(at, thread, { is_pinned: isPinned });
  const act = isPinned ? 'thread.pin' : 'thread.unpin';
  await record(
    at,
    thread,
    act,
    Reason,
    (title) => `A moderator ${isPinned ? 'pinned' : 'unpinned'} your thread ${title}`,
  );
  return { Pinned: isPinned, Link: routes.threadShow(thread.threadId, { on }) };
}

/** Moves a thread to another board of its edition. Moving it back undoes this. */
export async function moveThread(
  _: TxCtx,
  { at, thread }: Subject,
  { boardId, Reason, on }: Reasoned & { readonly boardId: number },
): Promise<ThreadAnswer> {
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
  const moved = (title: string) =>
    `A moderator moved your thread ${title}${isOpen ? ` to “${board.title}”` : ''}`;
  await record(at, thread, 'thread.move', Reason, moved, {
    link: isOpen ? routes.threadShow(thread.threadId) : routes.forums(),
    before: { Board: thread.board.title, boardId: thread.board.boardId },
    after: { Board: board.title, boardId },
  });
  return { Link: routes.threadShow(thread.threadId, { on: board.isShared ? on : null }) };
}

/**
 * Moves all posts of a thread into another one, in the order of their times. The empty thread stays and links there; the posts
 * store in which thread they were written, so that the merge can be undone.
 */
export async function mergeThread(
  _: TxCtx,
  { at, thread }: Subject,
  { into, Reason, on }: Reasoned & { readonly into: number },
): Promise<ThreadAnswer> {
  if (into === thread.threadId)
    throw badRequest('Thread: name another thread to merge this one into.', 'into');
  const goal = await threadForUpdate(at, into).catch((error: unknown) => {
    throw error instanceof Problem
      ? new Problem(422, `There is no thread number ${into}.`, { field: 'into' })
      : error;
  });
  if (goal.mergedInto !== null)
    throw new Problem(409, 'That thread was itself merged into another one.', { field: 'into' });
  const site = at.site.code;
  await sql`
    update forum_post set thread_id = ${into}, board_id = ${goal.board.boardId}, posted_in = coalesce(posted_in, thread_id)
    where site = ${site} and thread_id = ${thread.threadId}`.execute(at.db);
  await sql`
    update forum_reader r set read_post_id = greatest(r.read_post_id, o.read_post_id),
      is_watching = coalesce(r.is_watching, o.is_watching)
    from forum_reader o where o.site = r.site and o.user_id = r.user_id and o.thread_id = ${thread.threadId}
      and r.site = ${site} and r.thread_id = ${into}`.execute(at.db);
  await sql`
    insert into forum_reader (site, user_id, thread_id, read_post_id, is_watching)
    select site, user_id, ${into}::integer, read_post_id, is_watching from forum_reader
    where site = ${site} and thread_id = ${thread.threadId}
    on conflict do nothing`.execute(at.db);
  await setThread(at, thread, { merged_into: into });
  await renumber(at, [into]);
  await countMoved(at, thread, goal, thread.posts);
  const isOpen = goal.board.readLevel <= thread.board.readLevel;
  const merged = (title: string) =>
    `A moderator merged your thread ${title} into ${isOpen ? `“${goal.title}”` : 'another one'}`;
  await record(at, thread, 'thread.merge', Reason, merged, {
    link: isOpen ? routes.threadShow(into) : routes.forums(),
    after: { MergedInto: goal.title, into },
  });
  return { Link: routes.threadShow(into, { on }) };
}

/** Undoes a merge: the posts return to the thread in which they were written. */
export async function unmergeThread(
  _: TxCtx,
  { at, thread }: Subject,
  { Reason, on }: Reasoned,
): Promise<ThreadAnswer> {
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
  const separated = (title: string) => `A moderator separated your thread ${title} from another one`;
  const before = { into: thread.mergedInto };
  await record(at, thread, 'thread.split', Reason, separated, { before });
  return { Link: routes.threadShow(thread.threadId, { on }) };
}

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

/** Records the act and notifies the user who started the thread. */
async function record(
  tx: TxCtx,
  thread: Thread,
  act: ActName,
  reason: string,
  what: (title: string) => string,
  { link = routes.threadShow(thread.threadId), ...changed }: Recorded = {},
): Promise<void> {
  const subject = { kind: 'thread', id: thread.threadId };
  await recordModeration(tx, { act, subject, reason, personId: thread.userId, ...changed });
  await notify(tx, {
    to: [thread.userId],
    kind: 'forum.moderated',
    text: `${what(`“${thread.title}”`)}: ${oneLine(reason)}`,
    link,
  });
}
