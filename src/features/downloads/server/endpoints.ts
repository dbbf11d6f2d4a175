import { secretIn, visibleTrack } from '#features/tracks/server/repo.ts';
import type { TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { packZipName, replaysZipName, searchZipName } from '../file-names.ts';
import { idOfZip, packToZip, tracksOfPack } from './pack-zip.ts';
import { zippedReplays } from './replays-zip.ts';
import { type CountTrack, zipReply } from './reply.ts';
import { searchToZip } from './search-zip.ts';
import { zippedTracks } from './tracks-zip.ts';

/** How other features count what is downloaded. */
export interface DownloadReactions {
  readonly countTrack: CountTrack;
  readonly countPack: (tx: TxCtx, packId: number, request: Pick<HttpRequest, 'address'>) => Promise<unknown>;
}

/** GET and HEAD /trackpackdl/:packId.zip: the approved tracks of a pack in their order. */
const packZip = ({ countTrack, countPack }: DownloadReactions): Endpoint => ({
  handle: (ctx, request, params) =>
    zipReply(ctx, request, countTrack, async () => {
      const pack = await packToZip(ctx, idOfZip(params.packId));
      const source = `${request.origin}${routes.trackPackShow(pack.PackId)}`;
      const content = await zippedTracks(ctx, request, { ...tracksOfPack(pack.PackId), source });
      return {
        ...content,
        name: packZipName(pack.PackName, pack.PackId),
        count: () => inTransaction(ctx, (tx) => countPack(tx, pack.PackId, request)),
      };
    }),
});

/** GET and HEAD /tracksearch.zip: the tracks of any search, with the parameters of GET /api/tracks. */
const searchZip = ({ countTrack }: DownloadReactions): Endpoint => ({
  handle: (ctx, request) =>
    zipReply(ctx, request, countTrack, async () => {
      const source = `${request.origin}${routes.trackSearchZip(Object.fromEntries(request.query))}`;
      const content = await zippedTracks(ctx, request, { ...searchToZip(ctx, request.query), source });
      return { ...content, name: searchZipName(ctx.clock.now()) };
    }),
});

/** GET and HEAD /trackreplays/:id.zip: the replays of a track that the viewer may download. */
const replaysZip = ({ countTrack }: DownloadReactions): Endpoint => ({
  handle: (ctx, request, params) =>
    zipReply(ctx, request, countTrack, async () => {
      const trackId = idOfZip(params.id);
      if (trackId === null) throw notFound('This track');
      const track = await visibleTrack(ctx, trackId, secretIn(request.query));
      const content = await zippedReplays(ctx, request, track);
      return { ...content, name: replaysZipName(track.name, track.track_id, ctx.clock.now()) };
    }),
});

/** Zips made by the server, for programs and slow machines. */
export const downloadRoutes = (reactions: DownloadReactions): RouteTable => ({
  [get(routes.trackPackDownload)]: packZip(reactions),
  [get(routes.trackSearchZip)]: searchZip(reactions),
  [get(routes.trackReplaysZip)]: replaysZip(reactions),
});
