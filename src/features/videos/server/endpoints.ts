import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { routes } from '#routes.ts';
import { videoList } from './list.ts';
import { videoShowEndpoint } from './show.ts';

/** The addresses of videos that are not pages. */
export const videoEndpoints: RouteTable = {
  'GET /api/videos': listEndpoint(videoList),
  'GET /videoshow/:id': videoShowEndpoint,
  'GET /videorandom': randomEndpoint(videoList, routes.videoShow),
};
