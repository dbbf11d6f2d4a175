import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { type Candidates, grantEarned } from './grant.ts';
import type { Occasion } from './measure.ts';

type Params = Readonly<Record<string, string>>;
type WhoEarned = (ctx: Ctx, params: Params) => Candidates | Promise<Candidates>;

const uploader: WhoEarned = ({ viewer: { userId } }) => ({
  userIds: [userId],
  trackIds: [],
  occasion: 'tracks',
});

/** The viewer, the track that the address names, and its authors. */
const viewerAndTrack =
  (part: string, occasion: Occasion): WhoEarned =>
  async (ctx, params) => {
    const trackId = Number(params[part]);
    const authors = await forSite(ctx, 'track_author')
      .where('track_id', '=', trackId)
      .where('is_pending', '=', false)
      .select('user_id')
      .execute();
    const userIds = [...new Set([ctx.viewer.userId, ...authors.map(({ user_id }) => user_id)])];
    return { userIds, trackIds: [trackId], occasion };
  };

/**
 * The writes after which somebody may have earned something: a line for each route, with those who may have earned it. What jobs do is
 * checked by a callback (see `checkAfterRelease`). Everything else is found by the nightly check.
 */
export const earningWrites: Readonly<Record<string, WhoEarned>> = {
  'POST /trackupload': uploader,
  'POST /multitrackupload': uploader,
  'POST /trackrelease/:id': viewerAndTrack('id', 'tracks'),
  'POST /trackedit/:id': viewerAndTrack('id', 'tracks'),
  'POST /trackauthor/:id/accept': viewerAndTrack('id', 'tracks'),
  'PUT /maps/toggleauthorization/:mapId': viewerAndTrack('mapId', 'tracks'),
  'POST /commentupdate/:trackId/:kind/:commentId': viewerAndTrack('trackId', 'comments'),
};

/**
 * The same routes; those that may earn something check it right after their commit. A failing check is logged and does not fail
 * the write, which is already committed: the nightly check repeats it.
 */
export function withAchievements(routes: RouteTable, writes = earningWrites): RouteTable {
  const checked = Object.entries(writes).map(([key, who]): [string, Endpoint] => {
    const endpoint = (routes as Readonly<Record<string, Endpoint>>)[key]; // widened for the lookup
    if (!endpoint) throw new Error(`There is no route "${key}" after which achievements could be checked.`);
    return [key, checkedAfter(endpoint, who)];
  });
  return { ...routes, ...Object.fromEntries(checked) };
}

const checkedAfter = (endpoint: Endpoint, who: WhoEarned): Endpoint => ({
  ...endpoint,
  async handle(ctx, request, params) {
    const reply = await endpoint.handle(ctx, request, params);
    if (reply.status >= 400 || ctx.viewer.userId === 0) return reply;
    try {
      await grantEarned(ctx, await who(ctx, params));
    } catch (err) {
      ctx.log.error({ err, requestId: ctx.requestId }, 'achievements were not checked');
    }
    return reply;
  },
});

/** After a replay was posted, deleted or restored: checks its driver and track right after the commit, apart from the request. */
export async function checkAfterReplay(
  tx: TxCtx,
  { userId, trackId }: { readonly userId: number; readonly trackId: number },
): Promise<void> {
  const payload = { site: tx.site.code, userIds: [userId], trackIds: [trackId] };
  tx.onCommit(() => tx.jobs.add('check-achievements', payload));
}

/** After a track was approved in a pack: checks the owner of the pack right after the commit, apart from the request. */
export async function checkAfterApproval(
  tx: TxCtx,
  { ownerId }: { readonly ownerId: number },
): Promise<void> {
  const payload = { site: tx.site.code, userIds: [ownerId], trackIds: [], occasion: 'packs' };
  tx.onCommit(() => tx.jobs.add('check-achievements', payload));
}

/** After a job released a track at its date: checks its authors and the track right after the commit. */
export function checkAfterRelease(
  tx: TxCtx,
  { trackId, authorIds }: { readonly trackId: number; readonly authorIds: readonly number[] },
): void {
  const payload = { site: tx.site.code, userIds: [...authorIds], trackIds: [trackId], occasion: 'tracks' };
  tx.onCommit(() => tx.jobs.add('check-achievements', payload));
}
