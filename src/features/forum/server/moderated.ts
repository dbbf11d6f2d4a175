import type { Published } from '#features/texts/held.ts';
import type { HeldText } from '#features/texts/server/repo.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { assertAllowed, Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { routes } from '#routes/routes.ts';
import { pageOfPost } from '../model.ts';
import { replyTo, startThread } from './actions.ts';
import { changePost, deletePost, restorePost } from './change-posts.ts';
import {
  mergeThread,
  moveThread,
  toggleThreadLock,
  toggleThreadPin,
  unmergeThread,
} from './manage-threads.ts';
import {
  mayDeletePost,
  mayEditPost,
  mayManageThread,
  mayReply,
  mayRestorePost,
  mayStartThread,
  mayUnmerge,
} from './policy.ts';
import { postAt, postToWrite, threadToWrite } from './posts.ts';
import { boardById, serialiseOwnWrites } from './repo.ts';
import { placeOf, placeToWrite } from './thread-edition.ts';

/** What moderators do with posts and threads from their console, under the same rules as on the pages of the forum. */

/** Deletes a post as a moderator. */
export async function removePost(tx: TxCtx, postId: number, reason: string): Promise<void> {
  const found = await postToWrite(tx, { postId, on: null });
  assertAllowed(mayDeletePost(tx.viewer, found.post, found.thread, tx.clock.now()));
  await deletePost(tx, found, { Reason: reason, on: null });
}

/** Restores a post that a moderator deleted. */
export async function restoreRemovedPost(tx: TxCtx, postId: number, reason: string): Promise<void> {
  const found = await postToWrite(tx, { postId, on: null });
  assertAllowed(mayRestorePost(tx.viewer, found.post));
  await restorePost(tx, found, { Reason: reason, on: null });
}

const threadOf = async (tx: TxCtx, threadId: number) => {
  const found = await threadToWrite(tx, { threadId, on: null });
  assertAllowed(mayManageThread(tx.viewer, found.thread));
  return found;
};

const asBefore = (threadId: number, what: string) =>
  new Problem(409, `Thread ${threadId} is ${what} already.`);

/** Locks or unlocks a thread; throws a Problem 409 if it is so already. */
export async function setThreadLock(tx: TxCtx, threadId: number, isLocked: boolean, reason: string) {
  const found = await threadOf(tx, threadId);
  if (found.thread.isLocked === isLocked) throw asBefore(threadId, isLocked ? 'locked' : 'unlocked');
  await toggleThreadLock(tx, found, { Reason: reason, on: null });
}

/** Pins or unpins a thread; throws a Problem 409 if it is so already. */
export async function setThreadPin(tx: TxCtx, threadId: number, isPinned: boolean, reason: string) {
  const found = await threadOf(tx, threadId);
  if (found.thread.isPinned === isPinned) throw asBefore(threadId, isPinned ? 'pinned' : 'unpinned');
  await toggleThreadPin(tx, found, { Reason: reason, on: null });
}

/** Moves a thread from one board back to another; throws a Problem 409 if it was moved since. */
export async function moveThreadBack(
  tx: TxCtx,
  threadId: number,
  { from, to }: { readonly from: number; readonly to: number },
  reason: string,
): Promise<void> {
  const found = await threadOf(tx, threadId);
  if (found.thread.board.boardId !== from) throw new Problem(409, 'This thread was moved again since.');
  await moveThread(tx, found, { boardId: to, Reason: reason, on: null });
}

const serialised = (tx: TxCtx) => lockUntilCommit(tx, `forum merges ${tx.site.code}`);

/** Separates a thread from the one that it was merged into; throws a Problem 409 if that was another one. */
export async function separateThread(tx: TxCtx, threadId: number, into: number, reason: string) {
  await serialised(tx);
  const found = await threadToWrite(tx, { threadId, on: null });
  assertAllowed(mayUnmerge(tx.viewer, found.thread));
  if (found.thread.mergedInto !== into)
    throw new Problem(409, 'This thread was merged into another one since.');
  await unmergeThread(tx, found, { Reason: reason, on: null });
}

/** Merges a thread into another one again. */
export async function mergeThreadAgain(tx: TxCtx, threadId: number, into: number, reason: string) {
  await serialised(tx);
  await mergeThread(tx, await threadOf(tx, threadId), { into, Reason: reason, on: null });
}

/** Publishes a held thread as its author, by the rules that apply now. */
export async function publishHeldThread(at: TxCtx, { placeId, title, text }: HeldText): Promise<Published> {
  await serialiseOwnWrites(at);
  const board = await boardById(at, placeId);
  assertAllowed(mayStartThread(at.viewer, board));
  const { threadId, postId } = await startThread(at, {
    boardId: placeId,
    title: title ?? '',
    text,
    isPaced: false,
  });
  return { resultId: postId, link: routes.threadShow(threadId) };
}

/** The same for a reply. */
export async function publishHeldPost(at: TxCtx, { placeId, text }: HeldText): Promise<Published> {
  const { thread } = await threadToWrite(at, { threadId: placeId, on: null });
  assertAllowed(mayReply(at.viewer, thread));
  const { postId, number } = await replyTo(at, thread, { text, isPaced: false });
  return { resultId: postId, link: routes.threadPost(thread.threadId, postId, pageOfPost(number)) };
}

/** The same for a change of a post from one text to another; throws a Problem 409 if it was changed again since. */
export async function publishHeldChange(
  at: TxCtx,
  { resultId }: Pick<HeldText, 'resultId'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Published> {
  const found = await postToWrite(at, { postId: resultId ?? 0, on: null });
  assertAllowed(mayEditPost(at.viewer, found.post, found.thread));
  if (found.post.text !== from) throw new Problem(409, 'Its author has changed it since.');
  const { PostId, Link } = await changePost(at, found, { Text: to, on: null });
  return { resultId: PostId, link: Link };
}

/**
 * A post that is reported from another edition, as the viewer reads it there: its thread is on a board that all editions share. The link
 * leads to the thread as this edition shows it.
 */
export async function postReportedOn<C extends Ctx>(
  ctx: C,
  postId: number,
  on: string,
): Promise<{ readonly at: C; readonly link: string }> {
  const { thread, post } = await postAt(ctx, postId, on);
  return { at: await placeOf(ctx, on), link: routes.threadPost(thread.threadId, post.postId, post.page, on) };
}

/** The edition that a report about a post belongs to; the viewer gets a profile there if they have none. */
export const reportPlace = (tx: TxCtx, on: string | null): Promise<TxCtx> => placeToWrite(tx, on);
export {
  type BoardRow,
  boardRows,
  changeBoard,
  createBoard,
  lockedBoard,
  removeBoard,
} from './board-rows.ts';
