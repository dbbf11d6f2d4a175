import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { videoList } from './list.ts';

/** The addresses of videos that are not pages. */
export const videoEndpoints: RouteTable = {
  'GET /api/videos': listEndpoint(videoList),
};
