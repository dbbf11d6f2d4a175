import { packList } from '#features/packs/list/server/list.ts';
import { managesPack, maxPackTracks } from '#features/packs/submission.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import { secretIn, visibleTrack } from '#features/tracks/server/repo.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { trackOrderCodes } from '#lib/codes/orders.ts';
import { formatWhole } from '#lib/format/count.ts';
import { parseQuery } from '#lib/query-language/parse.ts';
import { apiParams } from '#lib/query-language/search.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { badRequest, denied, notFound, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { invalidValue, type Params, params, readParams, single } from '#platform/lists/params.ts';
import { reader } from '#platform/lists/run.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { maxSearchTracks } from '../choice.ts';
import { packZipName, replaysZipName, searchZipName } from '../file-names.ts';
import { zippedReplays } from './replays-zip.ts';
import { type CountTrack, zipReply } from './reply.ts';
import { zippedTracks } from './tracks-zip.ts';

const tooMany = () =>
  new Problem(
    413,
    `More than ${formatWhole(maxSearchTracks)} tracks match. Download them in parts: count=${maxSearchTracks}, then also after= with the ID of the last track.`,
  );

const ownNames = new Set(['query', 'order', 'count', 'fields', 'view', 'dm']);

/**
 * The tracks that match a search. Its address contains the parameters of GET /api/tracks or the `query` and `order` of the search
 * page, or both; `count` limits the number of tracks.
 */
function searchToZip(ctx: Ctx, query: URLSearchParams) {
  const given = readParams(query);
  if (single(given.get('before')) !== undefined)
    throw invalidValue('before', 'a zip begins with the first track, or at after or from');
  const count = single(given.get('count'));
  const most = count === undefined ? maxSearchTracks : Math.min(readCount(count), maxSearchTracks);
  const params: Params = new Map([
    ...ofPage(ctx, given),
    ...[...given].filter(([name]) => !ownNames.has(name)),
  ]);
  return { params, most, ...(count === undefined && { tooMany: tooMany() }) };
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidValue('count', 'it must be a whole number from 1');
  return Number(text);
}

/** The parameters of the API for `query` and `order` of the search page. */
function ofPage(ctx: Ctx, given: Params): Params {
  const { keys, words } = trackSearch(ctx.site);
  const parsed = parseQuery(single(given.get('query')) ?? '', keys);
  if (parsed.issues.length > 0) throw badRequest('query: Part of this search isn’t valid.', 'query');
  const order = single(given.get('order'));
  return readParams(Object.entries({ ...(order && { order1: order }), ...apiParams(parsed, keys, words) }));
}

const readPacks = reader(packList);
const fields = ['PackId', 'PackName', 'MapListReleased', 'Creator.UserId', 'Managers[]'] as const;

/** A pack whose list of tracks this viewer may see. */
async function packToZip(ctx: Ctx, packId: number | null) {
  const pack = packId ? (await readPacks(ctx, { fields, id: [packId], count: 1 })).Results[0] : undefined;
  if (!pack) throw new Problem(404, "Trackpack doesn't exist");
  const isManager = managesPack(ctx.viewer, {
    ownerId: pack.Creator.UserId,
    isNamedManager: pack.Managers.some(({ User }) => User.UserId === ctx.viewer.userId),
  });
  if (!pack.MapListReleased && !isManager) throw denied('Its track list isn’t released yet.');
  return pack;
}

/** Its approved tracks in their order. */
const tracksOfPack = (packId: number) => ({
  params: params({ packid: packId, order1: trackOrderCodes.packPosition[0] }),
  most: maxPackTracks,
});

/** `12.zip` → 12 */
const idOfZip = (fileName: string | undefined): number | null =>
  rowIdIn(/^(.*)\.zip$/i.exec(fileName ?? '')?.[1]);

/** How other features count what is downloaded. */
export interface DownloadReactions {
  readonly countTrack: CountTrack;
  readonly countPack: (tx: TxCtx, packId: number, request: Pick<HttpRequest, 'address'>) => Promise<unknown>;
}

/** GET and HEAD /trackpackdl/:packId.zip: the approved tracks of a pack in their order. */
const packZip = ({ countTrack, countPack }: DownloadReactions): Endpoint => ({
  isOpen: true,
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
  isOpen: true,
  handle: (ctx, request) =>
    zipReply(ctx, request, countTrack, async () => {
      const source = `${request.origin}${routes.trackSearchZip(Object.fromEntries(request.query))}`;
      const content = await zippedTracks(ctx, request, { ...searchToZip(ctx, request.query), source });
      return { ...content, name: searchZipName(ctx.clock.now()) };
    }),
});

/** GET and HEAD /trackreplays/:id.zip: the replays of a track that the viewer may download. */
const replaysZip = ({ countTrack }: DownloadReactions): Endpoint => ({
  isOpen: true,
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
