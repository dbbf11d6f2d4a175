import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { blockedByViewer } from '#features/users/server/repo.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { isModerator, Level } from '#lib/codes/level.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { samePart } from '#platform/page-cache/same-part.ts';
import { mayStartThread } from './policy.ts';
import { unreadBoards } from './read-positions.ts';

export interface ShownBoard {
  boardId: number;
  title: string;
  about: string;
  threads: number;
  posts: number;
  /** lists the threads of all editions */
  isShared: boolean;
  /** may visitors read it */
  isOpen: boolean;
  /** may the viewer start a thread */
  start: Verdict;
  /** may every member with a confirmed address start one */
  isForMembers: boolean;
  /** has posts that the viewer has not read */
  isUnread: boolean;
  /** the thread with the latest post, unless a user whom the viewer blocked started it */
  last: { threadId: number; title: string; at: Date } | null;
}

/** The boards that this viewer may read, in order, each with its latest thread. */
export async function shownBoards(ctx: Ctx): Promise<ShownBoard[]> {
  const { viewer } = ctx;
  const [isOwn, unread, blocked] = await Promise.all([
    mayHaveWritten(ctx),
    unreadBoards(ctx),
    blockedByViewer(ctx),
  ]);
  const load = () => boardsWithThreads(ctx);
  const boards = await (isOwn ? load() : samePart(ctx, 'boards of the forum', load));
  return boards
    .filter((row) => row.read_level <= viewer.level)
    .map((row) => ({
      boardId: row.board_id,
      title: row.title,
      about: row.about,
      threads: row.threads ?? 0,
      posts: row.posts ?? 0,
      isShared: row.is_shared,
      isOpen: row.read_level === Level.visitor,
      start: mayStartThread(viewer, { writeLevel: row.write_level }),
      isForMembers: row.write_level < Level.moderator,
      isUnread: unread.has(row.board_id),
      last:
        row.thread_id !== null &&
        row.thread !== null &&
        row.last_post_at !== null &&
        !blocked.has(row.user_id ?? 0)
          ? { threadId: row.thread_id, title: row.thread, at: row.last_post_at }
          : null,
    }));
}

/** Other processes learn of a post within this time. Its author sees it at once in each of them. */
const learntWithinMs = minuteMs;

/** Whether the viewer may have changed what the boards show a moment ago: they are a moderator, or have just posted. */
async function mayHaveWritten(ctx: Ctx): Promise<boolean> {
  const { userId } = ctx.viewer;
  if (userId === 0) return false;
  if (isModerator(ctx.viewer)) return true;
  const post = await forSite(ctx, 'forum_post')
    .where('user_id', '=', userId)
    .where('posted_at', '>', new Date(ctx.clock.now().getTime() - learntWithinMs))
    .select('post_id')
    .limit(1)
    .executeTakeFirst();
  return post !== undefined;
}

/** All boards, including those that only some may read. Counting the threads of a large forum takes long, so it is done once for all. */
const boardsWithThreads = ({ db, site }: Ctx) =>
  db
    .selectFrom('forum_board as b')
    .where('b.site', '=', site.code)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('forum_thread as h')
          .where('h.site', '=', site.code)
          .whereRef('h.board_id', '=', 'b.board_id')
          .where('h.posts', '>', 0)
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
          .where('h.posts', '>', 0)
          .orderBy('h.thread_id', 'desc')
          .limit(1)
          .select(['h.thread_id', 'h.title', 'h.last_post_at', 'h.user_id'])
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select([
      'b.board_id',
      'b.title',
      'b.about',
      'b.is_shared',
      'b.read_level',
      'b.write_level',
      'counts.threads',
      'counts.posts',
    ])
    .select(['newest.thread_id', 'newest.title as thread', 'newest.last_post_at', 'newest.user_id'])
    .orderBy('b.position')
    .orderBy('b.board_id')
    .execute();
