import { unseal } from '#platform/auth/sealed.ts';
import type { Ctx, Services } from '#platform/context.ts';
import { stepOfCode } from './code-app.ts';
import { spendRecoveryCode } from './recovery-codes.ts';

type Db = Pick<Services, 'db'>;

/** The owner for which an authenticator app's secret is sealed. */
export const sealOwner = (accountId: number) => `account ${accountId}`;

/** All factors of an account, the oldest first; `confirmed_at` is null for an app that is being set up. */
export const factorsOf = ({ db }: Db, accountId: number) =>
  db
    .selectFrom('account_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('factor_id')
    .execute();

export type Factor = Awaited<ReturnType<typeof factorsOf>>[number];

/** Whether signing in requires a second step. */
export async function needsSecondStep({ db }: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account_factor')
    .select('factor_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The authenticator app of an account, confirmed or being set up. */
export const appOf = ({ db }: Db, accountId: number) =>
  db
    .selectFrom('account_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'app')
    .executeTakeFirst();

/**
 * Accepts a code of this app once: the same code or an older one is refused afterwards. Returns false for a wrong or used
 * code.
 */
export async function spendAppCode(ctx: Ctx, app: Factor, code: string): Promise<boolean> {
  const step = stepOfCode(openSecret(ctx, app), code, ctx.clock.now());
  if (step === null) return false;
  const { numUpdatedRows } = await ctx.db
    .updateTable('account_factor')
    .set({ last_step: step, last_used_at: ctx.clock.now() })
    .where('factor_id', '=', app.factor_id)
    .where((free) => free.or([free('last_step', 'is', null), free('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The secret of an authenticator app. Throws if the key in DATA_DIR is not the one that sealed it. */
export function openSecret({ secrets }: Pick<Services, 'secrets'>, app: Factor): string {
  try {
    return unseal(secrets.factor, sealOwner(app.account_id), app.sealed_secret ?? '');
  } catch (cause) {
    throw new Error(
      'An authenticator app can’t be read: the file factor-key in DATA_DIR is not the one it was made with.',
      {
        cause,
      },
    );
  }
}

/** The kind of a valid code; `null` if it is wrong or was used before. */
type ProvenBy = 'app' | 'recovery' | null;

/**
 * Checks a code of the app or a recovery code, after counting the attempt. Callers have checked the password, so only its owner
 * or a thief of it can use up the attempts.
 */
export async function judgeCode(ctx: Ctx, accountId: number, typed: string): Promise<ProvenBy> {
  const counted = { subject: `account ${accountId}` };
  await ctx.limits.consume('factor-quarter', counted);
  await ctx.limits.consume('factor-day', counted);
  const proven = await provenBy(ctx, accountId, typed.replace(/\s/g, ''));
  if (proven === null) return null;
  await ctx.limits.reset('factor-quarter', counted);
  await ctx.limits.reset('factor-day', counted);
  return proven;
}

async function provenBy(ctx: Ctx, accountId: number, code: string): Promise<ProvenBy> {
  if (/^\d{6}$/.test(code)) {
    const app = await appOf(ctx, accountId);
    return app?.confirmed_at && (await spendAppCode(ctx, app, code)) ? 'app' : null;
  }
  return (await spendRecoveryCode(ctx, accountId, code)) ? 'recovery' : null;
}
