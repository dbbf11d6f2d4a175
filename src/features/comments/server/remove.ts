import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { countRemovedRemark } from '#features/tracks/server/counters.ts';
import { countRemark } from '#features/users/server/counters.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes.ts';
import type { Removal, WriteAnswer } from '../forms.ts';
import { cleanText } from '../model.ts';
import { isModeration } from './policy.ts';
import { authorIdsOf, type VisibleRemark } from './remarks.ts';

/**
 * Removes a comment or withdraws an award: POST /commentdelete. The row stays for its replies. Removals by moderators are logged
 * with the reason, and the author is notified.
 */
export async function remove(
  tx: TxCtx,
  { remark, track }: VisibleRemark,
  { Reason, key }: Removal,
): Promise<WriteAnswer> {
  const { commentId, trackId } = remark;
  const act = remark.isAward ? 'award' : 'comment';
  const name = stripGameText(track.name);
  if (isModeration(tx.viewer, remark)) {
    const reason = cleanText(Reason);
    await recordModeration(tx, {
      act: `${act}.delete`,
      subject: { kind: 'comment', id: commentId },
      reason,
    });
    await notify(tx, {
      to: [remark.userId],
      kind: 'comment.deleted',
      text: `A moderator removed your ${act} on "${name}": ${reason.replace(/\s+/g, ' ')}`,
      link: routes.trackRemark(trackId, commentId),
    });
  }
  await tx.db
    .updateTable('comment')
    .where('site', '=', tx.site.code)
    .where('comment_id', '=', commentId)
    .set({ deleted_at: tx.clock.now() })
    .execute();
  await countRemovedRemark(tx, trackId, remark.isAward);
  if (track.is_public && track.is_listed) {
    const authorIds = await authorIdsOf(tx, trackId);
    await countRemark(tx, { giverId: remark.userId, authorIds, isAward: remark.isAward, by: -1 });
  }
  return { CommentId: commentId, Link: routes.trackRemark(trackId, remark.parentId ?? commentId, key) };
}
