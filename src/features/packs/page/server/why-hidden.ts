import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { visibilityLabels } from '../../edit/settings.ts';
import type { HiddenPack } from '../../page-data.ts';
import type { StoredPack } from '../../server/stored-pack.ts';

const again = 'Its owner can show it again on its edit page.';

/** Why and since when a pack is hidden; null if it is public. */
export async function hiddenPack(ctx: Ctx, pack: StoredPack): Promise<HiddenPack | null> {
  if (pack.is_public) return null;
  const since = pack.hidden_at;
  if (pack.hidden_with_account) return { since, why: 'The account of its owner is closed.' };
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
