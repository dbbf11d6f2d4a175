import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { threadList } from './list.ts';

/** The addresses of the forum that are not pages. */
export const forumEndpoints: RouteTable = {
  'GET /api/threads': listEndpoint(threadList),
};
