import { routes } from '#routes/routes.ts';
import { newest, type SmokePage } from './smoke-page.ts';

/** Pages of the forum. */
export const forumPages: readonly SmokePage[] = [
  { name: 'forum', file: 'forumsshow.astro', shows: 'the forum', reads: true, path: () => routes.forums() },
  { name: 'board', file: 'forumsshow.astro', reads: true, path: () => routes.forums(2) },
  {
    name: 'thread',
    file: 'threadshow/[id].astro',
    shows: 'the forum',
    reads: true,
    path: async (origin) => routes.threadShow(await newest(origin, '/api/threads', 'ThreadId')),
  },
  {
    name: 'search of the forum',
    file: 'forumsshow.astro',
    reads: true,
    path: () => routes.forumSearch('track -nothing'),
  },
  {
    name: 'new thread',
    file: 'threadcreate/[boardId].astro',
    shows: 'the forum',
    needs: 'account',
    path: () => routes.threadCreate(2),
  },
  {
    name: 'reply',
    file: 'postreply/[threadId].astro',
    shows: 'the forum',
    needs: 'account',
    path: async (origin) =>
      routes.postReply(await newest(origin, '/api/threads', 'ThreadId', '&boardid=2&inlocked=0')),
  },
  {
    name: 'edit of a post',
    file: 'postedit/[postId].astro',
    shows: 'the forum',
    needs: 'account',
    status: 403,
    path: async (origin) => routes.postEdit(await newest(origin, '/api/posts', 'PostId', '&boardid=2')),
  },
  {
    name: 'earlier texts of a post',
    file: 'postedits/[postId].astro',
    shows: 'the forum',
    needs: 'moderator',
    path: async (origin) => routes.postEdits(await newest(origin, '/api/posts', 'PostId')),
  },
  {
    name: 'delete a post',
    file: 'postdelete/[postId].astro',
    shows: 'the forum',
    needs: 'account',
    path: async (origin) => routes.postDelete(await newest(origin, '/api/posts', 'PostId')),
  },
  {
    name: 'manage a thread',
    file: 'threadmanage/[threadId].astro',
    shows: 'the forum',
    needs: 'moderator',
    path: async (origin) => routes.threadManage(await newest(origin, '/api/threads', 'ThreadId')),
  },
];
