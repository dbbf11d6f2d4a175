import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { trackList } from './list.ts';

/** The page of a track that was searched; one that only its secret finds is shown with it. */
function pageOf(trackId: number, query: URLSearchParams): string {
  const key = query.get('secret');
  return routes.trackShow(trackId) + (key ? `?${new URLSearchParams({ key })}` : '');
}

/** The list of tracks. */
export const trackListRoutes: RouteTable = {
  [get(routes.apiTracks)]: listEndpoint(trackList),
  [get(routes.trackRandom)]: randomEndpoint(trackList, pageOf),
};
