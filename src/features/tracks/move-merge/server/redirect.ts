import { forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import { routes } from '#routes/routes.ts';

interface Place {
  readonly site: string;
  readonly trackId: number;
}

/** Redirects the address of a track to another one, and with it all addresses that were redirected to it. */
export async function redirectTrack(tx: TxCtx, from: number, to: Place): Promise<void> {
  const site = tx.site.code;
  const row = { to_site: to.site, to_track_id: to.trackId, redirected_at: tx.clock.now() };
  await tx.db
    .updateTable('track_redirect')
    .set(row)
    .where('site', '=', site)
    .where('to_site', '=', site)
    .where('to_track_id', '=', from)
    .execute();
  await tx.db
    .insertInto('track_redirect')
    .values({ site, track_id: from, ...row })
    .onConflict((same) => same.columns(['site', 'track_id']).doUpdateSet(row))
    .execute();
}

/** Ends the redirection of a track. */
export async function endRedirect(tx: TxCtx, from: number): Promise<void> {
  await tx.db
    .deleteFrom('track_redirect')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', from)
    .execute();
}

/** Where the track of a former address is now: its edition, that edition's origin for links, and its id there. */
export interface RedirectedTrack {
  readonly site: Ctx['site'];
  /** empty on the same edition, so that an address stays relative */
  readonly origin: string;
  readonly trackId: number;
}

/** Where a track that does not exist any more was merged or moved to; null: nowhere. `origin`: of the request. */
export async function redirectedTrack(
  ctx: Ctx,
  idText: string | undefined,
  origin: string,
): Promise<RedirectedTrack | null> {
  const row = await forSite(ctx, 'track_redirect')
    .where('track_id', '=', rowIdIn(idText) ?? 0)
    .select(['to_site', 'to_track_id'])
    .executeTakeFirst();
  const site = row && ctx.sites.find(({ code }) => code === row.to_site);
  if (!row || !site) return null;
  const isHere = site.code === ctx.site.code;
  if (isHere && row.to_track_id === rowIdIn(idText)) return null; // merged, restored and merged the other way round
  return { site, origin: isHere ? '' : onHost(origin, site.host), trackId: row.to_track_id };
}

/** The address of that track; null: nowhere. `route`: of one of its pages. */
export async function redirectedAddress(
  ctx: Ctx,
  idText: string | undefined,
  origin: string,
  route: (trackId: number) => string = routes.trackShow,
): Promise<string | null> {
  const found = await redirectedTrack(ctx, idText, origin);
  return found && found.origin + route(found.trackId);
}
