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
      // neither counts hidden or unlisted tracks
      'profile.tracks',
      'profile.awards_received',
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
    tracks: row.tracks,
    awardsReceived: row.awards_received,
  };
}
