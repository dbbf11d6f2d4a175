import { trackList } from '#features/tracks/list/server/list.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { type Params, readParams, single } from '#platform/lists/params.ts';
import { reader } from '#platform/lists/run.ts';
import { namesUid, pageOf } from '../pages.ts';
import { apiGet } from './api.ts';

/** The endpoints that serve what old addresses lead to: old clients do not follow redirects. */
export interface LegacyReactions {
  /** by `id` */
  readonly trackGbx: Endpoint;
  /** by `replayId` */
  readonly recordGbx: Endpoint;
  /** by `id` and `n` */
  readonly trackImage: Endpoint;
}

const nothing: Endpoint = {
  handle: () => Promise.reject(notFound('This page')),
};

/** Passes the request on to the endpoint that its `action` names, with its `id`. */
const byAction = (
  actions: Readonly<Record<string, (id: string) => readonly [Endpoint, Readonly<Record<string, string>>]>>,
  otherwise: Endpoint = nothing,
): Endpoint => ({
  // some of the answers may be stored by shared caches
  isShared: true,
  async handle(ctx, request) {
    const given = readParams(request.query);
    const name = single(given.get('action'))?.toLowerCase() ?? '';
    const chosen = Object.hasOwn(actions, name) ? actions[name]?.(single(given.get('id')) ?? '') : undefined;
    return chosen ? chosen[0].handle(ctx, request, chosen[1]) : otherwise.handle(ctx, request, {});
  },
});

const readTracks = reader(trackList);

/** The page that an address leads to; a track may be named by the UId of its file. */
async function formerPage(ctx: Ctx, given: Params): Promise<string | null> {
  const action = single(given.get('action'));
  const id = single(given.get('id'));
  const uid = single(given.get('uid'));
  if (id !== undefined || uid === undefined || !namesUid(action)) return pageOf(action, id);
  const { Results } = await readTracks(ctx, { fields: ['TrackId'], uid, count: 1 });
  return pageOf(action, String(Results[0]?.TrackId ?? ''));
}

/** Which track has a UId may change, and depends on the viewer. */
const toFormerPage: Endpoint = {
  async handle(ctx, request) {
    const given = readParams(request.query);
    const location = await formerPage(ctx, given);
    if (location === null) throw notFound('This page');
    return given.has('uid')
      ? { status: 302, headers: { location, 'cache-control': 'private, no-cache' } }
      : { status: 301, headers: { location, 'cache-control': 'public, max-age=3600' } };
  },
};

/** The addresses that clients of former sites of this kind use. */
export function legacyRoutes({ trackGbx, recordGbx, trackImage }: LegacyReactions): RouteTable {
  const track = { trackgbx: (id: string) => [trackGbx, { id }] as const };
  const replay = { recordgbx: (replayId: string) => [recordGbx, { replayId }] as const };
  // an ending makes it JPEG, whatever else the query contains
  const pictures = {
    trackscreen: (id: string) => [trackImage, { id, n: '1.jpg' }] as const,
    trackscreensmall: (id: string) => [trackImage, { id, n: '0.jpg' }] as const,
  };
  return {
    'GET /apiget.aspx': byAction(replay, apiGet),
    'GET /get.aspx': byAction({ ...track, ...replay, ...pictures }),
    'GET /getclean.aspx': byAction({ ...track, ...pictures }),
    'GET /tmupget.aspx': byAction(track),
    'GET /main.aspx': byAction(track, toFormerPage),
  };
}
