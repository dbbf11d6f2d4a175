import { forSite } from '#db/for-site.ts';
import { blockedByViewer } from '#features/users/server/repo.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { messagesHtml } from '#platform/messages.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';
import { postsOnPage, type ShownPost } from '../model.ts';
import type { BoardFacts, ThreadFacts } from './policy.ts';

export interface Board extends BoardFacts {
  readonly boardId: number;
  readonly title: string;
  readonly isShared: boolean;
}

export interface Thread extends ThreadFacts {
  readonly threadId: number;
  readonly title: string;
  readonly isPinned: boolean;
  readonly posts: number;
  readonly lastPostId: number;
  readonly lastNumber: number;
  readonly board: Board;
}

const boardsOf = (ctx: Ctx) =>
  forSite(ctx, 'forum_board')
    .where('forum_board.read_level', '<=', ctx.viewer.level)
    .select(['forum_board.board_id', 'forum_board.title as board_title', 'forum_board.is_shared'])
    .select(['forum_board.read_level', 'forum_board.write_level', 'forum_board.reply_level']);

type BoardRow = Awaited<ReturnType<ReturnType<typeof boardsOf>['executeTakeFirstOrThrow']>>;

const boardOf = (row: BoardRow): Board => ({
  boardId: row.board_id,
  title: row.board_title,
  isShared: row.is_shared,
  readLevel: row.read_level,
  writeLevel: row.write_level,
  replyLevel: row.reply_level,
});

/** A board that the viewer may read; throws a Problem 404 otherwise. */
export async function boardById(ctx: Ctx, boardId: number): Promise<Board> {
  const row = await boardsOf(ctx).where('forum_board.board_id', '=', boardId).executeTakeFirst();
  if (!row) throw notFound('This board');
  return boardOf(row);
}

/** The boards that the viewer may read, in order. */
export const readableBoards = async (ctx: Ctx): Promise<Board[]> =>
  (await boardsOf(ctx).orderBy('forum_board.position').orderBy('forum_board.board_id').execute()).map(
    boardOf,
  );

const threadsOf = (ctx: Ctx) =>
  boardsOf(ctx)
    .innerJoin('forum_thread as h', (join) =>
      join.onRef('h.site', '=', 'forum_board.site').onRef('h.board_id', '=', 'forum_board.board_id'),
    )
    .select(['h.thread_id', 'h.title', 'h.user_id', 'h.is_locked', 'h.locked_by_crew', 'h.is_pinned'])
    .select(['h.posts', 'h.last_post_id', 'h.last_number', 'h.merged_into']);

type ThreadRow = Awaited<ReturnType<ReturnType<typeof threadsOf>['executeTakeFirstOrThrow']>>;

const threadOf = (row: ThreadRow): Thread => ({
  threadId: row.thread_id,
  title: row.title,
  userId: row.user_id,
  isLocked: row.is_locked,
  lockedByCrew: row.locked_by_crew,
  isPinned: row.is_pinned,
  posts: row.posts,
  lastPostId: row.last_post_id,
  lastNumber: row.last_number,
  mergedInto: row.merged_into,
  board: boardOf(row),
});

/** A thread whose posts are all deleted is shown to moderators only. */
const isShown = (ctx: Ctx, row: { posts: number }) => row.posts > 0 || isModerator(ctx.viewer);

/** A thread that the viewer may read; null otherwise. */
export async function readableThread(ctx: Ctx, threadId: number): Promise<Thread | null> {
  const row = await readingOnly({ forum_thread: { thread_id: threadId } }, () =>
    threadsOf(ctx).where('h.thread_id', '=', threadId).executeTakeFirst(),
  );
  return row && isShown(ctx, row) ? threadOf(row) : null;
}

/** Reads a thread and locks it until the transaction ends; a Problem 404 if the viewer may not read it. */
export async function threadForUpdate(tx: TxCtx, threadId: number): Promise<Thread> {
  const row = await threadsOf(tx).where('h.thread_id', '=', threadId).forNoKeyUpdate('h').executeTakeFirst();
  if (!row || !isShown(tx, row)) throw notFound('This thread');
  return threadOf(row);
}

/** Serialises a user's writes, because concurrent transactions would not see each other's posts. Call it before locking a thread. */
export async function serialiseOwnWrites(tx: TxCtx): Promise<void> {
  await lockUntilCommit(tx, `forum ${tx.site.code} ${tx.viewer.userId}`);
}

/**
 * The undeleted posts on a page of a thread, oldest first; those of users whom the viewer blocked without their text. Reads one
 * range of numbers, however long the thread is. The caller has checked that the viewer may read the thread.
 */
export async function postsOnPageOf(ctx: Ctx, threadId: number, page: number): Promise<ShownPost[]> {
  // the limit tells PostgreSQL how few rows there are, so that it reads their authors one by one
  const shown = forSite(ctx, 'forum_post')
    .where('thread_id', '=', threadId)
    .where('number', '>', (page - 1) * postsOnPage)
    .where('number', '<=', page * postsOnPage)
    .where('deleted_at', 'is', null)
    .orderBy('number')
    .limit(postsOnPage)
    .select(['post_id', 'number', 'text', 'posted_at', 'updated_at', 'user_id']);
  const rows = await readingOnly({ forum_post: { thread_id: threadId } }, () =>
    ctx.db
      .selectFrom(shown.as('o'))
      .innerJoin('profile as p', (join) => join.onRef('p.user_id', '=', 'o.user_id'))
      .where('p.site', '=', ctx.site.code)
      .orderBy('o.number')
      .selectAll('o')
      .select(['p.name', 'p.custom_url', 'p.tint'])
      .execute(),
  );
  const blocked = await blockedByViewer(ctx);
  const html = await messagesHtml(
    ctx,
    rows.map(({ text, user_id }) => (blocked.has(user_id) ? null : text)),
    { images: true },
  );
  return rows.map((row, index) => ({
    postId: row.post_id,
    number: row.number,
    html: html[index] ?? null,
    postedAt: row.posted_at,
    updatedAt: row.updated_at,
    user: { UserId: row.user_id, Name: row.name, CustomUrl: row.custom_url, Tint: row.tint },
  }));
}
