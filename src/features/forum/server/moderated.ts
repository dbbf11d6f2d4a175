import type { Published } from '#features/texts/held.ts';
import type { HeldText } from '#features/texts/server/repo.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { assertAllowed, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { pageOfPost } from '../model.ts';
import { replyTo, startThread } from './actions.ts';
import { changePost } from './change-posts.ts';
import { mayEditPost, mayReply, mayStartThread } from './policy.ts';
import { postAt, postToWrite, threadToWrite } from './posts.ts';
import { boardById, serialiseOwnWrites } from './repo.ts';
import { placeOf, placeToWrite } from './thread-edition.ts';

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
