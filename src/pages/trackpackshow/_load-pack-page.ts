import { cardOf } from '#features/cards/server/address.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { packBoard } from '#features/leaderboards/views.ts';
import { packList } from '#features/packs/list/server/list.ts';
import { packManager, packSubmittedTracks, packTracksFor } from '#features/packs/list/views.ts';
import { packOptions } from '#features/packs/page/server/options.ts';
import { mayManagePack, packForPage } from '#features/packs/server/read-pack.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { loadNumbered, loadView } from '#layouts/lists/load-view.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/run.ts';
import { messageHtml } from '#platform/messages.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';

interface PageRequest {
  readonly url: URL;
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: { readonly ctx: Ctx };
}

/** Everything that the page of a pack shows; null if there is no pack that this viewer may see. */
export async function loadPackPage(page: PageRequest) {
  const { ctx } = page.locals;
  const packId = rowIdIn(page.params.id) ?? 0;
  const ofPack = { pack_id: packId };
  /** of these tables, `load` reads only what belongs to this pack */
  const about = <T>(load: () => T): T =>
    readingOnly({ pack: ofPack, pack_track: ofPack, pack_manager: ofPack, pack_picture: ofPack }, load);
  const pack = await about(() => packForPage(ctx, packId));
  if (!pack) return null;
  const isManager = mayManagePack(ctx.viewer, pack);
  const isListShown = pack.MapListReleased || isManager;
  const id = String(pack.PackId);
  const tracksOfPack = { packid: id };
  const mine = ctx.viewer.accountId !== null && !isManager;
  const [options, card, tracks, board, managed, submitted, driven, description] = await Promise.all([
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
    ctx.viewer.accountId === null ? null : drivenTracks(ctx, pack.PackId),
    messageHtml(ctx, pack.Description, { images: true }),
  ]);
  return { pack, isListShown, options, card, tracks, board, managed, submitted, driven, description };
}

/** On how many tracks of the pack the viewer is ranked. In a statement of its own, so that visitors' pages do not depend on replays. */
const drivenTracks = async (ctx: Ctx, packId: number): Promise<number | null> =>
  (await listPacks(ctx, { id: packId, fields: ['Driven'] })).Results[0]?.Driven ?? null;

const listPacks = reader(packList);
