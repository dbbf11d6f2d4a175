import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { type Sanction, stateOf } from '../model.ts';

const sanctions = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('sanction')
    .leftJoin('account as imposer', 'imposer.account_id', 'sanction.imposed_by')
    .leftJoin('account as lifter', 'lifter.account_id', 'sanction.lifted_by')
    .selectAll('sanction')
    .select(['imposer.name as imposer', 'lifter.name as lifter']);

type Row = Awaited<ReturnType<ReturnType<typeof sanctions>['executeTakeFirstOrThrow']>>;

const sanctionOf = (row: Row, now: Date): Sanction => ({
  sanctionId: row.sanction_id,
  accountId: row.account_id,
  site: row.site,
  kind: row.kind,
  reason: row.reason,
  imposedAt: row.imposed_at,
  endsAt: row.ends_at,
  liftedAt: row.lifted_at,
  state: stateOf({ endsAt: row.ends_at, liftedAt: row.lifted_at }, now),
  imposedBy: row.imposer,
  liftedBy: row.lifter,
});

/** Enough for an overview; the log has all of them. */
const maxSanctions = 100;

/** The latest sanctions of an account on these editions and on all, newest first. */
export async function sanctionsOf(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  accountId: number,
  sites: readonly string[],
): Promise<readonly Sanction[]> {
  const rows = await sanctions(ctx)
    .where('sanction.account_id', '=', accountId)
    .where((eb) => eb.or([eb('sanction.site', 'is', null), eb('sanction.site', 'in', sites)]))
    .orderBy('sanction.sanction_id', 'desc')
    .limit(maxSanctions)
    .execute();
  return rows.map((row) => sanctionOf(row, ctx.clock.now()));
}

/** Those of an account on this edition and on all that have an effect now. */
export const sanctionsInForceOf = async (ctx: Ctx, accountId: number): Promise<readonly Sanction[]> =>
  (await sanctionsOf(ctx, accountId, [ctx.site.code])).filter(({ state }) => state === 'in force');

/** A sanction by its number. */
export async function sanctionById(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  sanctionId: number,
): Promise<Sanction | null> {
  const row = await sanctions(ctx).where('sanction.sanction_id', '=', sanctionId).executeTakeFirst();
  return row ? sanctionOf(row, ctx.clock.now()) : null;
}

/** A sanction, locked until the transaction ends. Throws a Problem 404 without it. */
export async function lockedSanction(tx: TxCtx, sanctionId: number): Promise<Sanction> {
  const row = await sanctions(tx)
    .where('sanction.sanction_id', '=', sanctionId)
    .forUpdate('sanction')
    .executeTakeFirst();
  if (!row) throw notFound('This sanction');
  return sanctionOf(row, tx.clock.now());
}

/** A user of this edition whom moderators may sanction. */
export interface SanctionTarget {
  readonly accountId: number;
  readonly userId: number;
  readonly name: string;
  readonly isClosed: boolean;
  /** their highest role on this edition; 0 without one */
  readonly roleHere: number;
  /** their highest role on any edition */
  readonly roleAnywhere: number;
}

/** The account behind a user of this edition, with its roles; null without it. */
export async function sanctionTarget(ctx: Ctx, userId: number): Promise<SanctionTarget | null> {
  const profile = await forSite(ctx, 'profile')
    .where('profile.user_id', '=', userId)
    .select(['profile.account_id', 'profile.name', 'profile.closed_at'])
    .executeTakeFirst();
  if (!profile) return null;
  const grants = await ctx.db
    .selectFrom('role_grant')
    .where('account_id', '=', profile.account_id)
    .select(['site', 'level'])
    .execute();
  const highest = (some: typeof grants) => Math.max(0, ...some.map(({ level }) => level));
  return {
    accountId: profile.account_id,
    userId,
    name: profile.name,
    isClosed: profile.closed_at !== null,
    roleHere: highest(grants.filter(({ site }) => site === null || site === ctx.site.code)),
    roleAnywhere: highest(grants),
  };
}
