import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { routes } from '#routes.ts';
import { packLifeEndpoints } from './life/endpoints.ts';
import { packList } from './list.ts';
import { packPlayEndpoints } from './play/endpoints.ts';
import { packThumbEndpoint } from './thumb.ts';

/** The routes of packs other than pages. */
export const packEndpoints: RouteTable = {
  'GET /api/trackpacks': listEndpoint(packList),
  'GET /trackpackshow/:id/thumb': packThumbEndpoint,
  ...packLifeEndpoints,
  ...packPlayEndpoints,
  'GET /trackpackrandom': randomEndpoint(packList, routes.trackPackShow),
};
