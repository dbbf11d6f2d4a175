import { notify } from '#features/notices/server/actions.ts';
import { holdText, noteText } from '#features/texts/server/actions.ts';
import { countedComment } from '#features/tracks/server/counters.ts';
import { countComment } from '#features/users/server/counters.ts';
import { mentionedIn } from '#lib/bbcode/mentions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lineOf } from '#platform/lines/lines.ts';
import { storedMentions } from '#platform/mentions.ts';
import { routes } from '#routes/routes.ts';
import type { WriteAnswer, Written } from '../forms.ts';
import { type CommentKind, cleanText, textMistake } from '../model.ts';
import { assertPace, authorIdsOf, type StoredComment, type VisibleComment } from './comments.ts';
import type { WriteSubject } from './subject.ts';

type Track = VisibleComment['track'];
type New = Extract<WriteSubject, { answered: StoredComment | null }>;
type Changed = Extract<WriteSubject, { is: 'change' }>;

/**
 * Writes a new text or changes the viewer's own: POST /commentupdate. Links and pictures of a new writer wait for a moderator first;
 * the answer then names the held text.
 */
export async function submit(tx: TxCtx, subject: WriteSubject, typed: Written): Promise<WriteAnswer> {
  const text = await storedMentions(tx, checkedText(typed));
  const form = { ...typed, Comment: text };
  if (subject.is !== 'change') assertNew(tx, subject, form);
  const { trackId, kind, commentId, replyTo, key } = form;
  const heldId = await holdText(tx, {
    kind: subject.is === 'change' ? 'commentchange' : kind,
    placeId: trackId,
    text,
    payload: { trackId, kind, commentId, replyTo, key },
    ...(subject.is === 'change' && { changed: { id: commentId, text: subject.comment.text } }),
  });
  if (heldId === null) {
    const id = subject.is === 'change' ? commentId : subject.fresh.commentId;
    const [written] = await Promise.all([write(tx, subject, form), noteText(tx, 'comment', id)]);
    return written;
  }
  await noteText(tx, 'heldtext', heldId);
  return { CommentId: null, HeldTextId: heldId, Link: routes.trackHeld(trackId, heldId, key) };
}

/** Writes a text whose pace was checked, as `submit` or a moderator who releases it does. */
export async function write(
  tx: TxCtx,
  subject: WriteSubject,
  form: Written,
): Promise<WriteAnswer & { CommentId: number }> {
  const text = checkedText(form);
  const commentId =
    subject.is === 'change' ? await change(tx, subject, text) : await add(tx, subject, form, text);
  return {
    CommentId: commentId,
    HeldTextId: null,
    Link: routes.trackComment(form.trackId, commentId, form.key),
  };
}

function checkedText({ kind, Comment }: Written): string {
  const text = cleanText(Comment);
  const mistake = textMistake(kind, text);
  if (mistake) throw new Problem(422, mistake, { field: 'Comment' });
  return text;
}

function assertNew(tx: TxCtx, { fresh }: New, { kind, replyTo, Comment }: Written): void {
  if (kind === 'award' && replyTo !== null)
    throw new Problem(422, 'Awards can’t be replies. Write a comment instead.');
  assertPace(tx, fresh, Comment);
}

async function add(
  tx: TxCtx,
  { track, answered, fresh: { commentId, authorIds } }: New,
  { trackId, kind, key }: Written,
  text: string,
): Promise<number> {
  const isAward = kind === 'award';
  const now = tx.clock.now();
  const written = tx.db
    .with('counted', (db) => countedComment(db, { site: tx.site.code, trackId, isAward, at: now }))
    .insertInto('comment')
    .values({
      site: tx.site.code,
      comment_id: commentId,
      track_id: trackId,
      user_id: tx.viewer.userId,
      // one level deep: an answer to a reply belongs to the same conversation
      parent_id: answered ? (answered.parentId ?? answered.commentId) : null,
      text,
      line: lineOf('comment', text),
      is_award: isAward,
      comment_at: now,
      updated_at: now,
    })
    .execute();
  const alreadyNotified = answered ? [...authorIds, answered.userId] : authorIds;
  await Promise.all([
    written,
    track.is_public && track.is_listed
      ? countComment(tx, { giverId: tx.viewer.userId, authorIds, isAward, by: 1 })
      : null,
    notifyConcerned(tx, track, kind, commentId, authorIds, answered, key),
    notifyMentioned(tx, track, commentId, text, alreadyNotified),
  ]);
  return commentId;
}

/** Notifies the track's authors and the author of the parent comment, each once. */
async function notifyConcerned(
  tx: TxCtx,
  track: Track,
  kind: CommentKind,
  commentId: number,
  authorIds: readonly number[],
  answered: StoredComment | null,
  key: string | null,
): Promise<void> {
  const name = stripGameText(track.name);
  const me = tx.viewer.name;
  const replied =
    answered &&
    notify(tx, {
      to: [answered.userId],
      kind: 'comment.reply',
      text: `${me} replied to you on “${name}”.`,
      link: routes.trackComment(track.track_id, commentId, key),
    });
  const written = notify(tx, {
    to: authorIds.filter((userId) => userId !== answered?.userId),
    kind: kind === 'award' ? 'award.new' : 'comment.new',
    text: kind === 'award' ? `${me} gave “${name}” an award.` : `${me} commented on “${name}”.`,
    link: routes.trackComment(track.track_id, commentId),
  });
  await Promise.all([replied, written]);
}

/**
 * Notifies the users that a text mentions, except those already notified of it. Only on tracks that every visitor can find: a mention
 * must not reveal any other track.
 */
async function notifyMentioned(
  tx: TxCtx,
  track: Track,
  commentId: number,
  text: string,
  alreadyNotified: readonly number[],
): Promise<void> {
  if (!track.is_public || !track.is_listed) return;
  const except = new Set(alreadyNotified);
  await notify(tx, {
    to: mentionedIn(text).filter((userId) => !except.has(userId)),
    kind: 'mention',
    text: `${tx.viewer.name} mentioned you on “${stripGameText(track.name)}”.`,
    link: routes.trackComment(track.track_id, commentId),
  });
}

async function change(
  tx: TxCtx,
  { track, comment: { commentId, text: before } }: Changed,
  text: string,
): Promise<number> {
  if (before === text) return commentId;
  await tx.db
    .updateTable('comment')
    .where('site', '=', tx.site.code)
    .where('comment_id', '=', commentId)
    .set({ text, line: lineOf('comment', text), updated_at: tx.clock.now() })
    .execute();
  const authorIds = await authorIdsOf(tx, track.track_id);
  await notifyMentioned(tx, track, commentId, text, [...authorIds, ...mentionedIn(before)]);
  return commentId;
}
