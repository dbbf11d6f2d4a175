import { nextId } from '#db/ids.ts';
import { notify } from '#features/notices/server/actions.ts';
import { countNewRemark, holdTrack } from '#features/tracks/server/counters.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { countRemark } from '#features/users/server/counters.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed, notFound, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes.ts';
import type { WriteAnswer, Written } from '../forms.ts';
import { cleanText, mostReplies, type RemarkKind, textMistake } from '../model.ts';
import { giverFacts } from './giver.ts';
import { mayAward, mayComment, mayEdit, mayReply } from './policy.ts';
import { assertPace, authorIdsOf, oneAtATime, type StoredRemark, visibleRemark } from './remarks.ts';

type Track = Awaited<ReturnType<typeof visibleTrack>>;

/** Writes a new text or changes the viewer's own: POST /commentupdate. */
export async function write(tx: TxCtx, form: Written): Promise<WriteAnswer> {
  const text = cleanText(form.Comment);
  const mistake = textMistake(form.kind, text);
  if (mistake) throw new Problem(422, mistake, { field: 'Comment' });
  const commentId = form.commentId === 0 ? await add(tx, form, text) : await change(tx, form, text);
  return { CommentId: commentId, Link: routes.trackRemark(form.trackId, commentId, form.key) };
}

async function add(tx: TxCtx, { trackId, kind, replyTo, key }: Written, text: string): Promise<number> {
  await oneAtATime(tx);
  // lock first, so that the track cannot be hidden between the check and the update
  if (!(await holdTrack(tx, trackId))) throw notFound('This track');
  const track = await visibleTrack(tx, trackId, key);
  if (kind === 'award') await assertAward(tx, track, replyTo);
  else assertAllowed(mayComment(tx.viewer));
  const answered = replyTo === null ? null : await answeredOn(tx, track, replyTo, key);
  await assertPace(tx, trackId, text);

  const now = tx.clock.now();
  const { comment_id } = await tx.db
    .insertInto('comment')
    .values({
      site: tx.site.code,
      comment_id: nextId('comment', tx.site.code),
      track_id: trackId,
      user_id: tx.viewer.userId,
      // one level deep: an answer to a reply belongs to the same conversation
      parent_id: answered ? (answered.parentId ?? answered.commentId) : null,
      text,
      is_award: kind === 'award',
      comment_at: now,
      updated_at: now,
    })
    .returning('comment_id')
    .executeTakeFirstOrThrow();
  const authorIds = await authorIdsOf(tx, trackId);
  await countNewRemark(tx, trackId, kind === 'award');
  if (track.is_public && track.is_listed) {
    const isAward = kind === 'award';
    await countRemark(tx, { giverId: tx.viewer.userId, authorIds, isAward, by: 1 });
  }
  await tell(tx, track, kind, comment_id, authorIds, answered, key);
  return comment_id;
}

async function assertAward(tx: TxCtx, track: Track, replyTo: number | null): Promise<void> {
  if (replyTo !== null) throw new Problem(422, 'An award is not a reply: write a comment.');
  const giver = await giverFacts(tx, track.track_id);
  const awarded = {
    isPublic: track.is_public,
    isBeta: track.is_beta,
    isAuthor: track.relation.isAuthor,
    isInvited: track.relation.isPending,
  };
  const verdict = mayAward(tx.viewer, awarded, giver);
  if (!verdict.ok && giver.hasAwarded) throw new Problem(409, verdict.reason);
  assertAllowed(verdict);
}

/** The comment being replied to, which must belong to this track. */
async function answeredOn(tx: TxCtx, track: Track, replyTo: number, key: string | null) {
  const { remark } = await visibleRemark(tx, replyTo, key);
  if (remark.trackId !== track.track_id) throw notFound('The comment you are replying to');
  assertAllowed(mayReply(tx.viewer, remark));
  const { count } = await tx.db
    .selectFrom('comment')
    .where('site', '=', tx.site.code)
    .where('parent_id', '=', remark.parentId ?? remark.commentId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostReplies)
    throw new Problem(409, `This conversation has ${mostReplies} replies: start a new one with a comment.`);
  return remark;
}

/** Notifies the track's authors and the author of the parent comment, each once. */
async function tell(
  tx: TxCtx,
  track: Track,
  kind: RemarkKind,
  commentId: number,
  authorIds: readonly number[],
  answered: StoredRemark | null,
  key: string | null,
): Promise<void> {
  const name = stripGameText(track.name);
  const me = tx.viewer.name;
  if (answered) {
    await notify(tx, {
      to: [answered.userId],
      kind: 'comment.reply',
      text: `${me} replied to you on "${name}".`,
      link: routes.trackRemark(track.track_id, commentId, key),
    });
  }
  await notify(tx, {
    to: authorIds.filter((userId) => userId !== answered?.userId),
    kind: kind === 'award' ? 'award.new' : 'comment.new',
    text: kind === 'award' ? `${me} gave "${name}" an award.` : `${me} commented on "${name}".`,
    link: routes.trackRemark(track.track_id, commentId),
  });
}

async function change(tx: TxCtx, { trackId, kind, commentId, key }: Written, text: string): Promise<number> {
  const { remark } = await visibleRemark(tx, commentId, key);
  if (remark.trackId !== trackId || remark.isAward !== (kind === 'award')) throw notFound('This comment');
  assertAllowed(mayEdit(tx.viewer, remark));
  if (remark.text === text) return commentId;
  await tx.db
    .updateTable('comment')
    .where('site', '=', tx.site.code)
    .where('comment_id', '=', commentId)
    .where('deleted_at', 'is', null)
    .set({ text, updated_at: tx.clock.now() })
    .execute();
  return commentId;
}
