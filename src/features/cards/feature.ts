import { feature } from '#platform/feature.ts';
import { cardRoutes } from './server/endpoints.ts';
import { cardJobs } from './server/jobs.ts';

/** Pictures and descriptions that other sites show for a link. */
export const cards = feature({
  name: 'cards',
  uses: ['tracks', 'packs', 'users', 'replays', 'videos'],
  routes: cardRoutes,
  jobs: cardJobs,
});
