import { forSite } from '#db/for-site.ts';
import { lockTrack } from '#features/tracks/server/counters.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import type { TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import type { Removal, Written } from '../forms.ts';
import { awardedTrack, giverFacts } from './award-giver.ts';
import {
  type NewText,
  newText,
  type StoredComment,
  type VisibleComment,
  visibleComment,
} from './comments.ts';
import type { WriteFacts } from './policy.ts';

type Track = VisibleComment['track'];

/** What POST /commentupdate is about: an existing comment to change, or the track and comment that get a new one. */
export type WriteSubject = WriteFacts &
  (
    | { readonly is: 'change'; readonly track: Track; readonly comment: StoredComment }
    | {
        readonly is: 'award' | 'comment' | 'reply';
        readonly track: Track;
        readonly answered: StoredComment | null;
        readonly fresh: NewText;
      }
  );

/**
 * Reads it with its track locked, so that the track cannot be hidden between the rule and the write. What is read is sent together
 * with the lock, and PostgreSQL reads it once it has the lock.
 */
export async function writeSubject(tx: TxCtx, form: Written): Promise<WriteSubject> {
  const { trackId, kind, commentId, replyTo, key } = form;
  // a user's writes one at a time, because concurrent transactions would not see each other's rows
  const lock = lockTrack(tx, trackId, `comments ${tx.site.code} ${tx.viewer.userId}`);
  if (commentId > 0) {
    const [, { comment, track }] = await Promise.all([lock, visibleComment(tx, commentId, key)]);
    if (comment.trackId !== trackId || comment.isAward !== (kind === 'award')) throw notFound('This comment');
    return { is: 'change', track, comment };
  }
  const first = Promise.all([
    lock,
    visibleTrack(tx, trackId, key),
    newText(tx, trackId),
    kind === 'award' ? giverFacts(tx, trackId) : null,
  ]);
  const answering = kind === 'comment' && replyTo !== null ? visibleComment(tx, replyTo, key) : null;
  // whether the track can be seen decides first: otherwise the answer would depend on which statement ends first
  answering?.catch(() => undefined);
  const [, track, fresh, giver] = await first;
  const parent = await answering;
  if (giver) return { is: 'award', track, answered: null, fresh, awarded: awardedTrack(track), giver };
  if (!parent) return { is: 'comment', track, answered: null, fresh };
  const { comment: answered } = parent;
  if (answered.trackId !== trackId) throw notFound('The comment you are replying to');
  return { is: 'reply', track, answered, fresh, replies: await repliesTo(tx, answered) };
}

async function repliesTo(tx: TxCtx, { parentId, commentId }: StoredComment): Promise<number> {
  const { count } = await forSite(tx, 'comment')
    .where('parent_id', '=', parentId ?? commentId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What POST /commentdelete is about, with its track locked: of two removals at once the second finds it gone. */
export async function removalSubject(
  tx: TxCtx,
  { commentId, key }: Pick<Removal, 'commentId' | 'key'>,
): Promise<VisibleComment> {
  const place = await forSite(tx, 'comment')
    .where('comment_id', '=', commentId)
    .select('track_id')
    .executeTakeFirst();
  if (place) await lockTrack(tx, place.track_id);
  return visibleComment(tx, commentId, key);
}
