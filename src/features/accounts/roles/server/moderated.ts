import { ensureProfile } from '#platform/auth/profile.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { accountByName } from '../../server/repo.ts';
import { grantRole, revokeRole } from './grants.ts';

/** An account with its profile on the edition. */
export interface KnownPerson {
  readonly accountId: number;
  readonly userId: number;
  readonly name: string;
}

/** The account of this name, with a profile on the edition, which is created if it has none. Throws a Problem 404 for a field `Name`. */
export async function personNamed(tx: TxCtx, name: string): Promise<KnownPerson> {
  const account = await accountByName(tx, name);
  if (!account) throw new Problem(404, `Name: there is no user called “${name}”.`, { field: 'Name' });
  await ensureProfile(tx, account);
  const profile = await tx.db
    .selectFrom('profile')
    .where('site', '=', tx.site.code)
    .where('account_id', '=', account.account_id)
    .select(['user_id', 'closed_at'])
    .executeTakeFirstOrThrow();
  if (profile.closed_at !== null)
    throw new Problem(409, `Name: the account “${name}” is closed.`, { field: 'Name' });
  return { accountId: account.account_id, userId: profile.user_id, name: account.name };
}

/** The person with this profile on the edition. */
export async function personById(tx: TxCtx, userId: number): Promise<KnownPerson> {
  const row = await tx.db
    .selectFrom('profile')
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .select(['account_id', 'name'])
    .executeTakeFirst();
  if (!row) throw new Problem(409, 'This user’s account is closed.');
  return { accountId: row.account_id, userId, name: row.name };
}

/** Sets the role of an account on the edition or, with null, on all; level 0 revokes it. Returns the level before. */
export async function setRole(
  tx: TxCtx,
  {
    accountId,
    site,
    level,
  }: { readonly accountId: number; readonly site: string | null; readonly level: number },
): Promise<number> {
  const before = await roleOf(tx, accountId, site);
  if (level > 0) await grantRole(tx, { accountId, site, level, grantedBy: tx.viewer.accountId });
  else await revokeRole(tx, accountId, site);
  return before;
}

/** The level that an account was granted on this edition, or on all with null; 0 without a role. Locked until the transaction ends. */
export async function roleOf(tx: TxCtx, accountId: number, site: string | null): Promise<number> {
  const row = await tx.db
    .selectFrom('role_grant')
    .where('account_id', '=', accountId)
    .where('site', site === null ? 'is' : '=', site)
    .select('level')
    .forUpdate()
    .executeTakeFirst();
  return row?.level ?? 0;
}

/** The accounts with a role that applies on the edition, the highest first, and whether they have a second factor. */
export async function crewOf(tx: Pick<TxCtx, 'db' | 'site'>) {
  return tx.db
    .selectFrom('role_grant as r')
    .innerJoin('account as a', 'a.account_id', 'r.account_id')
    .leftJoin('profile as p', (join) =>
      join.onRef('p.account_id', '=', 'a.account_id').on('p.site', '=', tx.site.code),
    )
    .where((eb) => eb.or([eb('r.site', 'is', null), eb('r.site', '=', tx.site.code)]))
    .select(['a.name', 'p.user_id', 'r.site', 'r.level', 'r.granted_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('account_factor as f')
            .whereRef('f.account_id', '=', 'a.account_id')
            .where('f.confirmed_at', 'is not', null)
            .select('f.factor_id'),
        )
        .as('has_factor'),
    )
    .orderBy('r.level', 'desc')
    .orderBy('a.name')
    .limit(500)
    .execute();
}
