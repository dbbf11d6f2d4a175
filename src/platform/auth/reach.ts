import { acrossSites, forSite } from '#db/for-site.ts';
import { isModerator, Level } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import type { Site } from '#sites/schema.ts';
import { ensureProfile } from './profile.ts';
import { isRoleIneffective, sanctionsInForce } from './sanctions.ts';

/** A role of an account that is in effect on an edition. */
export interface GrantedSite {
  readonly site: Site;
  readonly level: Level;
}

/**
 * The editions where the viewer's account holds a granted role that is in effect, in the order of the editions. A grant for all
 * editions counts on each; a role that waits for a second factor counts nowhere, and none counts where the account is muted or
 * suspended.
 */
export async function grantedSites(ctx: Ctx): Promise<readonly GrantedSite[]> {
  const { accountId, session } = ctx.viewer;
  if (accountId === null) return [];
  if (ctx.settings.requireSecondFactor === 'moderators' && session?.hasFactor !== true) return [];
  const grants = await ctx.db
    .selectFrom('role_grant')
    .where('account_id', '=', accountId)
    .select([
      'site',
      'level',
      sanctionsInForce('role_grant.account_id', null, ctx.clock.now()).as('sanctions'),
    ])
    .execute();
  return ctx.sites.flatMap((site) => {
    const here = grants.filter((grant) => grant.site === null || grant.site === site.code);
    const level = Math.max(0, ...here.map((grant) => grant.level));
    const isActive = !isRoleIneffective(grants[0]?.sanctions ?? null, site);
    return isActive && isModerator({ level }) ? [{ site, level: level as Level }] : []; // the table allows 4..6 only
  });
}

/** Whether the viewer is an administrator on every edition. */
export async function administersAll(ctx: Ctx): Promise<boolean> {
  const granted = await grantedSites(ctx);
  return granted.filter(({ level }) => level === Level.administrator).length === ctx.sites.length;
}

/**
 * The same request, transaction and account on another edition, with the viewer's profile and level there. Throws the same Problem
 * 404 for an unknown edition and for one where the account holds no role.
 */
export async function onSite<C extends Ctx>(ctx: C, code: string): Promise<C> {
  const { accountId, name } = ctx.viewer;
  const granted = (await grantedSites(ctx)).find(({ site }) => site.code === code);
  if (!granted || accountId === null) throw notFound('This edition');
  const there = { ...ctx, site: granted.site };
  const known = await ownProfile(there, accountId);
  if (!known) await ensureProfile(there, { account_id: accountId, name });
  const profile = known ?? (await ownProfile(there, accountId));
  if (!profile) throw notFound('This edition');
  return {
    ...there,
    viewer: { ...ctx.viewer, level: granted.level, userId: profile.user_id, name: profile.name },
  };
}

/** The viewer's own profiles on all editions, in the order of the editions. */
export async function ownProfiles(
  ctx: Ctx,
): Promise<readonly { readonly site: Site; readonly userId: number }[]> {
  const { accountId } = ctx.viewer;
  if (accountId === null) return [];
  const rows = await acrossSites(ctx.db, 'an account has a profile on each edition that it visited')
    .selectFrom('profile')
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .select(['site', 'user_id'])
    .execute();
  return ctx.sites.flatMap((site) =>
    rows.filter((row) => row.site === site.code).map((row) => ({ site, userId: row.user_id })),
  );
}

const ownProfile = (ctx: Ctx, accountId: number) =>
  forSite(ctx, 'profile')
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .select(['user_id', 'name'])
    .executeTakeFirst();
