import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { readParams, single } from '#platform/lists/params.ts';
import { pageOf } from '../pages.ts';
import { apiGet } from './api.ts';

/** The endpoints that serve what old addresses lead to: old clients do not follow redirects. */
export interface LegacySlots {
  /** by `id` */
  readonly trackGbx: Endpoint;
  /** by `replayId` */
  readonly recordGbx: Endpoint;
  /** by `id` and `n` */
  readonly trackImage: Endpoint;
}

/** Passes the request on to the endpoint that its `action` names, with its `id`. */
const byAction = (
  actions: Readonly<Record<string, (id: string) => readonly [Endpoint, Readonly<Record<string, string>>]>>,
  otherwise: (action: string | undefined, id: string | undefined) => string | null = () => null,
): Endpoint => ({
  // some of the answers may be stored by shared caches
  isShared: true,
  async handle(ctx, request) {
    const given = readParams(request.query);
    const action = single(given.get('action'));
    const id = single(given.get('id'));
    const name = action?.toLowerCase() ?? '';
    const chosen = Object.hasOwn(actions, name) ? actions[name]?.(id ?? '') : undefined;
    if (chosen) return chosen[0].handle(ctx, request, chosen[1]);
    const location = otherwise(action, id);
    if (location === null) throw notFound('This page');
    return { status: 301, headers: { location, 'cache-control': 'public, max-age=3600' } };
  },
});

/** The addresses that clients of former sites of this kind use. */
export function legacyEndpoints({ trackGbx, recordGbx, trackImage }: LegacySlots): RouteTable {
  const track = { trackgbx: (id: string) => [trackGbx, { id }] as const };
  return {
    'GET /apiget.aspx': apiGet,
    'GET /get.aspx': byAction({
      ...track,
      recordgbx: (replayId) => [recordGbx, { replayId }],
      trackscreen: (id) => [trackImage, { id, n: '1' }],
      trackscreensmall: (id) => [trackImage, { id, n: '0' }],
    }),
    'GET /tmupget.aspx': byAction(track),
    'GET /main.aspx': byAction(track, pageOf),
  };
}
