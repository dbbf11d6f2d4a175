import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { leaderboardList } from './list.ts';

/** The routes of leaderboards other than pages. */
export const leaderboardEndpoints: RouteTable = {
  'GET /api/leaderboards': listEndpoint(leaderboardList),
};
