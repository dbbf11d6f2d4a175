import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { leaderboardList } from './list.ts';

/** The addresses of leaderboards that are not pages. */
export const leaderboardEndpoints: RouteTable = {
  'GET /api/leaderboards': listEndpoint(leaderboardList),
};
