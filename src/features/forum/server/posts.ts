import { forSite } from '#db/for-site.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { pageOfPost } from '../model.ts';
import type { PostFacts } from './policy.ts';
import { readableThread, serialiseOwnWrites, type Thread, threadForUpdate } from './repo.ts';
import { isElsewhere, placeOf, placeToWrite } from './thread-edition.ts';

/** A stored post, for rules and forms. */
export interface Post extends PostFacts {
  readonly postId: number;
  readonly number: number;
  readonly page: number;
  readonly text: string;
  readonly name: string;
}

/** What a write or a page is about, on the edition where the thread was started. */
export interface ThreadAt<C extends Ctx> {
  readonly at: C;
  readonly thread: Thread;
}
export interface PostAt<C extends Ctx> extends ThreadAt<C> {
  readonly post: Post;
}

/** Another edition shows the threads of shared boards only. */
const isOpen = (ctx: Ctx, at: Ctx, thread: Thread) => !isElsewhere(ctx, at) || thread.board.isShared;

/** A thread that the viewer may read, from any edition; throws a Problem 404 otherwise. */
export async function threadAt(ctx: Ctx, threadId: number, on: string | null): Promise<ThreadAt<Ctx>> {
  const at = await placeOf(ctx, on);
  const thread = await readableThread(at, threadId);
  if (!thread || !isOpen(ctx, at, thread)) throw notFound('This thread');
  return { at, thread };
}

/** The same for a write: the thread is locked until the transaction ends. */
export async function threadToWrite(
  tx: TxCtx,
  { threadId, on }: { readonly threadId: number; readonly on: string | null },
): Promise<ThreadAt<TxCtx>> {
  const at = await placeToWrite(tx, on);
  await serialiseOwnWrites(at);
  const thread = await threadForUpdate(at, threadId);
  if (!isOpen(tx, at, thread)) throw notFound('This thread');
  return { at, thread };
}

async function postById(ctx: Ctx, postId: number) {
  return forSite(ctx, 'forum_post')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'forum_post.site').onRef('profile.user_id', '=', 'forum_post.user_id'),
    )
    .where('forum_post.post_id', '=', postId)
    .select(['forum_post.post_id', 'forum_post.thread_id', 'forum_post.user_id', 'forum_post.number'])
    .select(['forum_post.text', 'forum_post.posted_at', 'forum_post.deleted_at'])
    .select(['forum_post.deleted_by_crew', 'profile.name', 'profile.closed_at'])
    .executeTakeFirst();
}

type Row = NonNullable<Awaited<ReturnType<typeof postById>>>;

function postOf(ctx: Ctx, row: Row | undefined, thread: Thread): Post {
  // deleted posts exist for the moderators who may restore them
  if (!row || (row.deleted_at !== null && !(row.deleted_by_crew && isModerator(ctx.viewer))))
    throw notFound('This post');
  return {
    postId: row.post_id,
    number: row.number,
    page: pageOfPost(row.number),
    text: row.text,
    name: row.name,
    userId: row.user_id,
    postedAt: row.posted_at,
    isDeleted: row.deleted_at !== null,
    deletedByCrew: row.deleted_by_crew,
    authorLeft: row.closed_at !== null,
    isLast: row.post_id === thread.lastPostId,
  };
}

/** A post that the viewer may read; throws a Problem 404 otherwise. */
export async function postAt(ctx: Ctx, postId: number, on: string | null): Promise<PostAt<Ctx>> {
  const there = await placeOf(ctx, on);
  const row = await postById(there, postId);
  if (!row) throw notFound('This post');
  const { at, thread } = await threadAt(ctx, row.thread_id, on);
  return { at, thread, post: postOf(at, row, thread) };
}

/** The same for a write: its thread is locked until the transaction ends. */
export async function postToWrite(
  tx: TxCtx,
  { postId, on }: { readonly postId: number; readonly on: string | null },
): Promise<PostAt<TxCtx>> {
  const there = await placeOf(tx, on);
  const place = await postById(there, postId);
  if (!place) throw notFound('This post');
  const { at, thread } = await threadToWrite(tx, { threadId: place.thread_id, on });
  const row = await postById(at, postId);
  // merged elsewhere meanwhile
  if (row?.thread_id !== thread.threadId) throw notFound('This post');
  return { at, thread, post: postOf(at, row, thread) };
}
