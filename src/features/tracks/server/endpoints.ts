import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { routes } from '#routes/routes.ts';
import { trackGbxEndpoint } from '../download/server/download.ts';
import { playEndpoints } from '../download/server/play-endpoints.ts';
import { featureEndpoints } from '../featured/server/endpoints.ts';
import { trackList } from '../list/server/list.ts';
import { trackCoverEndpoint, trackDrawingEndpoint, trackImageEndpoint } from '../pictures/server/image.ts';
import { queueTextEndpoint } from '../play-later/server/queued-tracks.ts';
import { typeEndpoints } from '../replay-type/server/endpoints.ts';
import { screenshotEndpoint } from '../upload/server/screenshot-endpoint.ts';

/** The page of a track that was searched; one that only its secret finds is shown with it. */
function pageOf(trackId: number, query: URLSearchParams): string {
  const key = query.get('secret');
  return routes.trackShow(trackId) + (key ? `?${new URLSearchParams({ key })}` : '');
}

/** The routes of tracks other than pages. */
export const trackEndpoints: RouteTable = {
  'GET /api/tracks': listEndpoint(trackList),
  'GET /trackrandom': randomEndpoint(trackList, pageOf),
  'GET /playlatertext': queueTextEndpoint,
  'POST /trackupload/screenshot': screenshotEndpoint,
  ...playEndpoints,
  ...featureEndpoints,
  ...typeEndpoints,
  'GET /trackgbx/:id': trackGbxEndpoint,
  'GET /trackshow/:id/image/:n': trackImageEndpoint,
  // the former address, still used by old pages and tools
  'GET /trackshow/:id/screen/:n': trackImageEndpoint,
  'GET /trackimage/:id': trackCoverEndpoint,
  'GET /trackdrawing/:id': trackDrawingEndpoint,
};
