import { secretIn, visibleTrack } from '#features/tracks/server/repo.ts';
import { blockedByViewer } from '#features/users/server/repo.ts';
import { idIn } from '#lib/codes/ids.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import { messageHtml } from '#platform/messages.ts';
import { type CommentKind, commentKinds } from '../model.ts';
import { awardedTrack, giverFacts } from './award-giver.ts';
import { type StoredComment, visibleComment } from './comments.ts';
import { isModeration, mayAward, mayDelete, mayEdit, mayReply } from './policy.ts';

/** A text as shown by a form about it. */
interface Quoted {
  readonly name: string;
  readonly html: string;
}

/** The data of the page /commentupdate. */
export interface WritePage {
  readonly track: { readonly id: number; readonly name: string };
  readonly kind: CommentKind;
  readonly commentId: number;
  readonly replyTo: number | null;
  readonly key: string | null;
  /** the viewer's own text, if it is edited */
  readonly text: string;
  readonly answered: Quoted | null;
}

async function quoted(ctx: Ctx, comment: StoredComment): Promise<Quoted> {
  return { name: comment.name, html: await messageHtml(ctx, comment.text, { images: false }) };
}

/**
 * The form for a new text (`commentId` 0 or `new`) or for the viewer's own; throws a Problem if that is not allowed. A form that
 * `wasRefused` is shown in any case, so that what was typed is not lost.
 */
export async function writePage(
  ctx: Ctx,
  params: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
  wasRefused = false,
): Promise<WritePage> {
  const demand = (verdict: Verdict) => {
    if (!wasRefused) assertAllowed(verdict);
  };
  const kind = commentKinds.find((one) => one === params.kind);
  const commentId = params.commentId === 'new' ? 0 : idIn(params.commentId);
  if (kind === undefined || commentId === null) throw notFound('This address');
  const key = secretIn(query);
  const track = await visibleTrack(ctx, idIn(params.trackId) ?? 0, key);
  const page = { track: { id: track.track_id, name: stripGameText(track.name) }, kind, commentId, key };
  if (commentId > 0) {
    const { comment } = await visibleComment(ctx, commentId, key);
    if (comment.trackId !== track.track_id || comment.isAward !== (kind === 'award'))
      throw notFound('This comment');
    const verdict = mayEdit(ctx.viewer, comment);
    demand(verdict);
    const [text = ''] = verdict.ok ? await mentionsAsTyped(ctx, [comment.text]) : [];
    return { ...page, replyTo: null, text, answered: null };
  }
  if (kind === 'award' && !wasRefused) {
    demand(mayAward(ctx.viewer, awardedTrack(track), await giverFacts(ctx, track.track_id)));
  }
  const replyTo = kind === 'award' ? null : idIn(query.get('replyTo'));
  if (replyTo === null) return { ...page, replyTo, text: '', answered: null };
  const { comment } = await visibleComment(ctx, replyTo, key);
  if (comment.trackId !== track.track_id) throw notFound('The comment you are replying to');
  demand(mayReply(ctx.viewer, comment));
  const isHidden = comment.isDeleted || (await blockedByViewer(ctx)).has(comment.userId);
  const answered = isHidden ? null : await quoted(ctx, comment);
  return { ...page, replyTo, text: '', answered };
}

/** The data of the page /commentdelete. */
export interface RemovePage {
  readonly trackId: number;
  readonly commentId: number;
  readonly key: string | null;
  readonly isAward: boolean;
  /** another user's text: a reason is required */
  readonly isModeration: boolean;
  readonly shown: Quoted;
}

/** The text that is about to be removed; throws a Problem if that is not allowed. */
export async function removePage(
  ctx: Ctx,
  commentId: string | undefined,
  query: URLSearchParams,
): Promise<RemovePage> {
  const key = secretIn(query);
  const { comment } = await visibleComment(ctx, idIn(commentId) ?? 0, key);
  const verdict = mayDelete(ctx.viewer, comment, ctx.clock.now());
  assertAllowed(verdict);
  return {
    trackId: comment.trackId,
    commentId: comment.commentId,
    key,
    isAward: comment.isAward,
    isModeration: isModeration(ctx.viewer, comment),
    shown: await quoted(ctx, comment),
  };
}
