import { feature } from '#platform/feature.ts';
import { newsEndpoints } from './server/endpoints.ts';
import { newsJobs } from './server/jobs.ts';
import { newsData } from './server/personal.ts';

/** News posts of the crew and the comments on them. */
export const news = feature({
  name: 'news',
  uses: ['texts', 'forum', 'users', 'notices', 'modlog', 'cases'],
  routes: newsEndpoints,
  jobs: newsJobs,
  personalData: [newsData],
});
