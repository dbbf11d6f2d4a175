import type { Selectable } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';

export type ClaimRow = Selectable<Database['login_claim']>;

/** A claim by its number; null if there is none. */
export const claimById = async (ctx: Ctx, claimId: number): Promise<ClaimRow | null> =>
  (await forSite(ctx, 'login_claim').where('claim_id', '=', claimId).selectAll().executeTakeFirst()) ?? null;

/** Serialises everything that decides whose a login is, as posting a replay with it does. */
export const lockLogin = (tx: TxCtx, loginKey: string): Promise<void> =>
  lockUntilCommit(tx, `login ${tx.site.code} ${loginKey}`);

/** A claim whose login is locked. Throws a Problem 404 if there is none. */
export async function lockedClaim(tx: TxCtx, claimId: number): Promise<ClaimRow> {
  const found = await claimById(tx, claimId);
  if (!found) throw notFound('This claim');
  await lockLogin(tx, found.login_key);
  return (await claimById(tx, claimId)) ?? found;
}

/** Whose a login is; null if it is free. */
export const bindingOf = async (ctx: Ctx, loginKey: string) =>
  (await forSite(ctx, 'game_login')
    .where('login_key', '=', loginKey)
    .select(['login', 'user_id', 'replay_id', 'proof', 'bound_at'])
    .executeTakeFirst()) ?? null;

export const claimRow = (tx: TxCtx, claimId: number) =>
  tx.db.updateTable('login_claim').where('site', '=', tx.site.code).where('claim_id', '=', claimId);

/** Binds a login to a user, also if another user has it. The caller has locked the login. */
export async function bindTo(
  tx: TxCtx,
  { login_key, login }: Pick<ClaimRow, 'login_key' | 'login'>,
  owner: {
    readonly user_id: number;
    readonly proof: 'replay' | 'record' | 'moderator';
    readonly replay_id: number | null;
    readonly bound_at: Date;
  },
): Promise<void> {
  await tx.db
    .insertInto('game_login')
    .values({ site: tx.site.code, login_key, login, ...owner })
    .onConflict((conflict) => conflict.columns(['site', 'login_key']).doUpdateSet(owner))
    .execute();
}
