import { feature } from '#platform/feature.ts';
import { remotePictureRoutes } from './server/endpoints.ts';

/** Copies of pictures from other hosts that texts show, and what moderators decide about them. */
export const remotePictures = feature({
  name: 'remotepictures',
  uses: ['modlog', 'cases'],
  routes: remotePictureRoutes,
});
