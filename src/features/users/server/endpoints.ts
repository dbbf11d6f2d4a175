import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { userList } from './list.ts';

/** The addresses of people that are not pages. */
export const userEndpoints: RouteTable = {
  'GET /api/users': listEndpoint(userList),
};
