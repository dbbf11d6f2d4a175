import type { z } from 'zod';
import { minuteMs } from '#lib/codes/durations.ts';
import { browserName } from '#platform/auth/browser-name.ts';
import { seal } from '#platform/auth/sealed.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { AppForm, PasskeyForm } from '../../forms.ts';
import type { SecurityEvent } from '../../mails.ts';
import type { From } from '../../server/form-sender.ts';
import { ownAccountId } from '../../server/policy.ts';
import { lockAccount } from '../../server/repo.ts';
import { newAppSecret } from './code-app.ts';
import { appOf, factorsOf, needsSecondStep, sealOwner, spendAppCode } from './factors.ts';
import { checkAdded, type Holder, maxPasskeys, optionsToAdd } from './passkeys.ts';
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { endWaitingSteps } from './second-step.ts';

/** A new authenticator app must be confirmed within this time. */
export const appSetupMinutes = 30;

/** Recovery codes to show, if new ones were created. */
interface Added {
  recoveryCodes: string[];
}

const tell = (tx: TxCtx, from: From, accountId: number, event: SecurityEvent) =>
  tx.jobs.add('mail-security', { site: tx.site.code, accountId, origin: from.origin, event });

/** Starts the set-up of an authenticator app: creates the secret in the QR code. An unfinished set-up is replaced. */
export async function startApp(tx: TxCtx): Promise<Record<string, never>> {
  const accountId = ownAccountId(tx);
  await lockAccount(tx, accountId);
  const known = await appOf(tx, accountId);
  if (known?.confirmed_at) {
    throw new Problem(409, 'You already have an authenticator app. Remove it before you set up another.');
  }
  if (known) await tx.db.deleteFrom('account_factor').where('factor_id', '=', known.factor_id).execute();
  await tx.db
    .insertInto('account_factor')
    .values({
      account_id: accountId,
      kind: 'app',
      name: 'Authenticator app',
      created_at: tx.clock.now(),
      sealed_secret: seal(tx.secrets.factor, sealOwner(accountId), newAppSecret()),
    })
    .execute();
  return {};
}

/**
 * The authenticator app that the first code proves. Starting the set-up required a recent authentication; the code may follow as long
 * as the set-up is valid.
 */
export async function proveApp(ctx: Ctx, form: z.output<typeof AppForm>): Promise<{ factorId: number }> {
  const accountId = ownAccountId(ctx);
  const app = await appOf(ctx, accountId);
  const since = new Date(ctx.clock.now().getTime() - appSetupMinutes * minuteMs);
  if (!app || app.confirmed_at || app.created_at <= since) {
    throw new Problem(409, 'The setup took too long. Start again.');
  }
  await ctx.limits.consume('factor-quarter', { subject: `account ${accountId}` });
  if (!(await spendAppCode(ctx, app, form.Code.replace(/\s/g, '')))) {
    throw new Problem(422, 'That code is wrong. Check your phone’s clock and enter the newest code.', {
      field: 'Code',
    });
  }
  await ctx.limits.reset('factor-quarter', { subject: `account ${accountId}` });
  return { factorId: app.factor_id };
}

/** Confirms the authenticator app whose first code was right. */
export async function confirmApp(
  tx: TxCtx,
  { factorId }: { readonly factorId: number },
  from: From,
): Promise<Added> {
  const accountId = ownAccountId(tx);
  await lockAccount(tx, accountId);
  const isFirst = !(await needsSecondStep(tx, accountId));
  const { numUpdatedRows } = await tx.db
    .updateTable('account_factor')
    .set({ confirmed_at: tx.clock.now() })
    .where('factor_id', '=', factorId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem(409, 'This setup was completed or restarted elsewhere.');
  await tell(tx, from, accountId, 'app-added');
  tx.onCommit(async () => logSecurity(tx, 'factor.added', { accountId, factor: 'code' }));
  return afterAdding(tx, accountId, isFirst);
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
    throw new Problem(422, `You can have at most ${maxPasskeys} passkeys. Remove one first.`);
  }
}

/** The options with which the browser creates a passkey for the viewer. */
export async function passkeyOptions(tx: TxCtx, _: object, from: From): Promise<object> {
  const accountId = ownAccountId(tx);
  await refuseTooMany(tx, accountId);
  return optionsToAdd(tx, holderOf(tx, accountId), from.origin, tx.viewer.name);
}

type NewPasskey = Awaited<ReturnType<typeof checkAdded>>;

/** Verifies the passkey that the browser created. */
export const verifyPasskey = (
  ctx: Ctx,
  form: z.output<typeof PasskeyForm>,
  from: From,
): Promise<NewPasskey> => checkAdded(ctx, holderOf(ctx, ownAccountId(ctx)), from.origin, form.Passkey);

/** Adds a passkey that was verified. */
export async function addPasskey(tx: TxCtx, checked: NewPasskey, from: From): Promise<Added> {
  const accountId = ownAccountId(tx);
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
  tx.onCommit(async () => logSecurity(tx, 'factor.added', { accountId, factor: 'passkey' }));
  return afterAdding(tx, accountId, isFirst);
}

/** Removes one of the viewer's factors. With the last one, recovery codes and proofs of sessions are removed too. */
export async function removeFactor(
  tx: TxCtx,
  { factorId }: { readonly factorId: number },
  from: From,
): Promise<Record<string, never>> {
  const accountId = ownAccountId(tx);
  await lockAccount(tx, accountId);
  const gone = await tx.db
    .deleteFrom('account_factor')
    .where('factor_id', '=', factorId)
    .where('account_id', '=', accountId)
    .returning(['kind', 'confirmed_at'])
    .executeTakeFirst();
  if (!gone) throw notFound('This sign-in method');
  if (!gone.confirmed_at) return {};
  if (!(await needsSecondStep(tx, accountId))) await forgetProofs(tx, accountId);
  await tell(tx, from, accountId, gone.kind === 'app' ? 'app-removed' : 'passkey-removed');
  const factor = gone.kind === 'app' ? 'code' : 'passkey';
  tx.onCommit(async () => logSecurity(tx, 'factor.removed', { accountId, factor }));
  return {};
}

/** Cleans up after the last factor of an account was removed. */
async function forgetProofs({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db.updateTable('session').set({ factor_at: null }).where('account_id', '=', accountId).execute();
}

/** Replaces the viewer's recovery codes. */
export async function newRecoveryCodes(tx: TxCtx, _: object, from: From): Promise<Added> {
  const accountId = ownAccountId(tx);
  await lockAccount(tx, accountId);
  if (!(await needsSecondStep(tx, accountId))) {
    throw new Problem(
      409,
      'Recovery codes replace a second step. Add a passkey or an authenticator app first.',
    );
  }
  await tell(tx, from, accountId, 'codes-renewed');
  tx.onCommit(async () => logSecurity(tx, 'factor.added', { accountId, factor: 'recovery-code' }));
  return { recoveryCodes: await renewRecoveryCodes(tx, accountId) };
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
