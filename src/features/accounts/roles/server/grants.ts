import type { Services } from '#platform/context.ts';
import { logSecurity } from '#platform/security-log.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'log'>;

/** Grants an account a role on one edition, or on all; a previous role for the same is replaced. */
export async function grantRole(
  ctx: Needs,
  grant: { accountId: number; site: string | null; level: number; grantedBy: number | null },
): Promise<void> {
  const values = { level: grant.level, granted_by: grant.grantedBy, granted_at: ctx.clock.now() };
  await ctx.db
    .insertInto('role_grant')
    .values({ account_id: grant.accountId, site: grant.site, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'site']).doUpdateSet(values))
    .execute();
  logSecurity(ctx, 'role.granted', grant);
}

/** Revokes a role; false if there was none. */
export async function revokeRole(ctx: Pick<Needs, 'db' | 'log'>, accountId: number, site: string | null) {
  const gone = await ctx.db
    .deleteFrom('role_grant')
    .where('account_id', '=', accountId)
    .where('site', site === null ? 'is' : '=', site)
    .executeTakeFirst();
  const had = gone.numDeletedRows > 0n;
  if (had) logSecurity(ctx, 'role.revoked', { accountId, site });
  return had;
}

/** All accounts with a role, the highest first. */
export const listGrants = ({ db }: Pick<Needs, 'db'>) =>
  db
    .selectFrom('role_grant')
    .innerJoin('account', 'account.account_id', 'role_grant.account_id')
    .select(['account.name', 'role_grant.site', 'role_grant.level', 'role_grant.granted_at'])
    .orderBy('role_grant.level', 'desc')
    .orderBy('account.name')
    .orderBy('role_grant.site')
    .execute();

/** Makes an account a supporter until a date; null ends it. */
export async function setSupporter(
  ctx: Pick<Needs, 'db' | 'log'>,
  accountId: number,
  until: Date | null,
): Promise<void> {
  await ctx.db
    .updateTable('account')
    .set({ supporter_until: until })
    .where('account_id', '=', accountId)
    .execute();
  logSecurity(ctx, 'supporter.changed', { accountId, until });
}
