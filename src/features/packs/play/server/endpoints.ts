import { z } from 'zod';
import { plainAddress } from '#features/tracks/download/play.ts';
import { attachmentHeader } from '#lib/format/content-disposition.ts';
import { yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/z.ts';
import { messageDocument } from '#lib/xml/maniacode.ts';
import type { Ctx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { onHost } from '#platform/http/address.ts';
import { maniaCodeEndpoint } from '#platform/http/maniacode.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { get, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { packById } from '../../server/read-pack.ts';
import { packIdOf, visiblePack } from '../../server/stored-pack.ts';
import { matchSettings, packDocument, packPlayLink, trackListText } from '../play.ts';
import { countPackDownload } from './counters.ts';
import { packedTracks } from './packed-tracks.ts';

/** GET /trackpackplay/:id: redirects to the game, which downloads the tracks itself. */
const packPlay: Endpoint = {
  async handle(ctx, request, params) {
    const pack = await visiblePack(ctx, packIdOf(params.id));
    const location = packPlayLink(ctx.site, new URL(request.origin).host, pack.pack_id);
    if (location === null) throw notFound('A link that installs trackpacks in this game');
    if (!pack.is_public || !pack.map_list_released)
      throw new Problem(
        409,
        'The game isn’t signed in here. It can install this pack once its tracks are public.',
      );
    return { status: 302, headers: { location, 'cache-control': 'private, no-cache' } };
  },
};

/** GET /maniacode/pack?site=&id=: a document that makes the game install a pack. */
const maniaCodePack = maniaCodeEndpoint(documentFor);

async function documentFor(ctx: Ctx, request: HttpRequest): Promise<string> {
  try {
    const { folder, tracks } = await packedTracks(ctx, packIdOf(request.query.get('id') ?? undefined));
    if (tracks.length === 0) return messageDocument('No tracks found');
    const { host } = new URL(onHost(request.origin, ctx.site.host));
    const files = tracks.map(({ fileName, trackId }) => ({
      fileName,
      url: plainAddress(host, routes.trackGbx(trackId)),
    }));
    return packDocument(folder, files);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return messageDocument('This trackpack doesn’t exist, or its tracks are hidden.');
  }
}

/** GET /trackpackmatchsettings/:id: the file that makes a dedicated server play the pack. */
const packMatchSettings: Endpoint = {
  isOpen: true,
  async handle(ctx, _, params) {
    const { folder, tracks } = await packedTracks(ctx, packIdOf(params.id));
    return {
      status: 200,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        'content-disposition': attachmentHeader(`${folder}.txt`),
        'cache-control': 'private, no-cache',
      },
      body: matchSettings(ctx.site.capabilities.dedicatedServer, folder, tracks),
    };
  },
};

/** GET /trackpacklist/:id: the tracks of a pack as plain text. */
const packList: Endpoint = {
  isOpen: true,
  async handle(ctx, request, params) {
    const { tracks } = await packedTracks(ctx, packIdOf(params.id));
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-cache' },
      body: trackListText(request.origin, tracks),
    };
  },
};

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

/** The routes that lead to the game and its servers, and the count of downloads. */
export const packPlayRoutes: RouteTable = {
  [put(routes.trackPackDownload)]: countDownload,
  [get(routes.trackPackPlay)]: packPlay,
  [get(routes.maniaCodePack)]: maniaCodePack,
  [get(routes.trackPackMatchSettings)]: packMatchSettings,
  [get(routes.trackPackList)]: packList,
};
