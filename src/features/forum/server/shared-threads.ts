import { sql } from 'kysely';
import { acrossSites } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { numberKey, timeKey, type WalkedList, type WalkedPage, walkPage } from '#platform/lists/walk.ts';

/** A thread of a shared board, from any edition. */
export interface SharedThread {
  readonly site: string;
  readonly threadId: number;
  readonly title: string;
  readonly posts: number;
  readonly isPinned: boolean;
  readonly isLocked: boolean;
  readonly starter: string;
  readonly starterId: number;
  readonly lastPostAt: Date;
}

/**
 * The threads of a shared board of all editions, the latest posts first. Each edition's threads are read from its index, at most
 * a page of them; those of users whom the viewer blocked there are left out. The caller has checked that the viewer may read the board here; elsewhere it must be open to the same level.
 */
export function sharedThreads(
  ctx: Ctx,
  boardId: number,
  address: URLSearchParams,
): Promise<WalkedPage<SharedThread>> {
  const codes = ctx.sites.map(({ code }) => code);
  const latestPosts: WalkedList<SharedThread> = {
    pageSize: 20,
    direction: 'desc',
    keys: [
      timeKey('h.last_post_at', ({ lastPostAt }) => lastPostAt),
      numberKey('h.thread_id', ({ threadId }) => threadId),
      numberKey('s.place', ({ site }) => codes.indexOf(site)),
    ],
  };
  return walkPage(latestPosts, address, { board: String(boardId) }, async ({ behind, order, limit }) => {
    const { rows } = await sql<SharedThread>`
        select s.site, h.thread_id as "threadId", h.title, h.posts, h.is_pinned as "isPinned", h.is_locked as "isLocked",
          p.name as starter, p.user_id as "starterId", h.last_post_at as "lastPostAt"
        from unnest(${codes}::text[]) with ordinality as c (site, ordinal)
        cross join lateral (select c.site, c.ordinal - 1 as place) s
        join lateral (select array(
            select k.blocked_id from user_block k join profile me on me.site = k.site and me.user_id = k.user_id
            where k.site = s.site and me.account_id = ${ctx.viewer.accountId}::integer) as blocked
          from forum_board b
          where b.site = s.site and b.board_id = ${boardId} and b.is_shared and b.read_level <= ${ctx.viewer.level}) b on true
        cross join lateral (
          select h.* from forum_thread h
          where h.site = s.site and h.board_id = ${boardId} and h.posts > 0 and h.user_id <> all(b.blocked) and ${behind ?? sql`true`}
          order by ${sql.join(order.slice(0, 2))} limit ${limit}
        ) h
        join profile p on p.site = s.site and p.user_id = h.user_id
        order by ${sql.join(order)} limit ${limit}`.execute(
      acrossSites(ctx.db, 'a shared board lists the threads of all editions'),
    );
    return rows;
  });
}
