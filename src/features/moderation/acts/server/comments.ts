import { removalSubject, removeComment, restoreComment } from '#features/comments/server/actions.ts';
import type { ActFacts } from '#features/modlog/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';

/** Removes a comment or award; its author is notified as for any removal. */
export async function removeCommentAct(
  tx: TxCtx,
  commentId: number,
  reason: string,
): Promise<ActFacts | undefined> {
  const form = { commentId, Reason: reason, key: null };
  const seen = await removalSubject(tx, form);
  if (seen.comment.isDeleted) throw new Problem(409, 'It is already removed.');
  await removeComment(tx, seen, form);
  return undefined;
}

/** Restores a comment or award that was removed. */
export async function restoreCommentAct(tx: TxCtx, commentId: number): Promise<ActFacts> {
  const { userId, text, isAward } = await restoreComment(tx, commentId);
  return { after: { [isAward ? 'Award' : 'Comment']: text }, personId: userId };
}
