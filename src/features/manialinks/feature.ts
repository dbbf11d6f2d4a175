import { feature } from '#platform/feature.ts';
import { maniaLinkRoutes } from './server/endpoints.ts';

/** Pages that players open inside the game. */
export const maniaLinks = feature({
  name: 'manialinks',
  uses: ['tracks', 'packs', 'replays', 'playlater'],
  routes: maniaLinkRoutes,
});
