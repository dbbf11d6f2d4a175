import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { newsList } from './list.ts';

/** The routes of news other than pages. */
export const newsEndpoints: RouteTable = {
  'GET /api/news': listEndpoint(newsList),
};
