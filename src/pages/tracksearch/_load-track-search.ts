import { trackSearch } from '#features/tracks/list/search.ts';
import type { SearchVariant } from '#features/tracks/list/search-variants.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { isSharedOrder, withOwnResults } from '#features/tracks/list/server/own-in-search.ts';
import { loadList, loadSharedList } from '#layouts/lists/load-list.ts';
import { orderOf } from '#lib/query-language/address.ts';
import type { Ctx } from '#platform/context.ts';
import { withRowsOnServer } from '#ui/list/list-page.ts';

/** The first rows of a part of the track search: to members what visitors get, with what is their own. */
export async function loadTrackSearch(ctx: Ctx, url: URL, { scope, needsAccount }: SearchVariant) {
  const declared = trackSearch(ctx.site);
  const own = () => loadList(ctx, trackList, declared, url, scope);
  if (needsAccount) return own();
  const shared = await loadSharedList(ctx, trackList, declared, url, scope, (address) => {
    const order = orderOf(declared, address);
    return order !== null && isSharedOrder(order) && Object.keys(address.filters).length === 0;
  });
  if (!shared) return own();
  if (ctx.viewer.userId === 0) return shared;
  const rows = await withOwnResults(ctx, shared.page.rows);
  return rows ? { ...shared, page: withRowsOnServer({ ...shared.page, rows }) } : own();
}
