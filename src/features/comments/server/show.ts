import { waitingHere } from '#features/texts/server/list.ts';
import { secretIn, visibleTrack } from '#features/tracks/server/repo.ts';
import { blockedByViewer } from '#features/users/server/repo.ts';
import { idIn } from '#lib/codes/ids.ts';
import { no } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import { messagesHtml } from '#platform/messages.ts';
import type { Chances, Comment, Discussion, Thread } from '../discussion.ts';
import { commentsOnPage, isEdited, repliesShown } from '../model.ts';
import { awardedTrack, giverFacts } from './award-giver.ts';
import {
  type AwardedTrack,
  type GiverFacts,
  mayAward,
  mayComment,
  mayDelete,
  mayEdit,
  mayReply,
} from './policy.ts';
import { countThreads, readReplies, readThreads, type StoredRow } from './threads.ts';

/**
 * The comments and awards of a track: `p` selects a page, `comment` the page of a comment, `key` is the secret of an unlisted
 * track's link. Throws a Problem 404 for a track that this viewer may not see.
 */
export async function discussionOf(ctx: Ctx, trackId: number, query: URLSearchParams): Promise<Discussion> {
  const key = secretIn(query);
  const wanted = idIn(query.get('comment'));
  const typed = Math.max(idIn(query.get('p')) ?? 1, 1);
  const [track, { all, newer }, start, giver, blocked, held] = await Promise.all([
    visibleTrack(ctx, trackId, key),
    countThreads(ctx, trackId, wanted),
    // nearly every request is for the first page
    wanted === null && typed === 1 ? readPage(ctx, trackId, 1) : null,
    ctx.viewer.accountId === null ? null : giverFacts(ctx, trackId),
    blockedByViewer(ctx),
    waitingHere(ctx, 'track', trackId),
  ]);
  const lastPage = Math.max(1, Math.ceil(all / commentsOnPage));
  const requested = newer === null ? null : wanted;
  const page = Math.min(newer === null ? typed : Math.floor(newer / commentsOnPage) + 1, lastPage);
  const [threads, replies] = start ?? (await readPage(ctx, trackId, page));
  const rows = [...threads, ...replies];
  const [html, sources] = await Promise.all([
    messagesHtml(
      ctx,
      rows.map((row) => (row.deleted_at === null && !blocked.has(row.user_id) ? row.text : null)),
      { images: false },
    ),
    mentionsAsTyped(
      ctx,
      rows.map((row) => (mayEdit(ctx.viewer, factsOf(row)).ok ? row.text : null)),
    ),
  ]);
  const shownById = new Map(
    rows.map((row, index) => {
      const shown = { html: html[index] ?? null, source: sources[index] ?? null };
      return [row.comment_id, commentOf(ctx, row, shown, blocked)] as const;
    }),
  );
  const shown = ({ comment_id }: StoredRow) => shownById.get(comment_id) as Comment; // made of the same rows

  return {
    trackId,
    key: track.is_listed || !track.relation.hasSecret ? null : key,
    threads: threads.map((row): Thread => {
      const own = replies.filter(({ parent_id }) => parent_id === row.comment_id);
      const isOpen = own.slice(repliesShown).some(({ comment_id }) => comment_id === requested);
      return { ...shown(row), replies: own.map(shown), isOpen };
    }),
    page,
    lastPage,
    awards: track.awards,
    comments: track.comments,
    isVisitor: ctx.viewer.accountId === null,
    can: chances(ctx, awardedTrack(track), giver),
    requested,
    held,
  };
}

/** The discussion that visitors see, for a member who has written nothing in it and has blocked nobody. */
export function discussionFor(
  ctx: Ctx,
  seen: Discussion,
  { isBeta }: { readonly isBeta: boolean },
  giver: GiverFacts & { readonly awardId: number | null },
  held: Discussion['held'],
): Discussion {
  const answerable = (comment: Comment) => ({
    ...comment,
    mayReply: mayReply(ctx.viewer, { isDeleted: comment.html === null }).ok,
  });
  return {
    ...seen,
    threads: seen.threads.map((thread) => ({
      ...thread,
      ...answerable(thread),
      replies: thread.replies.map(answerable),
    })),
    isVisitor: false,
    can: chances(ctx, { isPublic: true, isBeta, isAuthor: false, isInvited: false }, giver),
    held,
  };
}

function readPage(ctx: Ctx, trackId: number, page: number): Promise<[StoredRow[], StoredRow[]]> {
  const first = (page - 1) * commentsOnPage;
  return Promise.all([
    readThreads(ctx, trackId, first, commentsOnPage),
    readReplies(ctx, trackId, first, commentsOnPage),
  ]);
}

const factsOf = (row: StoredRow) => ({
  userId: row.user_id,
  isAward: row.is_award,
  commentAt: row.comment_at,
  isDeleted: row.deleted_at !== null,
});

function commentOf(
  ctx: Ctx,
  row: StoredRow,
  { html, source }: Pick<Comment, 'html' | 'source'>,
  blocked: ReadonlySet<number>,
): Comment {
  const facts = factsOf(row);
  return {
    id: row.comment_id,
    kind: row.is_award ? 'award' : 'comment',
    writer: {
      userId: row.user_id,
      name: row.name,
      customUrl: row.custom_url,
      tint: row.tint,
    },
    isAuthor: Boolean(row.is_author),
    at: row.comment_at,
    isEdited: !facts.isDeleted && isEdited(row.comment_at, row.updated_at),
    html,
    isBlocked: row.deleted_at === null && blocked.has(row.user_id),
    source,
    mayReply: mayReply(ctx.viewer, facts).ok,
    mayDelete: mayDelete(ctx.viewer, facts, ctx.clock.now()).ok,
  };
}

function chances(
  { viewer }: Ctx,
  track: AwardedTrack,
  giver: (GiverFacts & { readonly awardId: number | null }) | null,
): Chances {
  const comment = mayComment(viewer);
  if (giver === null) return { comment, award: { ...no('Sign in to give an award.'), given: null } };
  return { comment, award: { ...mayAward(viewer, track, giver), given: giver.awardId } };
}
