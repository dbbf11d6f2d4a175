import { type RawBuilder, sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';
import { recountThreads } from './recount.ts';

/** Posts erased in one transaction. */
const postsAtOnce = 1000;

/**
 * Posts, the threads they began, and what was read and watched. A thread in which others wrote stays, with its title, under
 * "Deleted user"; one in which nobody else wrote is hidden and erased with its posts.
 */
export const forumData: PersonalData = {
  name: 'forum',
  covers: ['forum_post.user_id', 'forum_thread.user_id', 'forum_reader.user_id', 'forum_mark.user_id'],

  async hide(tx, userId) {
    await sql`update forum_post set deleted_at = ${tx.clock.now()}, hidden_with_account = true
      where site = ${tx.site.code} and user_id = ${userId} and deleted_at is null`.execute(tx.db);
    await recount(tx, userId, sql`p.hidden_with_account`);
  },

  async show(tx, userId) {
    const threadIds = await threadsOf(tx, userId, sql`p.hidden_with_account`);
    await sql`update forum_post set deleted_at = null, hidden_with_account = false
      where site = ${tx.site.code} and user_id = ${userId} and hidden_with_account`.execute(tx.db);
    await recountThreads(tx, threadIds);
    await recountPeople(tx, await startersOf(tx, userId, threadIds));
  },

  async erase(tx, userId) {
    const site = tx.site.code;
    const { rows } = await sql<{ post_id: number; thread_id: number }>`
      select post_id, thread_id from forum_post where site = ${site} and user_id = ${userId}
      order by post_id limit ${postsAtOnce}`.execute(tx.db);
    const threadIds = [...new Set(rows.map(({ thread_id }) => thread_id))];
    await sql`delete from forum_post where site = ${site}
      and post_id = any(${rows.map(({ post_id }) => post_id)}::integer[])`.execute(tx.db);
    await recountThreads(tx, threadIds);
    if (rows.length === postsAtOnce) return true;
    await sql`delete from forum_mark where site = ${site} and user_id = ${userId}`.execute(tx.db);
    await sql`delete from forum_reader where site = ${site} and user_id = ${userId}`.execute(tx.db);
    // threads without any posts; those that were merged into others lead there
    await sql`delete from forum_thread h where h.site = ${site} and h.user_id = ${userId} and h.merged_into is null
      and not exists (select from forum_post p where p.site = h.site and (p.thread_id = h.thread_id or p.posted_in = h.thread_id))`.execute(
      tx.db,
    );
    return false;
  },

  async *exported(ctx, userId) {
    yield jsonPart('forum/posts.json', ownPosts(ctx, userId));
    yield jsonPart('forum/threads.json', ownThreads(ctx, userId));
    yield jsonPart('forum/edits.json', ownEdits(ctx, userId));
    yield jsonPart('forum/reading.json', ownReading(ctx, userId));
  },
};

async function threadsOf(tx: TxCtx, userId: number, condition: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ thread_id: number }>`
    select h.thread_id from forum_thread h where h.site = ${tx.site.code} and h.thread_id in (
      select p.thread_id from forum_post p
      where p.site = ${tx.site.code} and p.user_id = ${userId} and ${condition})
    order by h.thread_id for no key update`.execute(tx.db);
  return rows.map((row) => row.thread_id);
}

/** The user, and those who started these threads: a thread without posts does not count for them. */
async function startersOf(tx: TxCtx, userId: number, threadIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from profile where site = ${tx.site.code} and (user_id = ${userId} or user_id in (
      select user_id from forum_thread where site = ${tx.site.code} and thread_id = any(${[...threadIds]}::integer[])))
    order by user_id for no key update`.execute(tx.db);
  return rows.map((row) => row.user_id);
}

async function recount(tx: TxCtx, userId: number, condition: RawBuilder<unknown>): Promise<void> {
  const threadIds = await threadsOf(tx, userId, condition);
  await recountThreads(tx, threadIds);
  await recountPeople(tx, await startersOf(tx, userId, threadIds));
}

const ownPosts = (ctx: Ctx, userId: number) =>
  inPages((last: { PostId: number } | undefined, limit) =>
    forSite(ctx, 'forum_post')
      .where('user_id', '=', userId)
      .where('post_id', '>', last?.PostId ?? 0)
      .orderBy('post_id')
      .limit(limit)
      .select(['post_id as PostId', 'thread_id as ThreadId', 'number as Number', 'text as Text'])
      .select(['posted_at as PostedAt', 'updated_at as UpdatedAt', 'deleted_at as DeletedAt'])
      .execute(),
  );

const ownThreads = (ctx: Ctx, userId: number) =>
  inPages((last: { ThreadId: number } | undefined, limit) =>
    forSite(ctx, 'forum_thread')
      .where('user_id', '=', userId)
      .where('thread_id', '>', last?.ThreadId ?? 0)
      .orderBy('thread_id')
      .limit(limit)
      .select(['thread_id as ThreadId', 'title as Title', 'created_at as CreatedAt'])
      .execute(),
  );

/** Earlier texts of edited posts. */
const ownEdits = (ctx: Ctx, userId: number) =>
  inPages((last: { PostId: number; ReplacedAt: Date } | undefined, limit) =>
    forSite(ctx, 'forum_post_edit')
      .innerJoin('forum_post as p', (join) =>
        join.onRef('p.site', '=', 'forum_post_edit.site').onRef('p.post_id', '=', 'forum_post_edit.post_id'),
      )
      .where('p.user_id', '=', userId)
      .where(
        sql<boolean>`(forum_post_edit.post_id, forum_post_edit.replaced_at) >
          (${last?.PostId ?? 0}::integer, ${last?.ReplacedAt ?? new Date(0)}::timestamptz)`,
      )
      .orderBy('forum_post_edit.post_id')
      .orderBy('forum_post_edit.replaced_at')
      .limit(limit)
      .select(['forum_post_edit.post_id as PostId', 'forum_post_edit.text as Text'])
      .select('forum_post_edit.replaced_at as ReplacedAt')
      .execute(),
  );

const ownReading = (ctx: Ctx, userId: number) =>
  inPages((last: { ThreadId: number } | undefined, limit) =>
    forSite(ctx, 'forum_reader')
      .where('user_id', '=', userId)
      .where('thread_id', '>', last?.ThreadId ?? 0)
      .orderBy('thread_id')
      .limit(limit)
      .select(['thread_id as ThreadId', 'read_post_id as ReadPostId', 'is_watching as IsWatching'])
      .execute(),
  );
