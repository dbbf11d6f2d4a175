import { sql } from 'kysely';
import { feature } from '#platform/feature.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { forumRoutes } from './server/endpoints.ts';
import { forumData } from './server/personal.ts';

/** Boards, threads and posts. */
export const forum = feature({
  name: 'forum',
  uses: ['texts', 'accounts', 'users', 'notices', 'modlog', 'cases'],
  routes: forumRoutes,
  contributions: {
    [post(routes.threadCreate)]: { occasion: 'posts' },
    [post(routes.postReply)]: { occasion: 'posts' },
  },
  personalData: [forumData],
  sitemap: [
    {
      name: 'threads',
      from: sql`forum_thread k where k.posts > 0 and exists (select from forum_board b where b.site = k.site and b.board_id = k.board_id and b.read_level = 0)`,
      id: 'thread_id',
      at: 'last_post_at',
      path: ({ id }) => routes.threadShow(id),
    },
  ],
});
