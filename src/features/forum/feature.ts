import { feature } from '#platform/feature.ts';
import { forumEndpoints } from './server/endpoints.ts';
import { forumData } from './server/personal.ts';

/** Boards, threads and posts. */
export const forum = feature({
  name: 'forum',
  uses: ['texts', 'accounts', 'users', 'notices', 'modlog', 'cases'],
  routes: forumEndpoints,
  personalData: [forumData],
});
