import { feature } from '#platform/feature.ts';
import { feedRoutes } from './server/endpoints.ts';

/** Atom feeds. */
export const feeds = feature({
  name: 'feeds',
  uses: ['tracks', 'packs', 'videos', 'news', 'forum', 'comments', 'users'],
  routes: feedRoutes,
});
