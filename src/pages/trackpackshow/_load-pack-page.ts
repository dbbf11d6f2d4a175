import { cardOf } from '#features/cards/server/address.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { packBoard } from '#features/leaderboards/views.ts';
import { packManager, packSubmittedTracks, packTracksFor } from '#features/packs/list/views.ts';
import { packOptions } from '#features/packs/page/server/options.ts';
import { memberOptions, ownOnPack, ownResultsIn } from '#features/packs/page/server/own-on-pack.ts';
import { mayManagePack, packForPage } from '#features/packs/server/read-pack.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { loadNumbered, loadView } from '#layouts/lists/load-view.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { messageHtml } from '#platform/messages.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';
import { visitorsPart } from '#platform/page-cache/same-part.ts';

interface PageRequest {
  readonly url: URL;
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: { readonly ctx: Ctx };
}

/**
 * Loads everything that the page of a pack shows; null if there is no pack that this viewer may see. Of `shared`, which a member sees as
 * visitors do, the HTML is the same for all members.
 */
export async function loadPackPage(page: PageRequest) {
  const { ctx } = page.locals;
  const packId = rowIdIn(page.params.id) ?? 0;
  const isVisitor = ctx.viewer.userId === 0;
  if (isModerator(ctx.viewer) || page.url.search !== '') return unshared(await loadShown(page, packId));
  const [shared, own, results] = await Promise.all([
    visitorsPart(ctx, `page of pack ${packId}`, (seen) =>
      loadShown({ url: page.url, request: page.request, params: page.params, locals: { ctx: seen } }, packId),
    ),
    isVisitor ? null : ownOnPack(ctx, packId),
    isVisitor ? null : ownResultsIn(ctx, packId),
  ]);
  if (!own || !results) return unshared(shared);
  if (!shared || !own.seesAsVisitor) return unshared(await loadShown(page, packId));
  return {
    ...shared,
    pack: { ...shared.pack, UserLB: results.place },
    options: memberOptions(shared.options, shared.pack, own),
    driven: results.driven,
    shared,
  };
}

const unshared = (shown: Shown | null) => shown && { ...shown, shared: null };

type Shown = NonNullable<Awaited<ReturnType<typeof loadShown>>>;

/** Everything that the page shows to the viewer of this request. */
async function loadShown(page: PageRequest, packId: number) {
  const { ctx } = page.locals;
  const ofPack = { pack_id: packId };
  const ofBoard = { board: packId };
  /** Of these tables, `load` reads only what belongs to this pack and its leaderboard. */
  const about = <T>(load: () => T): T =>
    readingOnly(
      {
        pack: ofPack,
        pack_track: ofPack,
        pack_manager: ofPack,
        pack_picture: ofPack,
        leaderboard_row: ofBoard,
        board_block: ofBoard,
        board_change: ofBoard,
        board_snapshot: ofBoard,
      },
      load,
    );
  const pack = await about(() => packForPage(ctx, packId));
  if (!pack) return null;
  const isManager = mayManagePack(ctx.viewer, pack);
  const isListShown = pack.MapListReleased || isManager;
  const id = String(pack.PackId);
  const tracksOfPack = { packid: id };
  const mine = ctx.viewer.accountId !== null && !isManager;
  const [options, card, tracks, board, managed, submitted, results, description] = await Promise.all([
    about(() => packOptions(ctx, pack)),
    cardOf(ctx, 'pack', pack.PackId),
    about(() => loadNumbered(page, trackList, packTracksFor(isListShown), tracksOfPack)),
    pack.HasLeaderboard ? about(() => loadView(page, leaderboardList, packBoard, { lbid: id })) : null,
    isManager ? loadView(page, trackList, packManager, tracksOfPack) : null,
    mine
      ? loadView(page, trackList, packSubmittedTracks, {
          ...tracksOfPack,
          authoruserid: String(ctx.viewer.userId),
        })
      : null,
    ctx.viewer.accountId === null ? null : ownResultsIn(ctx, pack.PackId),
    messageHtml(ctx, pack.Description, { images: true }),
  ]);
  return {
    pack,
    isListShown,
    options,
    card,
    tracks,
    board,
    managed,
    description,
    submitted: submitted && submitted.rows.length > 0 ? submitted : null,
    driven: results?.driven ?? null,
  };
}
