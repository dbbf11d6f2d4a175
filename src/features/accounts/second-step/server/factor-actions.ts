import type { z } from 'zod';
import { minuteMs } from '#lib/codes/durations.ts';
import { browserName } from '#platform/auth/browser-name.ts';
import { seal } from '#platform/auth/sealed.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import { routes } from '#routes/routes.ts';
import type { AppForm, PasskeyForm } from '../../forms.ts';
import type { SecurityEvent } from '../../mails.ts';
import type { From } from '../../server/form-sender.ts';
import { lockAccount } from '../../server/lock-account.ts';
import { ownAccountId } from '../../server/policy.ts';
import { mustHaveProvedRecently } from '../../server/recent-proof.ts';
import { newAppSecret } from './code-app.ts';
import { appOf, factorsOf, needsSecondStep, sealOwner, spendAppCode } from './factors.ts';
import { checkAdded, type Holder, maxPasskeys, optionsToAdd } from './passkeys.ts';
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { endWaitingSteps } from './second-step.ts';

/** A new code app must be confirmed within this time. */
export const appSetupMinutes = 30;

/** Recovery codes to show, if new ones were created. */
interface Added {
  recoveryCodes: string[];
}

/** The viewer's account, for a change of factors; throws unless they authenticated recently. */
function accountToChange(ctx: Ctx): number {
  mustHaveProvedRecently(ctx, routes.accountFactors());
  return ownAccountId(ctx);
}

const tell = (tx: TxCtx, from: From, accountId: number, event: SecurityEvent) =>
  tx.jobs.add('mail-security', { site: tx.site.code, accountId, origin: from.origin, event });

/** Starts the set-up of a code app: creates the secret in the QR code. An unfinished set-up is replaced. */
export async function startApp(ctx: Ctx): Promise<void> {
  const accountId = accountToChange(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const known = await appOf(tx, accountId);
    if (known?.confirmed_at) {
      throw new Problem(409, 'You already have a code app: remove it before you set up another.');
    }
    if (known) await tx.db.deleteFrom('account_factor').where('factor_id', '=', known.factor_id).execute();
    await tx.db
      .insertInto('account_factor')
      .values({
        account_id: accountId,
        kind: 'app',
        name: 'Code app',
        created_at: tx.clock.now(),
        sealed_secret: seal(tx.secrets.factor, sealOwner(accountId), newAppSecret()),
      })
      .execute();
  });
}

/**
 * Confirms the code app with its first code. Starting the set-up required a recent authentication; the code may follow as long
 * as the set-up is valid.
 */
export async function confirmApp(ctx: Ctx, from: From, form: z.output<typeof AppForm>): Promise<Added> {
  const accountId = ownAccountId(ctx);
  const app = await appOf(ctx, accountId);
  const since = new Date(ctx.clock.now().getTime() - appSetupMinutes * minuteMs);
  if (!app || app.confirmed_at || app.created_at <= since) {
    throw new Problem(409, 'The set-up took too long: start again.');
  }
  await ctx.limits.consume('factor-quarter', { subject: `account ${accountId}` });
  if (!(await spendAppCode(ctx, app, form.Code.replace(/\s/g, '')))) {
    throw new Problem(
      422,
      'This code is incorrect. Check the clock of your phone and enter the newest code.',
      {
        field: 'Code',
      },
    );
  }
  await ctx.limits.reset('factor-quarter', { subject: `account ${accountId}` });
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const isFirst = !(await needsSecondStep(tx, accountId));
    const { numUpdatedRows } = await tx.db
      .updateTable('account_factor')
      .set({ confirmed_at: tx.clock.now() })
      .where('factor_id', '=', app.factor_id)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Problem(409, 'This set-up was completed or restarted elsewhere.');
    await tell(tx, from, accountId, 'app-added');
    tx.onCommit(async () => logSecurity(ctx, 'factor.added', { accountId, factor: 'code' }));
    return afterAdding(tx, accountId, isFirst);
  });
}

/** This session has proven the factor; sessions without a factor end. Creates recovery codes if there are none. */
async function afterAdding(tx: TxCtx, accountId: number, isFirst: boolean): Promise<Added> {
  const sessionId = tx.viewer.session?.sessionId ?? 0;
  await tx.db
    .updateTable('session')
    .set({ factor_at: tx.clock.now() })
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .execute();
  if (isFirst) {
    await tx.db
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('session_id', '<>', sessionId)
      .execute();
  }
  const hasCodes = (await countRecoveryCodes(tx, accountId)) > 0;
  return { recoveryCodes: hasCodes ? [] : await renewRecoveryCodes(tx, accountId) };
}

