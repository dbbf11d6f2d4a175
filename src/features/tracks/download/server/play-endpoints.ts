import { trackFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { messageDocument } from '#lib/xml/maniacode.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import { maniaCodeEndpoint } from '#platform/http/maniacode.ts';
import { Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { redirectedTrack } from '../../move-merge/server/redirect.ts';
import { secretIn, trackIdOf, visibleTrack } from '../../server/repo.ts';
import { plainAddress, playDocument, playLink } from '../play.ts';

/** GET /trackplay/:id: redirects to the game, which downloads the track itself. */
const trackPlay: Endpoint = {
  async handle(ctx, request, params) {
    const key = secretIn(request.query);
    const track = await visibleTrack(ctx, trackIdOf(params.id), key);
    const location = playLink(ctx.site, new URL(request.origin).host, {
      trackId: track.track_id,
      environment: track.environment,
      key,
    });
    return { status: 302, headers: { location, 'cache-control': 'private, no-cache' } };
  },
};

/** GET /maniacode/track?site=&id=: a document that makes the game play a track. */
const maniaCodeTrack = maniaCodeEndpoint((ctx, request) =>
  documentFor(ctx, request, request.query.get('id') ?? undefined),
);

/** `hops`: how many editions to follow a moved track through. */
async function documentFor(
  ctx: Ctx,
  request: HttpRequest,
  id: string | undefined,
  hops = 3,
): Promise<string> {
  const key = secretIn(request.query);
  try {
    const track = await visibleTrack(ctx, trackIdOf(id), key);
    const fileName = trackFileName(stripGameText(track.name), track.track_id);
    const { host } = new URL(onHost(request.origin, ctx.site.host));
    return playDocument({ fileName, url: plainAddress(host, routes.trackGbx(track.track_id, key)) });
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    const elsewhere = hops > 0 ? await redirectedTrack(ctx, id, request.origin) : null;
    if (elsewhere)
      return documentFor({ ...ctx, site: elsewhere.site }, request, `${elsewhere.trackId}`, hops - 1);
    return messageDocument('This track doesn’t exist, or is hidden.');
  }
}

/** The routes that lead to the game. */
export const playRoutes: RouteTable = {
  [get(routes.trackPlay)]: trackPlay,
  [get(routes.maniaCodeTrack)]: maniaCodeTrack,
};
