import { forSite } from '#db/for-site.ts';
import { holdTrack } from '#features/tracks/server/counters.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import type { TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import type { Removal, Written } from '../forms.ts';
import { awardedTrack, giverFacts } from './giver.ts';
import type { WriteFacts } from './policy.ts';
import { oneAtATime, type StoredRemark, type VisibleRemark, visibleRemark } from './remarks.ts';

type Track = VisibleRemark['track'];

/** What POST /commentupdate is about: an existing comment to change, or the track and comment that get a new one. */
export type WriteSubject = WriteFacts &
  (
    | { readonly is: 'change'; readonly remark: StoredRemark }
    | {
        readonly is: 'award' | 'comment' | 'reply';
        readonly track: Track;
        readonly answered: StoredRemark | null;
      }
  );

/** Reads it with its track locked, so that the track cannot be hidden between the rule and the write. */
export async function writeSubject(tx: TxCtx, form: Written): Promise<WriteSubject> {
  const { trackId, kind, commentId, replyTo, key } = form;
  await oneAtATime(tx);
  if (!(await holdTrack(tx, trackId))) throw notFound(commentId > 0 ? 'This comment' : 'This track');
  if (commentId > 0) {
    const { remark } = await visibleRemark(tx, commentId, key);
    if (remark.trackId !== trackId || remark.isAward !== (kind === 'award')) throw notFound('This comment');
    return { is: 'change', remark };
  }
  const track = await visibleTrack(tx, trackId, key);
  if (kind === 'award') {
    const giver = await giverFacts(tx, trackId);
    return { is: 'award', track, answered: null, awarded: awardedTrack(track), giver };
  }
  if (replyTo === null) return { is: 'comment', track, answered: null };
  const { remark: answered } = await visibleRemark(tx, replyTo, key);
  if (answered.trackId !== trackId) throw notFound('The comment you are replying to');
  return { is: 'reply', track, answered, replies: await repliesTo(tx, answered) };
}

async function repliesTo(tx: TxCtx, { parentId, commentId }: StoredRemark): Promise<number> {
  const { count } = await forSite(tx, 'comment')
    .where('parent_id', '=', parentId ?? commentId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What POST /commentdelete is about, with its track locked: of two removals at once the second finds it gone. */
export async function removalSubject(tx: TxCtx, { commentId, key }: Removal): Promise<VisibleRemark> {
  const place = await forSite(tx, 'comment')
    .where('comment_id', '=', commentId)
    .select('track_id')
    .executeTakeFirst();
  if (place) await holdTrack(tx, place.track_id);
  return visibleRemark(tx, commentId, key);
}
