import type { Ctx } from '#platform/context.ts';
import type { PackOfPage, PackOptions } from '../../page-data.ts';
import { packPlayLink } from '../../play/play.ts';
import { mayEditPack } from '../../rights.ts';
import { mayManagePack } from '../../server/read-pack.ts';
import { visiblePack } from '../../server/stored-pack.ts';
import { packForUpload } from '../../tracks/server/actions.ts';
import { hiddenPack } from './why-hidden.ts';

/** What the viewer can do with a pack, for its page. */
export async function packOptions(ctx: Ctx, pack: PackOfPage): Promise<PackOptions> {
  const { PackId: packId, Creator, IsLegacy: isLegacy } = pack;
  const isSignedIn = ctx.viewer.accountId !== null;
  const isManager = mayManagePack(ctx.viewer, pack);
  const [place, stored] = isSignedIn
    ? await Promise.all([packForUpload(ctx, packId), visiblePack(ctx, packId)])
    : [null, null];
  return {
    isSignedIn,
    isManager,
    hidden: stored && (await hiddenPack(ctx, stored)),
    mayEdit: stored !== null && mayEditPack(stored.relation, { isLegacy }).ok,
    mayReport: isSignedIn && ctx.viewer.userId !== Creator.UserId,
    refusal: place?.refusal ?? null,
    hasPlayLink:
      pack.IsPublic && pack.MapListReleased && packPlayLink(ctx.site, ctx.site.host, packId) !== null,
    hasTracks: pack.Tracks > 0 && (pack.MapListReleased || isManager),
  };
}
