import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';

export interface ShownBoard {
  boardId: number;
  title: string;
  about: string;
  threads: number;
  posts: number;
  /** the thread with the latest post */
  last: { threadId: number; title: string; at: Date } | null;
}

/** The boards that this viewer may read, in order, each with its latest thread. One query. */
export async function shownBoards({ db, site, viewer }: Ctx): Promise<ShownBoard[]> {
  return db
    .selectFrom('forum_board as b')
    .where('b.site', '=', site.code)
    .where('b.read_level', '<=', viewer.level)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('forum_thread as h')
          .where('h.site', '=', site.code)
          .whereRef('h.board_id', '=', 'b.board_id')
          .select(({ fn }) => [
            sql<number>`count(*)::integer`.as('threads'),
            sql<number>`coalesce(${fn.sum('h.posts')}, 0)::integer`.as('posts'),
            fn.max('h.last_post_at').as('said_at'),
          ])
          .as('counts'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('forum_thread as h')
          .where('h.site', '=', site.code)
          .whereRef('h.board_id', '=', 'b.board_id')
          // sorted by time, PostgreSQL would search all boards for the newest thread of a quiet one
          .whereRef('h.last_post_at', '=', 'counts.said_at')
          .orderBy('h.thread_id', 'desc')
          .limit(1)
          .select(['h.thread_id', 'h.title', 'h.last_post_at'])
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['b.board_id', 'b.title', 'b.about', 'counts.threads', 'counts.posts'])
    .select(['newest.thread_id', 'newest.title as thread', 'newest.last_post_at'])
    .orderBy('b.board_id')
    .execute()
    .then((rows) =>
      rows.map((row) => ({
        boardId: row.board_id,
        title: row.title,
        about: row.about,
        threads: row.threads ?? 0,
        posts: row.posts ?? 0,
        last:
          row.thread_id !== null && row.thread !== null && row.last_post_at !== null
            ? { threadId: row.thread_id, title: row.thread, at: row.last_post_at }
            : null,
      })),
    );
}
