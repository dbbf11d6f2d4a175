import { packList } from '#features/packs/list/server/list.ts';
import { sharedBy } from '#features/playlater/server/repo.ts';
import { replayList } from '#features/replays/list/server/list.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { packOrderCodes, trackOrderCodes } from '#lib/codes/orders.ts';
import { listParams, readAddress } from '#lib/query-language/address.ts';
import { mistakesIn } from '#lib/query-language/mistakes.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { taggedReply } from '#platform/http/tagged.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { params } from '#platform/lists/params.ts';
import { parseRows, reader, readPage } from '#platform/lists/run.ts';
import { visitor } from '#platform/viewer.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import {
  boardRows,
  messagePage,
  type Place,
  packPage,
  packsPage,
  playLaterPage,
  type Rows,
  rowsPerPage,
  searchPage,
  type TrackLine,
  trackPage,
  typedName,
} from '../pages.ts';

const readTracks = reader(trackList);
const readPacks = reader(packList);
const readReplays = reader(replayList);

const trackFields = [
  'TrackId',
  'TrackName',
  'Uploader.Name',
  'AuthorTime',
  'AuthorScore',
  'PrimaryType',
  'Awards',
] as const;
const packFields = ['PackId', 'PackName', 'Tracks', 'Creator.Name', 'MapListReleased'] as const;
const replayFields = ['ReplayId', 'Position', 'ReplayTime', 'ReplayScore', 'IsSecret', 'User.Name'] as const;
const [queueOrder] = trackOrderCodes.queuePosition;
const [packTracksOrder] = trackOrderCodes.packPosition;
const [, activePacksFirst] = packOrderCodes.activity;

/** What a page is made from: a visitor's context, because the game has no session. */
interface Scope {
  readonly ctx: Ctx;
  readonly place: Place;
  readonly query: URLSearchParams;
  readonly after: number | undefined;
}

type MakePage = (scope: Scope, named: Readonly<Record<string, string>>) => Promise<string>;

/** A page for the games of editions that open them. Whatever is refused is a page that says why: the game shows no other status. */
const page = (make: MakePage, isShared: boolean): Endpoint => ({
  ...(isShared && { isShared: true }),
  async handle(ctx, request, named) {
    if (!ctx.site.capabilities.opensManiaLinks) throw notFound('This page');
    const scope = scopeOf(ctx, request);
    return taggedReply(request, {
      body: await made(make, scope, named),
      type: 'application/xml; charset=utf-8',
      caching: isShared ? 'public, max-age=60' : 'private, no-store',
    });
  },
});

async function made(make: MakePage, scope: Scope, named: Readonly<Record<string, string>>): Promise<string> {
  try {
    return await make(scope, named);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return messagePage(scope.place, error.message);
  }
}

function scopeOf(ctx: Ctx, { query, origin }: HttpRequest): Scope {
  const place: Place = { site: ctx.site, host: new URL(origin).host, origin };
  return {
    ctx: { ...ctx, viewer: visitor },
    place,
    query,
    after: rowIdIn(query.get('after') ?? undefined) ?? undefined,
  };
}

/** The address of the next page, if there is one. */
const rowsOf = <Row>(rows: readonly Row[], more: boolean, next: (row: Row) => string): Rows<Row> => {
  const last = rows.at(-1);
  return { rows, next: more && last !== undefined ? next(last) : null };
};

/** What was typed: the game puts it into the address, or adds it as a parameter of its own. */
const typedIn = (query: URLSearchParams): string => query.get(typedName) ?? query.get('query') ?? '';

/** GET /manialink: a search for tracks; without words the newest ones. */
const tracks: MakePage = async ({ ctx, place, query, after }) => {
  const declared = trackSearch(ctx.site);
  const words = typedIn(query);
  const address = readAddress(declared, new URLSearchParams({ query: words }));
  const [mistake = null] = mistakesIn(declared, address);
  if (mistake !== null) return searchPage(place, { words, rows: [], next: null, mistake });
  const found = await readPage(
    ctx,
    trackList,
    params({
      ...listParams(declared, address, {}),
      ...(after !== undefined && { after }),
      count: rowsPerPage,
      fields: trackFields.join(','),
    }),
  );
  const rows = rowsOf(parseRows<TrackLine>(found.rows), found.more, ({ TrackId }) =>
    routes.maniaLink(words || null, TrackId),
  );
  return searchPage(place, { words, mistake, ...rows });
};

/** GET /manialink/track/:id: a track with its leaderboard. */
const track: MakePage = async ({ ctx, place, after }, { id }) => {
  const trackId = rowIdIn(id);
  const { Results } = await readTracks(ctx, { fields: trackFields, id: trackId ?? 0, count: 1 });
  const [found] = Results;
  if (!found) throw notFound('This track');
  const board = { trackid: found.TrackId, best: 1, count: boardRows, after };
  const { Results: replays, More } = await readReplays(ctx, { fields: replayFields, ...board });
  const next = ({ ReplayId }: { ReplayId: number }) => routes.maniaLinkTrack(found.TrackId, ReplayId);
  return trackPage(place, { track: found, replays: rowsOf(replays, More, next) });
};

/** GET /manialink/packs: trackpacks, the most active first. */
const packs: MakePage = async ({ ctx, place, after }) => {
  const { Results, More } = await readPacks(ctx, {
    fields: packFields,
    order1: activePacksFirst,
    count: rowsPerPage,
    after,
  });
  return packsPage(
    place,
    rowsOf(Results, More, ({ PackId }) => routes.maniaLinkPacks(PackId)),
  );
};

/** GET /manialink/pack/:id: a trackpack and its tracks. */
const pack: MakePage = async ({ ctx, place, after }, { id }) => {
  const { Results: found } = await readPacks(ctx, { fields: packFields, id: rowIdIn(id) ?? 0, count: 1 });
  const [shown] = found;
  if (!shown) throw notFound('This trackpack');
  const inPack = { packid: shown.PackId, order1: packTracksOrder, count: rowsPerPage, after };
  const { Results, More } = await readTracks(ctx, { fields: trackFields, ...inPack });
  const next = ({ TrackId }: TrackLine) => routes.maniaLinkPack(shown.PackId, TrackId);
  return packPage(place, { pack: shown, isShown: shown.MapListReleased, ...rowsOf(Results, More, next) });
};

/**
 * GET /manialink/playlater/:key: the list that a link with this secret shares, which its owner revokes. It is the only list of one's
 * own in the game: the login that a game sends can be anybody's.
 */
const playLater: MakePage = async ({ ctx, place, after }, { key = '' }) => {
  const owner = await sharedBy(ctx, key);
  if (!owner) throw new Problem(404, 'This link no longer works. Its owner removed or replaced it.');
  const queued = { inplaylater: 1, sharedlist: key, order1: queueOrder, count: rowsPerPage, after };
  const { Results, More } = await readTracks(ctx, { fields: trackFields, ...queued });
  const next = ({ TrackId }: TrackLine) => routes.maniaLinkPlayLater(key, TrackId);
  return playLaterPage(place, { owner: owner.name, ...rowsOf(Results, More, next) });
};

/** The pages that players open in the game. */
export const maniaLinkRoutes: RouteTable = {
  [get(routes.maniaLink)]: page(tracks, true),
  [get(routes.maniaLinkTrack)]: page(track, true),
  [get(routes.maniaLinkPacks)]: page(packs, true),
  [get(routes.maniaLinkPack)]: page(pack, true),
  [get(routes.maniaLinkPlayLater)]: page(playLater, false),
};
