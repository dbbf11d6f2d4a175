import { query } from '#routes/query.ts';

/** Addresses of the forum. `on`: the code of the edition of a thread, if it is another one. */
export const forumRoutes = {
  /** all boards, or one of them */
  forums: (boardId?: number) => (boardId === undefined ? '/forumsshow' : `/forumsshow?board=${boardId}`),
  /** a page of a thread, or of one of another edition (`on`) */
  threadShow: (threadId: number, { on = null, p = null }: { on?: string | null; p?: number | null } = {}) =>
    `/threadshow/${threadId}${query({ on, p: p === 1 ? null : p })}`,
  /** its last page */
  threadEnd: (threadId: number, on: string | null = null) =>
    `/threadshow/${threadId}${query({ on, page: 'auto' })}`,
  /** a post on its page of the thread */
  threadPost: (threadId: number, postId: number, page: number, on: string | null = null) =>
    `/threadshow/${threadId}${query({ on, p: page === 1 ? null : page })}#post-${postId}`,
  /** at the first post that the viewer has not read */
  threadUnread: (threadId: number, on: string | null = null) =>
    `/threadshow/${threadId}${query({ on, page: 'unread' })}`,
  forumSearch: (words: string) => `/forumsshow${query({ query: words })}`,
  threadCreate: (boardId: number) => `/threadcreate/${boardId}`,
  /** `quote`: a post that the reply quotes */
  postReply: (
    threadId: number,
    { on = null, quote = null }: { on?: string | null; quote?: number | null } = {},
  ) => `/postreply/${threadId}${query({ on, quote })}`,
  /** leads to the page of the thread that shows this post */
  postShow: (postId: number) => `/postshow/${postId}`,
  postEdit: (postId: number, on: string | null = null) => `/postedit/${postId}${query({ on })}`,
  /** the earlier texts of a post */
  postEdits: (postId: number, on: string | null = null) => `/postedits/${postId}${query({ on })}`,
  postDelete: (postId: number, on: string | null = null) => `/postdelete/${postId}${query({ on })}`,
  postRestore: (postId: number) => `/postrestore/${postId}`,
  threadManage: (threadId: number, on: string | null = null) => `/threadmanage/${threadId}${query({ on })}`,
  toggleThreadLocked: (threadId: number) => `/togglethreadlocked/${threadId}`,
  toggleThreadPinned: (threadId: number) => `/togglethreadpinned/${threadId}`,
  toggleThreadWatched: (threadId: number) => `/togglethreadwatched/${threadId}`,
  threadMove: (threadId: number) => `/threadmove/${threadId}`,
  threadMerge: (threadId: number) => `/threadmerge/${threadId}`,
  threadUnmerge: (threadId: number) => `/threadunmerge/${threadId}`,
  forumMarkRead: () => '/forummarkread',
  apiPosts: () => '/api/posts',
} as const;
