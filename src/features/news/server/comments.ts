import type { Selectable } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import { pageOfPost, postsOnPage } from '#features/forum/model.ts';
import {
  assertPace,
  checkedText,
  closeThread,
  replyTo,
  startThread,
} from '#features/forum/server/actions.ts';
import { mayReply } from '#features/forum/server/policy.ts';
import {
  postsOnPageOf,
  readableThread,
  serialiseOwnWrites,
  threadForUpdate,
} from '#features/forum/server/repo.ts';
import type { Published } from '#features/texts/held.ts';
import { holdText, noteText } from '#features/texts/server/actions.ts';
import type { HeldText } from '#features/texts/server/repo.ts';
import { newsBoardId } from '#lib/codes/forum.ts';
import { Level } from '#lib/codes/level.ts';
import { conflict } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { assertAllowed, denied } from '#platform/http/problem.ts';
import { storedMentions } from '#platform/mentions.ts';
import type { Viewer } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import type { NewsComment } from '../forms.ts';
import type { NewsCommentsData } from '../page-data.ts';
import { lockedPublishedNews, type StoredNews } from './repo.ts';

/**
 * Starts the thread for the comments of a news post, in the name of its author. Its first post only says what it is about. On an
 * edition without the board for it there are no comments.
 */
export async function openComments(tx: TxCtx, news: Selectable<Database['news']>): Promise<void> {
  const site = tx.site.code;
  const board = await forSite(tx, 'forum_board')
    .where('board_id', '=', newsBoardId)
    .select('board_id')
    .executeTakeFirst();
  if (!board || news.thread_id !== null) return;
  const { threadId } = await startThread(await asAuthor(tx, news.user_id), {
    boardId: newsBoardId,
    title: news.title,
    text: `Comments on the news post “${news.title}”.`,
    isPaced: false,
  });
  await tx.db
    .updateTable('news')
    .set({ thread_id: threadId })
    .where('site', '=', site)
    .where('news_id', '=', news.news_id)
    .execute();
}

/** The same transaction with the author as viewer: a job publishes without one. */
async function asAuthor(tx: TxCtx, userId: number): Promise<TxCtx> {
  if (tx.viewer.userId === userId) return tx;
  const { name, account_id: accountId } = await forSite(tx, 'profile')
    .where('user_id', '=', userId)
    .select(['name', 'account_id'])
    .executeTakeFirstOrThrow();
  return { ...tx, viewer: { ...tx.viewer, accountId, userId, name, level: Level.moderator } };
}

/** Closes the comments of a deleted news post, and opens those of a restored one. */
export async function closeComments(tx: TxCtx, news: StoredNews, isClosed: boolean): Promise<void> {
  if (news.thread_id !== null) await closeThread(tx, news.thread_id, isClosed);
}

/** A page of comments; the first post of the thread, which only names its subject, is left out. */
export async function newsComments(
  ctx: Ctx,
  threadId: number | null,
  pageText: string | null,
): Promise<NewsCommentsData | null> {
  const thread = threadId === null ? null : await readableThread(ctx, threadId);
  if (!thread) return null;
  const last = Math.max(1, Math.ceil(thread.lastNumber / postsOnPage));
  const requested = Number(/^\d{1,6}$/.exec(pageText ?? '')?.[0] ?? 1);
  const current = Math.min(Math.max(requested, 1), last);
  const posts = await postsOnPageOf(ctx, thread.threadId, current);
  return {
    threadId: thread.threadId,
    posts: posts.filter(({ number }) => number > 1),
    count: Math.max(0, thread.posts - 1),
    current,
    last,
    right: mayReply(ctx.viewer, thread),
  };
}

/** What a comment is about, with both rows locked; throws a Problem 404 or 409. */
export async function commentSubject(tx: TxCtx, { newsId }: Pick<NewsComment, 'newsId'>) {
  await serialiseOwnWrites(tx);
  const news = await lockedPublishedNews(tx, newsId);
  if (news.thread_id === null) throw denied('This news post has no comments.');
  return { news, thread: await threadForUpdate(tx, news.thread_id) };
}

type CommentSubject = Awaited<ReturnType<typeof commentSubject>>;

export const mayCommentNews = (viewer: Viewer, { thread }: CommentSubject) =>
  thread.isLocked ? conflict('The comments of this news post are closed.') : mayReply(viewer, thread);

/** Writes a comment: POST /newscomment/{newsId}. Links and pictures of a new writer wait for a moderator first. */
export async function writeComment(tx: TxCtx, { news, thread }: CommentSubject, { Text }: NewsComment) {
  const newsId = news.news_id;
  const text = await storedMentions(tx, checkedText(Text));
  await assertPace(tx, thread.threadId, text);
  const held = { kind: 'newscomment', placeId: newsId, text, payload: { newsId } } as const;
  const HeldTextId = await holdText(tx, held);
  if (HeldTextId !== null) {
    await noteText(tx, 'heldtext', HeldTextId);
    return { PostId: null, HeldTextId, Link: `${routes.newsShow(newsId)}#held-${HeldTextId}` };
  }
  const { resultId, link } = await addComment(tx, { news, thread }, text);
  await noteText(tx, 'post', resultId);
  return { PostId: resultId, HeldTextId, Link: link };
}

async function addComment(tx: TxCtx, { news, thread }: CommentSubject, text: string): Promise<Published> {
  const { postId, number } = await replyTo(tx, thread, { text, isPaced: false });
  return { resultId: postId, link: `${routes.newsShow(news.news_id, pageOfPost(number))}#post-${postId}` };
}

/** Publishes a held comment as its author, by the rules that apply now. */
export async function publishHeldComment(at: TxCtx, { placeId, text }: HeldText): Promise<Published> {
  const subject = await commentSubject(at, { newsId: placeId });
  assertAllowed(mayCommentNews(at.viewer, subject));
  return addComment(at, subject, text);
}
