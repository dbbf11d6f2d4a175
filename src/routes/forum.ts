import { path, query } from './path.ts';

const forums = path('/forumsshow', (boardId?: number) => query({ board: boardId }));
const threadShow = path(
  '/threadshow/:id',
  ({ on = null, p = null }: { on?: string | null; p?: number | null } = {}) =>
    query({ on, p: p === 1 ? null : p }),
);

/** Addresses of the forum. `on`: the code of the edition of a thread, if it is another one. */
export const forumPaths = {
  /** all boards, or one of them */
  forums,
  /** a page of a thread, or of one of another edition (`on`) */
  threadShow,
  /** its last page */
  threadEnd: path(threadShow.pattern, (on: string | null = null) => query({ on, page: 'auto' })),
  /** a post on its page of the thread */
  threadPost: (threadId: number, postId: number, page: number, on: string | null = null) =>
    `${threadShow(threadId, { on, p: page })}#post-${postId}`,
  /** at the first post that the viewer has not read */
  threadUnread: path(threadShow.pattern, (on: string | null = null) => query({ on, page: 'unread' })),
  forumSearch: path(forums.pattern, (words: string) => query({ query: words })),
  threadCreate: path('/threadcreate/:boardId'),
  /** `quote`: a post that the reply quotes */
  postReply: path(
    '/postreply/:threadId',
    ({ on = null, quote = null }: { on?: string | null; quote?: number | null } = {}) => query({ on, quote }),
  ),
  /** leads to the page of the thread that shows this post */
  postShow: path('/postshow/:postId'),
  postEdit: path('/postedit/:postId', (on: string | null = null) => query({ on })),
  /** the earlier texts of a post */
  postEdits: path('/postedits/:postId', (on: string | null = null) => query({ on })),
  postDelete: path('/postdelete/:postId', (on: string | null = null) => query({ on })),
  postRestore: path('/postrestore/:postId'),
  threadManage: path('/threadmanage/:threadId', (on: string | null = null) => query({ on })),
  toggleThreadLocked: path('/togglethreadlocked/:threadId'),
  toggleThreadPinned: path('/togglethreadpinned/:threadId'),
  toggleThreadWatched: path('/togglethreadwatched/:threadId'),
  threadMove: path('/threadmove/:threadId'),
  threadMerge: path('/threadmerge/:threadId'),
  threadUnmerge: path('/threadunmerge/:threadId'),
  forumMarkRead: path('/forummarkread'),
  apiPosts: path('/api/posts'),
} as const;
