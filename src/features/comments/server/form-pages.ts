import { secretIn, visibleTrack } from '#features/tracks/server/repo.ts';
import { idIn } from '#lib/codes/ids.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import { messageHtml } from '#platform/messages.ts';
import { type RemarkKind, remarkKinds } from '../model.ts';
import { giverFacts } from './giver.ts';
import { isModeration, mayAward, mayDelete, mayEdit, mayReply } from './policy.ts';
import { type StoredRemark, visibleRemark } from './remarks.ts';

/** Something somebody wrote, as a form about it shows it. */
interface Quoted {
  readonly name: string;
  readonly html: string;
}

/** What the page /commentupdate shows. */
export interface WritePage {
  readonly track: { readonly id: number; readonly name: string };
  readonly kind: RemarkKind;
  readonly commentId: number;
  readonly replyTo: number | null;
  readonly key: string | null;
  /** one's own text, when it is to be changed */
  readonly text: string;
  readonly answered: Quoted | null;
}

async function quoted(ctx: Ctx, remark: StoredRemark): Promise<Quoted> {
  return { name: remark.name, html: await messageHtml(ctx, remark.text, { images: false }) };
}

/**
 * The form for something new (`commentId` 0 or `new`) or for one's own; a Problem for what may not be written. A form
 * that `wasRefused` is shown in any case: what was typed must not be lost with the reason.
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
  const kind = remarkKinds.find((one) => one === params.kind);
  const commentId = params.commentId === 'new' ? 0 : idIn(params.commentId);
  if (kind === undefined || commentId === null) throw notFound('This address');
  const key = secretIn(query);
  const track = await visibleTrack(ctx, idIn(params.trackId) ?? 0, key);
  const page = { track: { id: track.track_id, name: stripGameText(track.name) }, kind, commentId, key };
  if (commentId > 0) {
    const { remark } = await visibleRemark(ctx, commentId, key);
    if (remark.trackId !== track.track_id || remark.isAward !== (kind === 'award'))
      throw notFound('This comment');
    const verdict = mayEdit(ctx.viewer, remark);
    demand(verdict);
    return { ...page, replyTo: null, text: verdict.ok ? remark.text : '', answered: null };
  }
  if (kind === 'award' && !wasRefused) {
    const awarded = {
      isPublic: track.is_public,
      isBeta: track.is_beta,
      isAuthor: track.relation.isAuthor,
      isInvited: track.relation.isPending,
    };
    demand(mayAward(ctx.viewer, awarded, await giverFacts(ctx, track.track_id)));
  }
  const replyTo = kind === 'award' ? null : idIn(query.get('replyTo'));
  if (replyTo === null) return { ...page, replyTo, text: '', answered: null };
  const { remark } = await visibleRemark(ctx, replyTo, key);
  if (remark.trackId !== track.track_id) throw notFound('The comment you are replying to');
  demand(mayReply(ctx.viewer, remark));
  const answered = remark.isDeleted ? null : await quoted(ctx, remark);
  return { ...page, replyTo, text: '', answered };
}

/** What the page /commentdelete shows. */
export interface RemovePage {
  readonly trackId: number;
  readonly commentId: number;
  readonly key: string | null;
  readonly isAward: boolean;
  /** somebody else's: a reason is asked for */
  readonly isModeration: boolean;
  readonly shown: Quoted;
}

/** What is about to be removed; a Problem for what may not be. */
export async function removePage(
  ctx: Ctx,
  commentId: string | undefined,
  query: URLSearchParams,
): Promise<RemovePage> {
  const key = secretIn(query);
  const { remark } = await visibleRemark(ctx, idIn(commentId) ?? 0, key);
  const verdict = mayDelete(ctx.viewer, remark, ctx.clock.now());
  assertAllowed(verdict);
  return {
    trackId: remark.trackId,
    commentId: remark.commentId,
    key,
    isAward: remark.isAward,
    isModeration: isModeration(ctx.viewer, remark),
    shown: await quoted(ctx, remark),
  };
}
