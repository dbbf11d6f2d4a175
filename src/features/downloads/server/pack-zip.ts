import { packList } from '#features/packs/list/server/list.ts';
import { managesPack, maxPackTracks } from '#features/packs/submission.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { trackOrderCodes } from '#lib/codes/orders.ts';
import type { Ctx } from '#platform/context.ts';
import { denied, Problem } from '#platform/http/problem.ts';
import { params } from '#platform/lists/params.ts';
import { reader } from '#platform/lists/run.ts';

const readPacks = reader(packList);
const fields = ['PackId', 'PackName', 'MapListReleased', 'Creator.UserId', 'Managers[]'] as const;

/** A pack whose list of tracks this viewer may see. */
export async function packToZip(ctx: Ctx, packId: number | null) {
  const pack = packId ? (await readPacks(ctx, { fields, id: [packId], count: 1 })).Results[0] : undefined;
  if (!pack) throw new Problem(404, "Trackpack doesn't exist");
  const isManager = managesPack(ctx.viewer, {
    ownerId: pack.Creator.UserId,
    isNamedManager: pack.Managers.some(({ User }) => User.UserId === ctx.viewer.userId),
  });
  if (!pack.MapListReleased && !isManager) throw denied('The list of its tracks is not released yet.');
  return pack;
}

/** Its approved tracks in their order. */
export const tracksOfPack = (packId: number) => ({
  params: params({ packid: packId, order1: trackOrderCodes.packPosition[0] }),
  most: maxPackTracks,
});

/** `12.zip` → 12 */
export const idOfZip = (fileName: string | undefined): number | null =>
  rowIdIn(/^(.*)\.zip$/i.exec(fileName ?? '')?.[1]);
