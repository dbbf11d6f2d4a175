import type { z } from 'zod';
import { daysAfter } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { conflict, type Verdict } from '#lib/rules/verdict.ts';
import { signOut } from '#platform/auth/session.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import type { ConfirmForm, LeaveForm } from '../../forms.ts';
import { daysToReturn } from '../../leaving.ts';
import { needsSecondStep } from '../../second-step/server/factors.ts';
import type { From } from '../../server/form-sender.ts';
import { mayChangeAccount, ownAccountId } from '../../server/policy.ts';
import { proveInForm } from '../../server/prove-identity.ts';
import { holderOfToken, spendToken, type TokenHolder } from '../../server/repo.ts';
import { arrive, departed, type Outcome } from '../../sign-in/server/start-session.ts';
import { closeAccount, reopenAccount } from './closing.ts';

/** Everything stored about people; known when all features are composed. */
type Entries = () => readonly PersonalData[];

/** Whether no other user could administrate the site. */
export async function isLastAdministrator(ctx: Pick<Ctx, 'db'>, accountId: number): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('role_grant')
    .where('level', '=', Level.administrator)
    .where('site', 'is', null)
    .where('account_id', 'not in', (eb) =>
      eb.selectFrom('account_closing').where('state', '<>', 'reopening').select('account_id'),
    )
    .select('account_id')
    .execute();
  return rows.length === 1 && rows[0]?.account_id === accountId;
}

/** Everyone may close their account, except the last administrator. */
export async function mayLeave(ctx: Ctx): Promise<Verdict> {
  const { accountId } = ctx.viewer;
  if (accountId !== null && (await isLastAdministrator(ctx, accountId)))
    return conflict('You’re the only administrator. Appoint another one first.');
  return mayChangeAccount(ctx);
}

/**
 * Closes the viewer's account, in one transaction per edition. It is erased after some days, unless its owner comes back.
 */
export const closeOwn =
  (entries: Entries) =>
  async (ctx: Ctx, form: z.output<typeof LeaveForm>, from: From): Promise<void> => {
    const accountId = ownAccountId(ctx);
    await proveInForm(ctx, from, accountId, form);
    await closeAccount(ctx, entries(), {
      account_id: accountId,
      by_owner: true,
      reason: '',
      tracks: form.Tracks,
      origin: from.origin,
      erase_at: daysAfter(ctx.clock.now(), daysToReturn),
    });
    await ctx.jobs.add('mail-account-closed', { site: ctx.site.code, accountId });
  };

/** Signs out whose account is closed. */
export const leave = async (tx: TxCtx, _: unknown, from: From): Promise<Outcome> =>
  departed(tx, from, await signOut(tx, from));

const spent = () =>
  new Problem(422, 'This page has expired. Sign in again to reopen your account.', { field: 'Token' });

/**
 * Reopens the account of a proven sign-in, in one transaction per edition. It stays open if the sign-in is then refused, because
 * the account is suspended.
 */
export const reopenOwn =
  (entries: Entries) =>
  async (ctx: Ctx, form: z.output<typeof ConfirmForm>): Promise<TokenHolder> => {
    const account = await holderOfToken(ctx, form.Token, 'reopen');
    if (!account || !(await spendToken(ctx, form.Token))) throw spent();
    await reopenAccount(ctx, entries(), account.account_id, null);
    return account;
  };

/** Signs in to the reopened account: the token of the form was made after the whole sign-in. */
export const signInReopened = async (tx: TxCtx, account: TokenHolder, from: From): Promise<Outcome> =>
  arrive(tx, from, account, { withFactor: await needsSecondStep(tx, account.account_id) });

/** What the page for reopening shows; null if its link is used up or too old. */
export async function reopeningPage(ctx: Ctx, token: string) {
  const account = await holderOfToken(ctx, token, 'reopen');
  if (!account) return null;
  const closing = await ctx.db
    .selectFrom('account_closing')
    .where('account_id', '=', account.account_id)
    .select(['erase_at', 'tracks'])
    .executeTakeFirst();
  return closing
    ? {
        name: account.name,
        eraseAt: closing.erase_at,
        tracks: closing.tracks,
      }
    : null;
}
