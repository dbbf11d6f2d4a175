import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { routes } from '#routes.ts';
import { trackGbxEndpoint } from './download.ts';
import { featureEndpoints } from './feature/endpoints.ts';
import { trackCoverEndpoint, trackDrawingEndpoint, trackImageEndpoint } from './image.ts';
import { trackList } from './list.ts';
import { screenshotEndpoint } from './pictures/endpoints.ts';
import { playEndpoints } from './play/endpoints.ts';

/** GET /api/meta/tags: the tags of this edition in the order shown, as `Id` and `Name`. */
const tagsEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx) {
    const tags = ctx.site.tags.map(({ id, name }) => ({ Id: id, Name: name }));
    return json(tags, 200, { 'cache-control': 'public, max-age=3600' });
  },
};

/** The addresses of tracks that are not pages. */
export const trackEndpoints: RouteTable = {
  'GET /api/tracks': listEndpoint(trackList),
  'GET /trackrandom': randomEndpoint(trackList, routes.trackShow),
  'GET /api/meta/tags': tagsEndpoint,
  'POST /trackupload/screenshot': screenshotEndpoint,
  ...playEndpoints,
  ...featureEndpoints,
  'GET /trackgbx/:id': trackGbxEndpoint,
  'GET /trackshow/:id/image/:n': trackImageEndpoint,
  'GET /trackimage/:id': trackCoverEndpoint,
  'GET /trackdrawing/:id': trackDrawingEndpoint,
};
