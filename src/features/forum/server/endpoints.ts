import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { threadList } from './list.ts';

/** The routes of the forum other than pages. */
export const forumEndpoints: RouteTable = {
  'GET /api/threads': listEndpoint(threadList),
};
