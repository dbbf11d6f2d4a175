import { feature } from '#platform/feature.ts';
import { commentRoutes } from './server/endpoints.ts';
import { commentData } from './server/personal.ts';

/** Comments and awards on tracks. */
export const comments = feature({
  name: 'comments',
  uses: ['texts', 'tracks', 'users', 'notices', 'modlog', 'cases'],
  routes: commentRoutes,
  personalData: [commentData],
});
