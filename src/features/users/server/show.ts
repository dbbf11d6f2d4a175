import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';

/** A user as shown on their page. */
export interface UserProfile {
  userId: number;
  name: string;
  registeredAt: Date;
  customTitle: string | null;
  isSupporter: boolean;
  /** the highest role granted for this edition or for all; null for most */
  grantedLevel: number | null;
  tracks: number;
  awardsReceived: number;
}

/** One user of this edition with public counters; undefined if there is none. */
export async function userById(ctx: Ctx, userId: number): Promise<UserProfile | undefined> {
  const code = ctx.site.code;
  const row = await forSite(ctx, 'profile')
    .innerJoin('account', 'account.account_id', 'profile.account_id')
    .where('profile.user_id', '=', userId)
    .select([
      'profile.user_id',
      'profile.name',
      'profile.registered_at',
      'profile.custom_title',
      'account.supporter_until',
    ])
    .select((eb) => [
      eb
        .selectFrom('role_grant')
        .whereRef('role_grant.account_id', '=', 'profile.account_id')
        .where((or) => or.or([or('role_grant.site', 'is', null), or('role_grant.site', '=', code)]))
        .select((max) => max.fn.max('role_grant.level').as('level'))
        .as('granted_level'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    userId: row.user_id,
    name: row.name,
    registeredAt: row.registered_at,
    customTitle: row.custom_title,
    isSupporter: row.supporter_until !== null && row.supporter_until > ctx.clock.now(),
    grantedLevel: row.granted_level,
    ...(await trackCounters(ctx, userId)),
  };
}

/** Hidden and unlisted tracks are nobody's business here, not even as a number. */
async function trackCounters(ctx: Ctx, userId: number) {
  const row = await forSite(ctx, 'track')
    .innerJoin('track_author', (join) =>
      join
        .onRef('track_author.site', '=', 'track.site')
        .onRef('track_author.track_id', '=', 'track.track_id'),
    )
    .where('track_author.site', '=', ctx.site.code)
    .where('track_author.user_id', '=', userId)
    .where('track_author.is_pending', '=', false)
    .where('track.is_public', '=', true)
    .where('track.is_listed', '=', true)
    .select((eb) => [
      eb.fn.countAll<number>().as('tracks'),
      eb.fn.coalesce(eb.fn.sum<number>('track.awards'), eb.lit(0)).as('awards'),
    ])
    .executeTakeFirstOrThrow();
  return { tracks: Number(row.tracks), awardsReceived: Number(row.awards) };
}
