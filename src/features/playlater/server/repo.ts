import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';

/** The secret of the link to the viewer's list; null if it is not shared. */
export async function ownShareKey(ctx: Ctx): Promise<string | null> {
  const row = await forSite(ctx, 'play_later_share')
    .where('user_id', '=', ctx.viewer.userId)
    .select('secret_key')
    .executeTakeFirst();
  return row?.secret_key ?? null;
}

/** The owner of the list that the link with this secret shows; null if there is no such link. */
export async function sharedBy(
  ctx: Ctx,
  key: string,
): Promise<{ userId: number; name: string; customUrl: string | null; tint: number } | null> {
  if (!/^[0-9a-f]{32}$/.test(key)) return null;
  const row = await forSite(ctx, 'play_later_share')
    .innerJoin('profile', (join) =>
      join
        .onRef('profile.site', '=', 'play_later_share.site')
        .onRef('profile.user_id', '=', 'play_later_share.user_id'),
    )
    .where('play_later_share.secret_key', '=', key)
    .where('profile.closed_at', 'is', null)
    .select(['profile.user_id as userId', 'profile.name', 'profile.custom_url as customUrl', 'profile.tint'])
    .executeTakeFirst();
  return row ?? null;
}
