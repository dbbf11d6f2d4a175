import { feature } from '#platform/feature.ts';
import { videoEndpoints } from './server/endpoints.ts';
import { videoData } from './server/personal.ts';
import { fetchVideoPicture } from './server/picture.ts';

/** Videos of tracks, which are hosted elsewhere. */
export const videos = feature({
  name: 'videos',
  uses: ['tracks', 'users', 'notices', 'modlog', 'cases'],
  routes: videoEndpoints,
  jobs: [fetchVideoPicture],
  personalData: [videoData],
});
