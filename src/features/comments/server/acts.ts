import { forSite } from '#db/for-site.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import {
  type ActSubject,
  act,
  type Nothing,
  removing,
  restoring,
  type Why,
} from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import { recountTrackComments } from '#features/tracks/server/counters.ts';
import { countComment } from '#features/users/server/counters.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import type { Removal, WriteAnswer } from '../forms.ts';
import { cleanText } from '../model.ts';
import { authorIdsOf, type VisibleComment } from './comments.ts';
import { isModeration } from './policy.ts';
import { restoreComment } from './restore.ts';
import { removalSubject } from './subject.ts';

/** A removed text stays as a row for its replies. */
async function remove(
  tx: TxCtx,
  { comment, track }: VisibleComment,
  _: Nothing,
  { reason: typed }: Why,
): Promise<ActFacts | null> {
  const { commentId, trackId, userId, isAward, text } = comment;
  const reason = cleanText(typed);
  const isAct = isModeration(tx.viewer, comment);
  await withdrawGone(tx, { page: routes.trackShow(trackId), anchor: `#comment-${commentId}` });
  if (isAct)
    await notify(tx, {
      to: [userId],
      kind: 'comment.deleted',
      text: `A moderator removed your ${isAward ? 'award' : 'comment'} on “${stripGameText(track.name)}”: ${oneLine(reason)}`,
      link: routes.trackComment(trackId, commentId),
    });
  await tx.db
    .updateTable('comment')
    .where('site', '=', tx.site.code)
    .where('comment_id', '=', commentId)
    .set({ deleted_at: tx.clock.now() })
    .execute();
  await recountTrackComments(tx, trackId, isAward);
  if (track.is_public && track.is_listed) {
    const authorIds = await authorIdsOf(tx, trackId);
    await countComment(tx, { giverId: userId, authorIds, isAward, by: -1 });
  }
  return isAct ? { before: { [isAward ? 'Award' : 'Comment']: text }, personId: userId } : null;
}

/** Comments and awards are of the same kind. */
const isOfKind =
  (wantsAward: boolean) =>
  async (ctx: Ctx, { id }: ActSubject): Promise<Verdict> => {
    const row = await forSite(ctx, 'comment')
      .where('comment_id', '=', id)
      .select('is_award')
      .executeTakeFirst();
    if (row?.is_award === wantsAward) return yes;
    return no(wantsAward ? 'This is not an award.' : 'This is not a comment.');
  };

const removal = (what: 'comment' | 'award', label: string) =>
  act({
    name: `${what}.delete`,
    label,
    group: 'removed',
    offer: removing('comment', `Remove the ${what}`, isOfKind(what === 'award')),
    find: (tx, { id }) => removalSubject(tx, { commentId: id, key: null }),
    allow: (_, { comment }) => (comment.isDeleted ? conflict('It’s already removed.') : yes),
    notifies: true,
    run: remove,
    undo: `${what}.restore`,
  });

const restoration = (what: 'comment' | 'award', label: string) =>
  act({
    name: `${what}.restore`,
    label,
    group: 'restored',
    effect: 'favourable',
    offer: restoring(`${what}.delete`, 'comment', `Restore the ${what}`, isOfKind(what === 'award')),
    run: async (tx, { id }) => {
      const { userId, text, isAward } = await restoreComment(tx, id);
      return { after: { [isAward ? 'Award' : 'Comment']: text }, personId: userId };
    },
    undo: `${what}.delete`,
  });

export const removeText = {
  comment: removal('comment', 'Removed a comment'),
  award: removal('award', 'Removed an award'),
};
export const restoreText = {
  comment: restoration('comment', 'Restored a comment'),
  award: restoration('award', 'Restored an award'),
};

/** Moderator actions on comments and awards. */
export const commentActs = [removeText.comment, restoreText.comment, removeText.award, restoreText.award];

/**
 * Removes a comment or withdraws an award: POST /commentdelete. Removals by moderators are logged with the reason, and the author
 * is notified.
 */
export async function removeComment(
  tx: TxCtx,
  found: VisibleComment,
  { Reason, key }: Pick<Removal, 'Reason' | 'key'>,
): Promise<WriteAnswer> {
  const { commentId, trackId, parentId, isAward } = found.comment;
  const subject = { kind: 'comment', id: commentId };
  await perform(tx, removeText[isAward ? 'award' : 'comment'], { subject, found, input: {}, reason: Reason });
  return {
    CommentId: commentId,
    HeldTextId: null,
    Link: routes.trackComment(trackId, parentId ?? commentId, key),
  };
}
