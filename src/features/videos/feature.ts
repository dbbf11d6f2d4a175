import { sql } from 'kysely';
import { feature } from '#platform/feature.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { videoRoutes } from './server/endpoints.ts';
import { videoData } from './server/personal.ts';
import { fetchVideoPicture } from './server/picture.ts';

/** Videos of tracks, which are hosted elsewhere. */
export const videos = feature({
  name: 'videos',
  uses: ['tracks', 'users', 'notices', 'modlog', 'cases'],
  routes: videoRoutes,
  contributions: { [post(routes.postVideo)]: { occasion: 'videos' } },
  jobs: [fetchVideoPicture],
  personalData: [videoData],
  sitemap: [
    {
      name: 'videos',
      from: sql`video k where k.removed_at is null`,
      id: 'video_id',
      at: 'posted_at',
      path: ({ id }) => routes.videoShow(id),
    },
  ],
});
