import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/rows.ts';
import { messagesHtml } from '#platform/messages.ts';
import type { ShownPost } from '../model.ts';
import { threadList } from './list.ts';

const listThreads = reader(threadList);
const headFields = [
  'ThreadId',
  'Title',
  'Board.BoardId',
  'Board.Title',
  'User.UserId',
  'User.Name',
  'Posts',
  'IsLocked',
  'IsPinned',
] as const;

/** The header of a thread; null if there is none that this viewer may read. */
export async function threadById(ctx: Ctx, threadId: number) {
  if (threadId === 0) return null;
  return (await listThreads(ctx, { fields: headFields, id: [threadId], count: 1 })).Results[0] ?? null;
}

/** Undeleted posts of a thread, oldest first. Call it after `threadById`, which checks permissions. */
export async function postsOf(
  ctx: Ctx,
  threadId: number,
  { start, count }: { start: number; count: number },
): Promise<ShownPost[]> {
  const { db, site } = ctx;
  // posts before `start` are skipped in the index
  const shown = db
    .selectFrom('forum_post as s')
    .where('s.site', '=', site.code)
    .where('s.thread_id', '=', threadId)
    .where('s.deleted_at', 'is', null)
    .orderBy('s.posted_at')
    .orderBy('s.post_id')
    .offset(start)
    .limit(count)
    .select('s.post_id');
  const rows = await db
    .selectFrom('forum_post as o')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'o.site').onRef('p.user_id', '=', 'o.user_id'),
    )
    .where('o.site', '=', site.code)
    .where('p.site', '=', site.code)
    .where(sql<boolean>`o.post_id = any(array(${shown}))`)
    .orderBy('o.posted_at')
    .orderBy('o.post_id')
    .select(['o.post_id', 'o.text', 'o.posted_at', 'o.updated_at', 'p.user_id', 'p.name'])
    .select(
      sql<boolean>`exists (select from role_grant g where g.account_id = p.account_id and (g.site is null or g.site = ${site.code}))`.as(
        'is_crew',
      ),
    )
    .execute();
  const html = await messagesHtml(
    ctx,
    rows.map(({ text }) => text),
    { images: true },
  );
  return rows.map((row, index) => ({
    postId: row.post_id,
    html: html[index] ?? '',
    postedAt: row.posted_at,
    updatedAt: row.updated_at,
    user: { UserId: row.user_id, Name: row.name },
    isCrew: row.is_crew,
  }));
}
