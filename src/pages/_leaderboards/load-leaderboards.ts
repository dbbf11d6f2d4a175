import { boardOf, leaderboardSearch, leaderboardSearchFields } from '#features/leaderboards/search.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { mayManagePack, packById } from '#features/packs/server/read-pack.ts';
import { loadList, loadSharedList } from '#layouts/lists/load-list.ts';
import { filterParams, invalidFilters, type ListAddress } from '#lib/query-language/address.ts';
import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/run.ts';

const readBoard = reader(leaderboardList);

/** The first rows of a leaderboard, its pack if it has one, and the viewer's own row if it is not among them. */
export async function loadLeaderboards(ctx: Ctx, url: URL) {
  const { userId } = ctx.viewer;
  const declared = leaderboardSearch(ctx.site);
  const boardAt = (address: ListAddress) => boardOf(ctx.site, filterParams(declared, address, {}));
  // the leaderboard of a pack is not for everyone
  const isCommon = (address: ListAddress) =>
    address.filters.username === undefined &&
    invalidFilters(declared, address).length === 0 &&
    !boardAt(address).isPack;
  const first =
    (await loadSharedList(ctx, leaderboardList, declared, url, {}, isCommon)) ??
    (await loadList(ctx, leaderboardList, declared, url));
  const { board, environment, isPack, title } = boardAt(first.address);
  const isOwnShown = first.page.rows.some(({ User }) => User.UserId === userId);
  const [pack, own] = await Promise.all([
    isPack ? packById(ctx, board) : null,
    userId === 0 || isOwnShown || first.status.at === 'error'
      ? null
      : readBoard(ctx, { fields: leaderboardSearchFields, lbid: board, lbenv: environment, userid: userId }),
  ]);
  const isShown = pack !== null && (pack.MapListReleased || mayManagePack(ctx.viewer, pack));
  return { first, board, title, pack, isShown, own: own?.Results[0] ?? null };
}
