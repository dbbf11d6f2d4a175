import { feature } from '#platform/feature.ts';
import { type DownloadReactions, downloadRoutes } from './server/endpoints.ts';

/** Zips of many tracks or replays, made by the browser or by the server. */
export const downloads = (reactions: DownloadReactions) =>
  feature({
    name: 'downloads',
    uses: ['tracks', 'replays', 'packs', 'playlater'],
    routes: downloadRoutes(reactions),
  });
