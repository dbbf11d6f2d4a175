import { type RawBuilder, sql } from 'kysely';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { Thread } from './repo.ts';

/** Older posts count as read, so that returning users do not find years of unread threads. */
const unreadDays = 60;

/** Records that the viewer has read a thread up to a post. `watch`: those who have not chosen yet now watch it. */
export async function readTo(
  ctx: Pick<Ctx, 'db' | 'site' | 'viewer'>,
  threadId: number,
  postId: number,
  { watch = false } = {},
): Promise<void> {
  await sql`
    insert into forum_reader as r (site, user_id, thread_id, read_post_id, is_watching)
    values (${ctx.site.code}, ${ctx.viewer.userId}, ${threadId}, ${postId}, ${watch ? true : null})
    on conflict (site, user_id, thread_id) do update set
      read_post_id = greatest(r.read_post_id, excluded.read_post_id),
      is_watching = coalesce(r.is_watching, excluded.is_watching)
    where r.read_post_id < excluded.read_post_id or (r.is_watching is null and excluded.is_watching)`.execute(
    ctx.db,
  );
}

/** What the viewer has read of a thread, and whether they watch it. */
export async function readerOf(
  ctx: Ctx,
  threadId: number,
): Promise<{ readPostId: number; isWatching: boolean }> {
  const row = await ctx.db
    .selectFrom('forum_reader')
    .where('site', '=', ctx.site.code)
    .where('user_id', '=', ctx.viewer.userId)
    .where('thread_id', '=', threadId)
    .select(['read_post_id', 'is_watching'])
    .executeTakeFirst();
  return { readPostId: row?.read_post_id ?? 0, isWatching: row?.is_watching ?? false };
}

/** Watches a thread or stops watching it; the choice lasts, even when the viewer posts again. */
export async function toggleWatch(
  _: TxCtx,
  { at, thread }: { at: TxCtx; thread: Thread },
): Promise<{ Added: boolean }> {
  const { isWatching } = await readerOf(at, thread.threadId);
  const values = {
    site: at.site.code,
    user_id: at.viewer.userId,
    thread_id: thread.threadId,
    is_watching: !isWatching,
  };
  await at.db
    .insertInto('forum_reader')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['site', 'user_id', 'thread_id']).doUpdateSet({ is_watching: !isWatching }),
    )
    .execute();
  return { Added: !isWatching };
}

/** Marks everything as read, on one board or on all (0). */
export async function markRead(
  tx: TxCtx,
  { boardId }: { readonly boardId: number },
): Promise<{ BoardId: number }> {
  const { code: site } = tx.site;
  const read_before = tx.clock.now();
  await tx.db
    .insertInto('forum_mark')
    .values({ site, user_id: tx.viewer.userId, board_id: boardId, read_before })
    .onConflict((conflict) => conflict.columns(['site', 'user_id', 'board_id']).doUpdateSet({ read_before }))
    .execute();
  return { BoardId: boardId };
}

/**
 * The viewer's profile (v) and marks for a board (m) and for all (a). Joined: as a sub-select of each board, PostgreSQL 18 evaluates
 * it for the first board only.
 */
const marks = ({ site, viewer }: Ctx, boardId: RawBuilder<unknown>) => sql`
  join profile v on v.site = ${site.code} and v.user_id = ${viewer.userId}
  left join forum_mark m on m.site = ${site.code} and m.user_id = ${viewer.userId} and m.board_id = ${boardId}
  left join forum_mark a on a.site = ${site.code} and a.user_id = ${viewer.userId} and a.board_id = 0`;

/** Posts before this moment count as read: what was marked, what is old, what was posted before the viewer registered. */
const readBefore = ({ clock }: Ctx) => sql<Date>`greatest(v.registered_at, m.read_before, a.read_before,
  ${daysBefore(clock.now(), unreadDays)}::timestamptz)`;

/** Those of some threads with posts that the viewer has not read; none for visitors. */
export async function unreadThreads(ctx: Ctx, threadIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { db, site, viewer } = ctx;
  if (viewer.userId === 0 || threadIds.length === 0) return new Set();
  const { rows } = await sql<{ thread_id: number }>`
    select h.thread_id from forum_thread h
    ${marks(ctx, sql.ref('h.board_id'))}
    left join forum_reader r on r.site = h.site and r.thread_id = h.thread_id and r.user_id = ${viewer.userId}
    where h.site = ${site.code} and h.thread_id = any(${[...threadIds]}::integer[]) and h.last_post_at > ${readBefore(ctx)}
      and h.last_post_id > coalesce(r.read_post_id, 0)`.execute(db);
  return new Set(rows.map((row) => row.thread_id));
}

/** Only the threads with the latest posts of a board are checked. */
const checkedThreads = 200;

/** The boards with posts that the viewer has not read. */
export async function unreadBoards(ctx: Ctx): Promise<ReadonlySet<number>> {
  const { db, site, viewer } = ctx;
  if (viewer.userId === 0) return new Set();
  const { rows } = await sql<{ board_id: number }>`
    select b.board_id from forum_board b
    ${marks(ctx, sql.ref('b.board_id'))}
    where b.site = ${site.code} and b.read_level <= ${viewer.level} and exists (
      select from (
        select h.thread_id, h.last_post_id from forum_thread h
        where h.site = ${site.code} and h.board_id = b.board_id and h.posts > 0 and h.last_post_at > ${readBefore(ctx)}
        order by h.last_post_at desc, h.thread_id desc limit ${sql.lit(checkedThreads)}
      ) h left join forum_reader r on r.site = ${site.code} and r.thread_id = h.thread_id and r.user_id = ${viewer.userId}
      where h.last_post_id > coalesce(r.read_post_id, 0))`.execute(db);
  return new Set(rows.map((row) => row.board_id));
}

/** The number of the first post of a thread that the viewer has not read; null if there is none. */
export async function firstUnread(
  ctx: Ctx,
  { threadId, board }: Thread,
): Promise<{ postId: number; number: number } | null> {
  const { db, site, viewer } = ctx;
  if (viewer.userId === 0) return null;
  const { rows } = await sql<{ post_id: number; number: number }>`
    select p.post_id, p.number from forum_post p
    ${marks(ctx, sql.lit(board.boardId))}
    where p.site = ${site.code} and p.thread_id = ${threadId} and p.deleted_at is null
      and p.post_id > coalesce((select r.read_post_id from forum_reader r
        where r.site = ${site.code} and r.user_id = ${viewer.userId} and r.thread_id = ${threadId}), 0)
      and p.posted_at > ${readBefore(ctx)}
    order by p.post_id limit 1`.execute(db);
  return rows[0] ? { postId: rows[0].post_id, number: rows[0].number } : null;
}
