import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { newsList } from './list.ts';

/** The addresses of news that are not pages. */
export const newsEndpoints: RouteTable = {
  'GET /api/news': listEndpoint(newsList),
};
