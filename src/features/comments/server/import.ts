import { forSite } from '#db/for-site.ts';
import { nextId, takeId } from '#db/ids.ts';
import { addComments, lockTrack, recountTrackComments } from '#features/tracks/server/counters.ts';
import { countComment } from '#features/users/server/counters.ts';
import type { TxCtx } from '#platform/context.ts';
import { lineOf } from '#platform/lines/lines.ts';
import { deletedText } from '../fields.ts';
import { cleanText } from '../model.ts';
import { authorIdsOf } from './comments.ts';

/** A comment, reply or award of another site, on a track that is here. */
export interface CopiedComment {
  /** the id there, which the comment gets if it is free here */
  readonly id: number;
  readonly trackId: number;
  /** who wrote it, here */
  readonly userId: number;
  /** the comment here that it replies to */
  readonly parentId: number | null;
  readonly text: string;
  readonly isAward: boolean;
  readonly at: Date;
  readonly updatedAt: Date;
}

/** Writes a comment as it was written at the source. The track's counters that depend on dates follow with `recountImported`. */
export async function importComment(tx: TxCtx, copied: CopiedComment): Promise<number> {
  const { id, trackId, userId, isAward, at, updatedAt } = copied;
  const site = tx.site.code;
  const text = cleanText(copied.text);
  const isDeleted = text === deletedText;
  await lockTrack(tx, trackId);
  const isTaken = await forSite(tx, 'comment')
    .where('comment_id', '=', id)
    .select('comment_id')
    .executeTakeFirst();
  const own = isTaken ? null : await takeId(tx.db, 'comment', site, id);
  const { comment_id } = await tx.db
    .insertInto('comment')
    .values({
      site,
      comment_id: own ?? nextId('comment', site),
      track_id: trackId,
      user_id: userId,
      parent_id: copied.parentId,
      text,
      line: lineOf('comment', text),
      is_award: isAward,
      comment_at: at,
      updated_at: updatedAt,
      deleted_at: isDeleted ? updatedAt : null,
    })
    .returning('comment_id')
    .executeTakeFirstOrThrow();
  if (!isDeleted) await count(tx, { trackId, userId, isAward, by: 1 });
  return comment_id;
}

/** The same comment, if it was copied to the source from here, or exists for another reason. */
export async function sameComment(
  tx: TxCtx,
  { trackId, userId, isAward, at }: Pick<CopiedComment, 'trackId' | 'userId' | 'isAward' | 'at'>,
): Promise<number | null> {
  const row = await forSite(tx, 'comment')
    .where('track_id', '=', trackId)
    .where('user_id', '=', userId)
    .where('is_award', '=', isAward)
    .where('comment_at', '=', at)
    .select('comment_id')
    .executeTakeFirst();
  return row?.comment_id ?? null;
}

/** Follows a change of the text at the source, or its removal (null). */
export async function updateImportedComment(
  tx: TxCtx,
  commentId: number,
  { text: given, updatedAt }: { readonly text: string | null; readonly updatedAt: Date },
): Promise<void> {
  const text = given === null ? deletedText : cleanText(given);
  const isDeleted = text === deletedText;
  const known = await forSite(tx, 'comment')
    .where('comment_id', '=', commentId)
    .select('track_id')
    .executeTakeFirst();
  if (!known) return;
  const trackId = known.track_id;
  await lockTrack(tx, trackId);
  // a run may meet the same removal in the list of a track and in the log of changes at the same time: it is counted once
  const row = await tx.db
    .updateTable('comment')
    .set(
      isDeleted ? { deleted_at: updatedAt } : { text, line: lineOf('comment', text), updated_at: updatedAt },
    )
    .where('site', '=', tx.site.code)
    .where('comment_id', '=', commentId)
    .where('deleted_at', 'is', null)
    .returning(['user_id', 'is_award'])
    .executeTakeFirst();
  if (row && isDeleted) await count(tx, { trackId, userId: row.user_id, isAward: row.is_award, by: -1 });
}

interface Counted extends Pick<CopiedComment, 'trackId' | 'userId' | 'isAward'> {
  readonly by: 1 | -1;
}

/** Counts a comment of a locked track, for the track and for people. */
async function count(tx: TxCtx, { trackId, userId, isAward, by }: Counted): Promise<void> {
  await addComments(tx, trackId, isAward, by);
  await countComment(tx, { giverId: userId, authorIds: await authorIdsOf(tx, trackId), isAward, by });
}

/** Counts the comments and awards of a track after some were copied. */
export async function recountImported(tx: TxCtx, trackId: number): Promise<void> {
  await lockTrack(tx, trackId);
  await recountTrackComments(tx, trackId, true);
}