const holderOf = (ctx: Ctx, accountId: number): Holder => ({
  accountId,
  place: `session ${ctx.viewer.session?.sessionId ?? 0}`,
});

async function refuseTooMany(ctx: Ctx, accountId: number): Promise<void> {
  const passkeys = (await factorsOf(ctx, accountId)).filter((factor) => factor.kind === 'passkey');
  if (passkeys.length >= maxPasskeys) {
    throw new Problem(422, `An account can have at most ${maxPasskeys} passkeys: remove one first.`);
  }
}

/** The options with which the browser creates a passkey for the viewer. */
export async function passkeyOptions(ctx: Ctx, from: From): Promise<object> {
  const accountId = accountToChange(ctx);
  await refuseTooMany(ctx, accountId);
  return optionsToAdd(ctx, holderOf(ctx, accountId), from.origin, ctx.viewer.name);
}

/** Adds the passkey that the browser created. */
export async function addPasskey(ctx: Ctx, from: From, form: z.output<typeof PasskeyForm>): Promise<Added> {
  const accountId = accountToChange(ctx);
  const checked = await checkAdded(ctx, holderOf(ctx, accountId), from.origin, form.Passkey);
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    await refuseTooMany(tx, accountId);
    const isFirst = !(await needsSecondStep(tx, accountId));
    const added = await tx.db
      .insertInto('account_factor')
      .values({
        ...checked,
        account_id: accountId,
        kind: 'passkey',
        name: browserName(from.headers['user-agent']) || 'Passkey',
        created_at: tx.clock.now(),
        confirmed_at: tx.clock.now(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) throw new Problem(409, 'This passkey is already in use.');
    await tell(tx, from, accountId, 'passkey-added');
    tx.onCommit(async () => logSecurity(ctx, 'factor.added', { accountId, factor: 'passkey' }));
    return afterAdding(tx, accountId, isFirst);
  });
}

/** Removes one of the viewer's factors. With the last one, recovery codes and proofs of sessions are removed too. */
export async function removeFactor(ctx: Ctx, from: From, factorId: number): Promise<void> {
  const accountId = accountToChange(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const gone = await tx.db
      .deleteFrom('account_factor')
      .where('factor_id', '=', factorId)
      .where('account_id', '=', accountId)
      .returning(['kind', 'confirmed_at'])
      .executeTakeFirst();
    if (!gone) throw notFound('This way to confirm a sign-in');
    if (!gone.confirmed_at) return;
    if (!(await needsSecondStep(tx, accountId))) await forgetProofs(tx, accountId);
    await tell(tx, from, accountId, gone.kind === 'app' ? 'app-removed' : 'passkey-removed');
    const factor = gone.kind === 'app' ? 'code' : 'passkey';
    tx.onCommit(async () => logSecurity(ctx, 'factor.removed', { accountId, factor }));
  });
}

/** Cleans up after the last factor of an account was removed. */
async function forgetProofs({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db.updateTable('session').set({ factor_at: null }).where('account_id', '=', accountId).execute();
}

/** Replaces the viewer's recovery codes. */
export async function newRecoveryCodes(ctx: Ctx, from: From): Promise<Added> {
  const accountId = accountToChange(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    if (!(await needsSecondStep(tx, accountId))) {
      throw new Problem(409, 'Recovery codes belong to a second step: add a passkey or a code app first.');
    }
    await tell(tx, from, accountId, 'codes-renewed');
    tx.onCommit(async () => logSecurity(ctx, 'factor.added', { accountId, factor: 'recovery-code' }));
    return { recoveryCodes: await renewRecoveryCodes(tx, accountId) };
  });
}

/**
 * Removes all factors of an account whose owner lost them, and ends its sessions; returns how many there were. Without factors
 * nothing changes. For the command line.
 */
export async function resetFactors(ctx: Pick<Ctx, 'db' | 'log'>, accountId: number): Promise<number> {
  const gone = await ctx.db.transaction().execute(async (db) => {
    const factors = await db
      .deleteFrom('account_factor')
      .where('account_id', '=', accountId)
      .returning(['kind', 'confirmed_at'])
      .execute();
    const confirmed = factors.filter((factor) => factor.confirmed_at !== null);
    if (confirmed.length === 0) return [];
    await forgetProofs({ db }, accountId);
    await endWaitingSteps({ db }, accountId);
    await db.deleteFrom('session').where('account_id', '=', accountId).execute();
    return confirmed;
  });
  for (const { kind } of gone) {
    logSecurity(ctx, 'factor.removed', { accountId, factor: kind === 'app' ? 'code' : 'passkey' });
  }
  return gone.length;
}
