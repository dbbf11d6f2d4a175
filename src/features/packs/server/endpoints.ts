import { z } from 'zod';
import { yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/path-id.ts';
import { action } from '#platform/http/action.ts';
import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { routes } from '#routes/routes.ts';
import { packLifeEndpoints } from '../edit/server/endpoints.ts';
import { packList } from '../list/server/list.ts';
import { packThumbEndpoint } from '../page/server/thumb.ts';
import { countPackDownload } from '../play/server/counters.ts';
import { packPlayEndpoints } from '../play/server/endpoints.ts';
import { packById } from './read-pack.ts';

/** A browser has zipped the tracks of a pack. Visitors count too. */
const countDownload = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: z.object({ packId: pathId }),
  subject: async (tx, { packId }) => {
    const pack = await packById(tx, packId);
    if (!pack) throw notFound('This trackpack');
    return pack;
  },
  allow: () => yes,
  run: (tx, { PackId }, _, request) => countPackDownload(tx, PackId, request),
});

/** The routes of packs other than pages. */
export const packEndpoints: RouteTable = {
  'PUT /trackpackdl/:packId': countDownload,
  'GET /api/trackpacks': listEndpoint(packList),
  'GET /trackpackshow/:id/thumb': packThumbEndpoint,
  ...packLifeEndpoints,
  ...packPlayEndpoints,
  'GET /trackpackrandom': randomEndpoint(packList, routes.trackPackShow),
};
