import { forSite } from '#db/for-site.ts';
import { lockTrack, recountTrackComments } from '#features/tracks/server/counters.ts';
import { countComment } from '#features/users/server/counters.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { authorIdsOf } from './comments.ts';

/** What restoring a comment depends on; undefined if it does not exist. */
const facts = (ctx: Ctx, commentId: number) =>
  forSite(ctx, 'comment')
    .innerJoin('track', (join) =>
      join.onRef('track.site', '=', 'comment.site').onRef('track.track_id', '=', 'comment.track_id'),
    )
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'comment.site').onRef('profile.user_id', '=', 'comment.user_id'),
    )
    .where('comment.comment_id', '=', commentId)
    .select(['comment.track_id', 'comment.user_id', 'comment.text', 'comment.is_award', 'comment.deleted_at'])
    .select(['track.is_public', 'track.is_listed', 'track.deleted_at as track_deleted_at'])
    .select(['profile.closed_at'])
    .executeTakeFirst();

/** Shows a removed comment or award again. Throws a Problem 409 where that is no longer possible. */
export async function restoreComment(
  tx: TxCtx,
  commentId: number,
): Promise<{ userId: number; text: string; isAward: boolean }> {
  const place = await facts(tx, commentId);
  if (!place) throw notFound('This comment');
  await lockTrack(tx, place.track_id);
  const authorIds = await authorIdsOf(tx, place.track_id);
  await lockPeople(tx, [place.user_id, ...authorIds]);
  const comment = await facts(tx, commentId);
  if (!comment) throw notFound('This comment');
  const { track_id: trackId, user_id: userId, text, is_award: isAward } = comment;
  const what = isAward ? 'award' : 'comment';
  const refused = (reason: string) => new Problem(409, reason);
  if (comment.deleted_at === null) throw refused(`This ${what} isn’t removed.`);
  if (comment.track_deleted_at !== null)
    throw refused(`The track of this ${what} is deleted. Restore first.`);
  if (comment.closed_at !== null) throw refused(`The author’s account is closed.`);
  if (isAward && (await hasAwarded(tx, trackId, userId)))
    throw refused('Its author has since given this track another award.');
  await tx.db
    .updateTable('comment')
    .where('site', '=', tx.site.code)
    .where('comment_id', '=', commentId)
    .set({ deleted_at: null })
    .execute();
  await recountTrackComments(tx, trackId, isAward);
  if (comment.is_public && comment.is_listed) {
    await countComment(tx, { giverId: userId, authorIds, isAward, by: 1 });
  }
  return { userId, text, isAward };
}

async function hasAwarded(ctx: Ctx, trackId: number, userId: number): Promise<boolean> {
  const row = await forSite(ctx, 'comment')
    .where('track_id', '=', trackId)
    .where('user_id', '=', userId)
    .where('is_award', '=', true)
    .where('deleted_at', 'is', null)
    .select('comment_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locked in id order, to avoid deadlocks; an account cannot be closed meanwhile. */
const lockPeople = (tx: TxCtx, userIds: readonly number[]) =>
  forSite(tx, 'profile')
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .select('user_id')
    .forNoKeyUpdate()
    .execute();
