import { sql } from 'kysely';
import { nextId } from '#db/ids.ts';
import { countPosts } from '#features/users/server/counters.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lineOf } from '#platform/lines/lines.ts';
import { rememberPictures } from '#platform/remote-pictures/remember.ts';
import { cleanTitle, postMistake, titleMistake } from '../model.ts';
import { notifyOfPost } from './notify.ts';
import { assertPace } from './post-pace.ts';
import { readTo } from './read-positions.ts';
import type { Thread } from './repo.ts';

export { assertPace };

interface NewThread {
  readonly boardId: number;
  readonly title: string;
  readonly text: string;
  /** false: the limits on frequent and repeated posts do not apply */
  readonly isPaced?: boolean;
}

/** The title as it is stored; throws a Problem 422. */
export function checkedTitle(typed: string): string {
  const title = cleanTitle(typed);
  const mistake = titleMistake(title);
  if (mistake) throw new Problem(422, mistake, { field: 'Title' });
  return title;
}

/** The text of a post as it is stored; throws a Problem 422. */
export function checkedText(typed: string): string {
  const text = cleanMessage(typed);
  const mistake = postMistake(text);
  if (mistake) throw new Problem(422, mistake, { field: 'Text' });
  return text;
}

/** Starts a thread with its first post. The caller has checked that the viewer may start threads on the board, see `mayStartThread`. */
export async function startThread(
  tx: TxCtx,
  { boardId, title: typed, text, isPaced = true }: NewThread,
): Promise<{ threadId: number; postId: number }> {
  const title = checkedTitle(typed);
  const now = tx.clock.now();
  const { thread_id: threadId } = await tx.db
    .insertInto('forum_thread')
    .values({
      site: tx.site.code,
      thread_id: nextId('thread', tx.site.code),
      board_id: boardId,
      user_id: tx.viewer.userId,
      title,
      created_at: now,
      last_post_at: now,
    })
    .returning('thread_id')
    .executeTakeFirstOrThrow();
  const { postId } = await addPost(tx, { threadId, boardId, title }, text, isPaced);
  return { threadId, postId };
}

/** Replies in a thread that was read with `threadForUpdate`. The caller has checked that the viewer may, see `mayReply`. */
export async function replyTo(
  tx: TxCtx,
  thread: Pick<Thread, 'threadId' | 'title' | 'board'>,
  { text, isPaced = true }: { readonly text: string; readonly isPaced?: boolean },
): Promise<{ postId: number; number: number }> {
  const { threadId, title, board } = thread;
  return addPost(tx, { threadId, boardId: board.boardId, title }, text, isPaced);
}

/** Closes a thread with its subject, or opens it again: the comments of a deleted news post, for example. */
export async function closeThread(tx: TxCtx, threadId: number, isLocked: boolean): Promise<void> {
  await tx.db
    .updateTable('forum_thread')
    .where('site', '=', tx.site.code)
    .where('thread_id', '=', threadId)
    .set({ is_locked: isLocked, locked_by_crew: isLocked })
    .execute();
}

async function addPost(
  tx: TxCtx,
  { threadId, boardId, title }: { threadId: number; boardId: number; title: string },
  typed: string,
  isPaced = true,
): Promise<{ postId: number; number: number }> {
  const text = checkedText(typed);
  if (isPaced) await assertPace(tx, threadId, text);
  const site = tx.site.code;
  const now = tx.clock.now();
  const { post_id: postId, number } = await tx.db
    .insertInto('forum_post')
    .values({
      site,
      post_id: nextId('post', site),
      thread_id: threadId,
      board_id: boardId,
      user_id: tx.viewer.userId,
      // the thread is locked, so no other post takes the same number
      number: sql<number>`1 + coalesce((select max(p.number) from forum_post p
        where p.site = ${site} and p.thread_id = ${threadId}), 0)`,
      text,
      line: lineOf('forum_post', text),
      posted_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .returning(['post_id', 'number'])
    .executeTakeFirstOrThrow();
  const { posts, user_id: starterId } = await tx.db
    .updateTable('forum_thread')
    .where('site', '=', site)
    .where('thread_id', '=', threadId)
    .set((eb) => ({
      posts: eb('posts', '+', 1),
      last_post_at: now,
      last_post_id: postId,
      last_number: number,
    }))
    .returning(['posts', 'user_id'])
    .executeTakeFirstOrThrow();
  await countPosts(tx, [
    { userId: tx.viewer.userId, posts: 1, threads: 0 },
    // threads without posts are not counted
    { userId: starterId, posts: 0, threads: posts === 1 ? 1 : 0 },
  ]);
  await rememberPictures(tx, text);
  await readTo(tx, threadId, postId, { watch: true });
  await notifyOfPost(tx, { threadId, title, postId, text, isFirst: number === 1 });
  return { postId, number };
}
