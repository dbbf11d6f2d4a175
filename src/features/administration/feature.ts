import { feature } from '#platform/feature.ts';
import { administrationRoutes } from './server/endpoints.ts';

/** Settings of editions and of the installation, and the crew. */
export const administration = feature({
  name: 'administration',
  uses: ['accounts', 'users', 'tracks', 'forum', 'notices', 'modlog'],
  routes: administrationRoutes,
});
