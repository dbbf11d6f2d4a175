import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { routes } from '#routes.ts';
import { userList } from './list.ts';

/** The addresses of people that are not pages. */
export const userEndpoints: RouteTable = {
  'GET /api/users': listEndpoint(userList),
  'GET /userrandom': randomEndpoint(userList, routes.userShow),
};
