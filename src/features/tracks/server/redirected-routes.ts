import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint, HttpRequest, Reply } from '#platform/http/types.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { trackGbxEndpoint } from '../download/server/download.ts';
import { type RedirectedTrack, redirectedTrack } from '../move-merge/server/redirect.ts';
import { trackImageEndpoint } from '../pictures/server/image.ts';

/**
 * Addresses of a track and of what belongs to it that lead to the track it was merged into or moved to; pages handle this
 * themselves.
 */
const followedAddresses = [
  get(routes.trackGbx),
  get(routes.trackPlay),
  get(routes.trackCover),
  get(routes.trackDrawing),
  get(routes.trackHero),
  get(routes.trackSolid),
  get(routes.trackImage),
  get(routes.trackScreen),
  get(routes.trackFeed),
  get(routes.trackCard),
  get(routes.trackReplaysZip),
] as const;

/** The same routes; those of a track redirect where it was merged or moved. The other track is shown to those who may see it. */
export function withFollowedTracks<Routes extends RouteTable>(routes: Routes): Routes {
  const followed = followedAddresses.map((key): [string, Endpoint] => {
    const endpoint = (routes as Readonly<Record<string, Endpoint>>)[key]; // widened for the lookup
    if (!endpoint) throw new Error(`There is no route "${key}" that could lead to another track.`);
    return [key, orElsewhere(endpoint, toNewAddress)];
  });
  return { ...routes, ...Object.fromEntries(followed) };
}

/** The same endpoint for clients that do not follow redirects: serves the other track if it is on the same edition. */
const inPlace = (endpoint: Endpoint, path: (trackId: number) => string): Endpoint =>
  orElsewhere(endpoint, (ctx, request, params, { trackId, origin }) =>
    origin === ''
      ? endpoint.handle(ctx, request, { ...params, id: `${trackId}` })
      : redirect(origin + path(trackId)),
  );

/** For the addresses of former sites. */
export const followedGbx = inPlace(trackGbxEndpoint, routes.trackGbx);
export const followedImage = inPlace(trackImageEndpoint, routes.trackCover);

type Follow = (
  ctx: Ctx,
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
  elsewhere: RedirectedTrack,
) => Reply | Promise<Reply>;

function orElsewhere(endpoint: Endpoint, follow: Follow): Endpoint {
  return {
    ...endpoint,
    async handle(ctx, request, params) {
      try {
        return await endpoint.handle(ctx, request, params);
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 404) throw error;
        const elsewhere = await redirectedTrack(ctx, params.id?.replace(/\.zip$/i, ''), request.origin);
        if (!elsewhere) throw error;
        return follow(ctx, request, params, elsewhere);
      }
    },
  };
}

/** The same address with the other id, without the secret, version and picture of the former track. */
const toNewAddress: Follow = (_, { path, query }, __, { origin, trackId }) => {
  const parameters = new URLSearchParams(query);
  for (const name of ['key', 'version', 'v']) parameters.delete(name);
  const search = parameters.size > 0 ? `?${parameters}` : '';
  return redirect(`${origin}${path.replace(/\d+/, `${trackId}`)}${search}`);
};

const redirect = (location: string): Reply => ({
  status: 302,
  headers: { location, 'cache-control': 'private, no-cache' },
});
