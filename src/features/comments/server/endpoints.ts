import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { awardList, commentList } from './list.ts';

/** The addresses of comments and awards that are not pages. */
export const commentEndpoints: RouteTable = {
  'GET /api/tracks/comments': listEndpoint(commentList),
  'GET /api/tracks/awards': listEndpoint(awardList),
};
