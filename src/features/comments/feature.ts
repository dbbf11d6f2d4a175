import { feature } from '#platform/feature.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { commentRoutes } from './server/endpoints.ts';
import { commentData } from './server/personal.ts';

/** Comments and awards on tracks. */
export const comments = feature({
  name: 'comments',
  uses: ['texts', 'tracks', 'users', 'notices', 'modlog', 'cases'],
  routes: commentRoutes,
  contributions: { [post(routes.commentUpdate)]: { occasion: 'comments', trackPart: 'trackId' } },
  personalData: [commentData],
});
