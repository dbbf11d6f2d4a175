import { sql } from 'kysely';
import { acrossSites, forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { isSuspended } from '#platform/auth/sanctions.ts';
import type { Ctx } from '#platform/context.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';
import { isHiddenFromViewer, userIdAt } from '../../server/repo.ts';
import type { UserCounters, UserProfile } from '../page-data.ts';

/** The columns of the counters. None counts hidden or unlisted tracks, or what is deleted. */
const counterColumns = {
  Tracks: 'tracks',
  TrackPacks: 'packs',
  TrackAwardsReceived: 'awards_received',
  TrackAwardsGiven: 'awards_given',
  TrackCommentsReceived: 'comments_received',
  TrackCommentsGiven: 'comments_given',
  Replays: 'replays',
  AuthorMedals: 'author_medals',
  GoldMedals: 'gold_medals',
  SilverMedals: 'silver_medals',
  BronzeMedals: 'bronze_medals',
  VideosPosted: 'videos_posted',
  VideosCreated: 'videos_created',
  ForumThreads: 'forum_threads',
  ForumPosts: 'forum_posts',
  Favorites: 'favorites',
  Achievements: 'achievements',
} as const satisfies Record<keyof UserCounters, string>;

/** One user of this edition with public counters; undefined if there is none. */
export async function userById(ctx: Ctx, userId: number): Promise<UserProfile | undefined> {
  const code = ctx.site.code;
  const now = ctx.clock.now();
  const reading = forSite(ctx, 'profile')
    .innerJoin('account', 'account.account_id', 'profile.account_id')
    .where('profile.user_id', '=', userId)
    .select([
      'profile.user_id',
      'profile.name',
      'profile.registered_at',
      'profile.custom_title',
      'profile.custom_url',
      'profile.user_comments',
      'profile.tint',
      'profile.closed_at',
      'profile.avatar_sha256',
      'profile.banner_sha256',
      'account.supporter_until',
      ...Object.values(counterColumns).map((column) => `profile.${column}` as const),
    ])
    .select((eb) => [
      eb
        .selectFrom('role_grant')
        .whereRef('role_grant.account_id', '=', 'profile.account_id')
        .where((or) => or.or([or('role_grant.site', 'is', null), or('role_grant.site', '=', code)]))
        .select((max) => max.fn.max('role_grant.level').as('level'))
        .as('granted_level'),
      eb
        .selectFrom('former_crew as c')
        .where('c.site', '=', sql.lit(code))
        .whereRef('c.user_id', '=', 'profile.user_id')
        .select(
          sql<string>`string_agg(c.title || ', ' || c.from_year || '–' || c.to_year, '; ' order by c.from_year)`.as(
            'years',
          ),
        )
        .as('former_service'),
      // those of the last months: older ones are swept
      eb
        .selectFrom('former_name as w')
        .whereRef('w.account_id', '=', 'profile.account_id')
        .where('profile.closed_at', 'is', null)
        .select(sql<string>`string_agg(w.name, ', ' order by w.changed_at desc)`.as('names'))
        .as('former_names'),
      eb
        .exists(
          eb
            .selectFrom('favorite_user as f')
            .where('f.site', '=', sql.lit(code))
            .where('f.user_id', '=', ctx.viewer.userId)
            .whereRef('f.favorite_id', '=', 'profile.user_id')
            .select(sql<number>`1`.as('one')),
        )
        .as('is_favorite'),
      isSuspended('profile.account_id', ctx.site, now).as('is_suspended'),
    ]);
  const [row, isHidden] = await readingOnly({ profile: { user_id: userId } }, () =>
    Promise.all([reading.executeTakeFirst(), isHiddenFromViewer(ctx, userId)]),
  );
  if (!row) return undefined;
  const counters = Object.fromEntries(
    Object.entries(counterColumns).map(([name, column]) => [name, row[column]]),
  ) as unknown as UserCounters; // the table has an entry for each counter
  return {
    userId: row.user_id,
    name: row.name,
    registeredAt: row.registered_at,
    customTitle: isHidden ? null : row.custom_title,
    customUrl: row.custom_url,
    about: isHidden ? null : row.user_comments,
    tint: row.tint,
    isSupporter: row.supporter_until !== null && row.supporter_until > now,
    grantedLevel: row.granted_level,
    formerService: row.former_service,
    formerNames: row.former_names,
    isFavorite: Boolean(row.is_favorite),
    isClosed: row.closed_at !== null,
    isSuspended: row.is_suspended,
    avatar: row.avatar_sha256?.slice(0, 12) ?? null,
    banner: row.banner_sha256?.slice(0, 12) ?? null,
    counters,
  };
}

/**
 * The user of an address: their id, or an address that they chose. `movedTo`: the id of the user who had it, if it is a former one.
 */
export async function userAt(
  ctx: Ctx,
  text: string | undefined,
): Promise<{ user: UserProfile | undefined; isFormer: boolean }> {
  const id = await userIdAt(ctx, text);
  const user = id === null ? undefined : await userById(ctx, id);
  const isByName = rowIdIn(text) === null;
  return { user, isFormer: isByName && user !== undefined && user.customUrl !== text?.toLowerCase() };
}

/** The user's profiles on other editions. */
export async function otherEditions(
  ctx: Ctx,
  userId: number,
): Promise<readonly { site: string; userId: number; customUrl: string | null }[]> {
  // in a scope of its own: nothing else on the page reads other editions
  const { rows } = await readingOnly({}, () =>
    sql<{ site: string; userId: number; customUrl: string | null }>`
      select o.site, o.user_id as "userId", o.custom_url as "customUrl" from profile p
        join profile o on o.account_id = p.account_id and o.site <> p.site and o.closed_at is null
      where p.site = ${ctx.site.code} and p.user_id = ${userId}`.execute(
      acrossSites(ctx.db, 'a user has a profile on each edition'),
    ),
  );
  const order = ctx.sites.map(({ code }) => code);
  return rows
    .filter(({ site }) => order.includes(site))
    .sort((a, b) => order.indexOf(a.site) - order.indexOf(b.site));
}
