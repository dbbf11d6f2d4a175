import { sql } from 'kysely';
import { feature } from '#platform/feature.ts';
import { routes } from '#routes/routes.ts';
import { newsRoutes } from './server/endpoints.ts';
import { newsJobs } from './server/jobs.ts';
import { newsData } from './server/personal.ts';

/** News posts of the crew and the comments on them. */
export const news = feature({
  name: 'news',
  uses: ['texts', 'forum', 'users', 'notices', 'modlog', 'cases'],
  routes: newsRoutes,
  jobs: newsJobs,
  personalData: [newsData],
  sitemap: [
    {
      name: 'news',
      from: sql`news k where k.published_at is not null and k.deleted_at is null`,
      id: 'news_id',
      at: 'updated_at',
      path: ({ id }) => routes.newsShow(id),
    },
  ],
});
