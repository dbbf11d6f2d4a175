import type { Level } from '#lib/codes/level.ts';
import type { TestCtx } from './ctx.ts';

/** Gives the viewer's account a role, on some editions or on all, and returns the viewer with the role on this edition. */
export async function grantRole(
  ctx: TestCtx,
  level: Level,
  sites: readonly string[] | 'all',
): Promise<TestCtx> {
  const { accountId } = ctx.viewer;
  if (accountId === null) throw new Error('A visitor has no role.');
  const granted_at = ctx.clock.now();
  await ctx.db
    .insertInto('role_grant')
    .values(
      (sites === 'all' ? [null] : sites).map((site) => ({ account_id: accountId, site, level, granted_at })),
    )
    .execute();
  const isHere = sites === 'all' || sites.includes(ctx.site.code);
  return isHere ? { ...ctx, viewer: { ...ctx.viewer, level } } : ctx;
}
