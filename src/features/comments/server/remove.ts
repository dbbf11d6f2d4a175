import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import { recountTrackComments } from '#features/tracks/server/counters.ts';
import { countComment } from '#features/users/server/counters.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import type { Removal, WriteAnswer } from '../forms.ts';
import { cleanText } from '../model.ts';
import { authorIdsOf, type VisibleComment } from './comments.ts';
import { isModeration } from './policy.ts';

/**
 * Removes a comment or withdraws an award: POST /commentdelete. The row stays for its replies. Removals by moderators are logged
 * with the reason, and the author is notified.
 */
export async function removeComment(
  tx: TxCtx,
  { comment, track }: VisibleComment,
  { Reason, key }: Removal,
): Promise<WriteAnswer> {
  const { commentId, trackId } = comment;
  const act = comment.isAward ? 'award' : 'comment';
  const name = stripGameText(track.name);
  await withdrawGone(tx, { page: routes.trackShow(trackId), anchor: `#comment-${commentId}` });
  if (isModeration(tx.viewer, comment)) {
    const reason = cleanText(Reason);
    await recordModeration(tx, {
      act: `${act}.delete`,
      subject: { kind: 'comment', id: commentId },
      reason,
      before: { [comment.isAward ? 'Award' : 'Comment']: comment.text },
      personId: comment.userId,
    });
    await notify(tx, {
      to: [comment.userId],
      kind: 'comment.deleted',
      text: `A moderator removed your ${act} on “${name}”: ${reason.replace(/\s+/g, ' ')}`,
      link: routes.trackComment(trackId, commentId),
    });
  }
  await tx.db
    .updateTable('comment')
    .where('site', '=', tx.site.code)
    .where('comment_id', '=', commentId)
    .set({ deleted_at: tx.clock.now() })
    .execute();
  await recountTrackComments(tx, trackId, comment.isAward);
  if (track.is_public && track.is_listed) {
    const authorIds = await authorIdsOf(tx, trackId);
    await countComment(tx, { giverId: comment.userId, authorIds, isAward: comment.isAward, by: -1 });
  }
  return {
    CommentId: commentId,
    HeldTextId: null,
    Link: routes.trackComment(trackId, comment.parentId ?? commentId, key),
  };
}
