import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { visibilityLabels } from '../../edit/settings.ts';
import type { HiddenPack, PackOfPage, PackOptions } from '../../page-data.ts';
import { packPlayLink } from '../../play/play.ts';
import { mayEditPack } from '../../rights.ts';
import { mayManagePack } from '../../server/read-pack.ts';
import { type StoredPack, visiblePack } from '../../server/stored-pack.ts';
import { packForUpload } from '../../tracks/server/actions.ts';

const again = 'Its owner can show it again on its edit page.';

/** Why and since when a pack is hidden; null if it is public. */
async function hiddenPack(ctx: Ctx, pack: StoredPack): Promise<HiddenPack | null> {
  if (pack.is_public) return null;
  const since = pack.hidden_at;
  if (pack.hidden_with_account) return { since, why: 'Its owner’s account is closed.' };
  const act = since && (await lastHiding(ctx, pack.pack_id, since));
  return {
    since,
    why: act
      ? `A moderator hid this trackpack. ${again} Reason: ${act.reason}`
      : `Its owner hid it. ${pack.relation.isOwner ? 'You can show it again on its edit page.' : again}`,
  };
}

/** The last act of a moderator that hid a pack, unless its owner has shown it since. */
const lastHiding = (ctx: Ctx, packId: number, hiddenAt: Date) =>
  forSite(ctx, 'moderation_act')
    .where('subject_kind', '=', 'pack')
    .where('subject_id', '=', packId)
    .where('acted_at', '>=', hiddenAt)
    .where(sql<string>`moderation_act.after ->> 'Visibility'`, '=', visibilityLabels.hidden.label)
    .orderBy('acted_at', 'desc')
    .orderBy('act_id', 'desc')
    .limit(1)
    .select('reason')
    .executeTakeFirst();

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
