import { sql } from 'kysely';
import { act, removing, restoring } from '#features/modlog/server/act.ts';
import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import { countPosts } from '#features/users/server/counters.ts';
import { cleanMessage, oneLine } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lineOf } from '#platform/lines/lines.ts';
import { rememberPictures } from '#platform/remote-pictures/remember.ts';
import { routes } from '#routes/routes.ts';
import { postMistake } from '../model.ts';
import { notifyOfEdit } from './notify.ts';
import { isModeration, mayDeletePost, mayRestorePost } from './policy.ts';
import { type PostAt, postToWrite } from './posts.ts';

type Subject = PostAt<TxCtx>;
export interface PostAnswer {
  PostId: number;
  /** where the result is shown */
  Link: string;
}

/** Changes the text of a post; the earlier text stays in its history. */
export async function changePost(
  _: TxCtx,
  { at, post, thread }: Subject,
  { Text, on }: { readonly Text: string; readonly on: string | null },
): Promise<PostAnswer> {
  const text = cleanMessage(Text);
  const mistake = postMistake(text);
  if (mistake) throw new Problem(422, mistake, { field: 'Text' });
  const Link = routes.threadPost(thread.threadId, post.postId, post.page, on);
  if (text === post.text) return { PostId: post.postId, Link };
  const site = at.site.code;
  const now = at.clock.now();
  await at.db
    .insertInto('forum_post_edit')
    .values({ site, post_id: post.postId, replaced_at: now, text: post.text })
    .onConflict((conflict) => conflict.columns(['site', 'post_id', 'replaced_at']).doNothing())
    .execute();
  await at.db
    .updateTable('forum_post')
    .where('site', '=', site)
    .where('post_id', '=', post.postId)
    .set({ text, line: lineOf('forum_post', text), updated_at: now })
    .execute();
  await rememberPictures(at, text);
  await notifyOfEdit(at, { thread, postId: post.postId, before: post.text, text });
  return { PostId: post.postId, Link };
}

const find = (tx: TxCtx, { id }: { readonly id: number }) => postToWrite(tx, { postId: id, on: null });

/**
 * Deletes a post. Its number is not used again, so that pages and links stay the same. Moderators give a reason, and the author
 * is notified.
 */
export const deletePost = act({
  name: 'post.delete',
  label: 'Deleted a post',
  group: 'removed',
  offer: removing('post', 'Remove the post'),
  find,
  allow: ({ viewer, clock }, { post, thread }) => mayDeletePost(viewer, post, thread, clock.now()),
  notifies: true,
  run: async (_, { at, post, thread }, __, { reason }) => {
    const byCrew = isModeration(at.viewer, post);
    await withdrawGone(at, { page: routes.postShow(post.postId) });
    await withdrawGone(at, {
      page: routes.threadShow(thread.threadId),
      ...(thread.posts > 1 && { activity: { byUserId: post.userId, at: post.postedAt } }),
    });
    if (byCrew)
      await notify(at, {
        to: [post.userId],
        kind: 'forum.moderated',
        text: `A moderator deleted your post in “${thread.title}”: ${oneLine(cleanMessage(reason))}`,
        link: routes.threadShow(thread.threadId),
      });
    await setDeleted(at, post.postId, { deleted_at: at.clock.now(), deleted_by_crew: byCrew });
    await countInThread(at, thread.threadId, [{ userId: post.userId, by: -1 }]);
    return byCrew ? { before: { Thread: thread.title, Post: post.text }, personId: post.userId } : null;
  },
  undo: 'post.restore',
});

/** Restores a post that a moderator deleted. */
export const restorePost = act({
  name: 'post.restore',
  label: 'Restored a post',
  group: 'restored',
  effect: 'favourable',
  offer: restoring('post.delete', 'post', 'Restore the post'),
  find,
  allow: ({ viewer }, { post }) => mayRestorePost(viewer, post),
  notifies: true,
  run: async (_, { at, post, thread }, __, { reason }) => {
    await notify(at, {
      to: [post.userId],
      kind: 'forum.moderated',
      text: `A moderator restored your post in “${thread.title}”: ${oneLine(cleanMessage(reason))}`,
      link: routes.threadPost(thread.threadId, post.postId, post.page),
    });
    await setDeleted(at, post.postId, { deleted_at: null, deleted_by_crew: false });
    await countInThread(at, thread.threadId, [{ userId: post.userId, by: 1 }]);
    return { after: { Thread: thread.title, Post: post.text }, personId: post.userId };
  },
  undo: 'post.delete',
});

const setDeleted = (
  { db, site }: TxCtx,
  postId: number,
  row: { readonly deleted_at: Date | null; readonly deleted_by_crew: boolean },
) =>
  db.updateTable('forum_post').where('site', '=', site.code).where('post_id', '=', postId).set(row).execute();

interface Change {
  readonly userId: number;
  /** posts that appeared, or disappeared if negative */
  readonly by: number;
}

/** Brings the counters of a thread and of its writers up to date after posts appeared or disappeared. The thread is locked. */
export async function countInThread(tx: TxCtx, threadId: number, changes: readonly Change[]): Promise<void> {
  const sum = changes.reduce((total, { by }) => total + by, 0);
  const { rows } = await sql<{ user_id: number; posts: number }>`
    update forum_thread h set posts = h.posts + ${sum}::integer,
      last_post_at = coalesce(l.posted_at, h.created_at), last_post_id = coalesce(l.post_id, 0),
      last_number = coalesce(l.number, 0)
    from (select) one left join lateral (
      select posted_at, post_id, number from forum_post p
      where p.site = ${tx.site.code} and p.thread_id = ${threadId} and p.deleted_at is null
      order by number desc limit 1
    ) l on true
    where h.site = ${tx.site.code} and h.thread_id = ${threadId}
    returning h.user_id, h.posts`.execute(tx.db);
  const [thread] = rows;
  if (!thread) return;
  const before = thread.posts - sum;
  await countPosts(tx, [
    ...changes.map(({ userId, by }) => ({ userId, posts: by, threads: 0 })),
    // threads without posts are not counted
    { userId: thread.user_id, posts: 0, threads: Number(thread.posts > 0) - Number(before > 0) },
  ]);
}
