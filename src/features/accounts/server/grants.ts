import type { Services } from '#platform/context.ts';

type Needs = Pick<Services, 'db' | 'clock'>;

/** Gives an account a role on one edition, or on all; an older role in the same place is replaced. */
export async function grantRole(
  { db, clock }: Needs,
  grant: { accountId: number; site: string | null; level: number; grantedBy: number | null },
): Promise<void> {
  const values = { level: grant.level, granted_by: grant.grantedBy, granted_at: clock.now() };
  await db
    .insertInto('role_grant')
    .values({ account_id: grant.accountId, site: grant.site, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'site']).doUpdateSet(values))
    .execute();
}

/** Takes a role back; false when there was none in that place. */
export async function revokeRole({ db }: Pick<Needs, 'db'>, accountId: number, site: string | null) {
  const gone = await db
    .deleteFrom('role_grant')
    .where('account_id', '=', accountId)
    .where('site', site === null ? 'is' : '=', site)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Everybody with a role, the highest first. */
export const listGrants = ({ db }: Pick<Needs, 'db'>) =>
  db
    .selectFrom('role_grant')
    .innerJoin('account', 'account.account_id', 'role_grant.account_id')
    .select(['account.name', 'role_grant.site', 'role_grant.level', 'role_grant.granted_at'])
    .orderBy('role_grant.level', 'desc')
    .orderBy('account.name')
    .orderBy('role_grant.site')
    .execute();

/** Makes somebody a supporter until a date; null ends it. */
export async function setSupporter(
  { db }: Pick<Needs, 'db'>,
  accountId: number,
  until: Date | null,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ supporter_until: until })
    .where('account_id', '=', accountId)
    .execute();
}
