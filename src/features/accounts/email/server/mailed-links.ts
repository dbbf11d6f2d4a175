import type { z } from 'zod';
import { mailUsually } from '#features/notices/server/actions.ts';
import { markBrowser } from '#platform/auth/known-browser.ts';
import { forgetAllLoginTries } from '#platform/auth/login-throttle.ts';
import { hashPassword, passwordProblem } from '#platform/auth/password.ts';
import { signOutEverywhere } from '#platform/auth/session.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { mailboxOf } from '#platform/mail/limited.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { ConfirmForm, ForgotForm, ResetForm } from '../../forms.ts';
import { emailMistake, isEmail, triesByMail, triesByName } from '../../model.ts';
import type { From } from '../../server/form-sender.ts';
import { ownAccountId } from '../../server/policy.ts';
import {
  acceptConfirmation,
  accountById,
  claimAddress,
  hasConfirmed,
  holderOfToken,
  setPassword,
  spendToken,
  type TokenHolder,
} from '../../server/repo.ts';
import { moveToNewAddress } from './mail-address.ts';

/** The address or the name of an account, as typed. */
type TypedAccount = { readonly email: string } | { readonly name: string };

/** Checks the name or address that was typed, and counts the request. */
export async function countForgotten(
  ctx: Ctx,
  form: z.output<typeof ForgotForm>,
  from: From,
): Promise<TypedAccount> {
  const typed = form.Name.trim();
  const mistake =
    typed === '' ? 'Enter your name or email address.' : isEmail(typed) ? emailMistake(typed) : null;
  if (mistake) throw new Problem(422, mistake, { field: 'Name' });
  await ctx.limits.consume('mail-address', { address: from.address });
  if (!isEmail(typed)) {
    await ctx.limits.consume('reset-name', { subject: triesByName(typed) });
    return { name: typed };
  }
  const email = typed;
  await ctx.limits.consume('mail', { subject: `forgot ${mailboxOf(email)}` });
  return { email };
}

/**
 * Requests a mail for a new password. The job looks up later whether there is such an account, so that the response is the same in text
 * and time.
 */
export async function forgot(tx: TxCtx, account: TypedAccount, from: From): Promise<Record<string, never>> {
  await tx.jobs.add('mail-reset', { site: tx.site.code, ...account, origin: from.origin });
  tx.onCommit(async () => logSecurity(tx, 'reset.requested', {}));
  return {};
}

const spent = () =>
  new Problem(422, 'This link has expired or was already used. Request a new one.', { field: 'Token' });

/** Whether a reset link still works; checked before the user types a password in vain. */
export const resetLinkWorks = async (ctx: Ctx, token: string) =>
  (await holderOfToken(ctx, token, 'reset')) !== undefined;

interface NewPassword {
  readonly account: TokenHolder;
  readonly token: string;
  readonly passwordHash: string;
}

/** Finds the account of the link and hashes its new password. */
export async function prepareReset(ctx: Ctx, form: z.output<typeof ResetForm>): Promise<NewPassword> {
  const account = await holderOfToken(ctx, form.Token, 'reset');
  if (!account) throw spent();
  const mistake = await passwordProblem(form.Password, { ...account, sites: ctx.sites });
  if (mistake) throw new Problem(422, mistake, { field: 'Password' });
  return { account, token: form.Token, passwordHash: await hashPassword(ctx, form.Password) };
}

/**
 * Sets a new password with the secret of a mail, which also proves the mailbox. Every session of the account ends, all counted
 * attempts are reset, and this browser becomes known to the account, so that nobody can lock its owner out by guessing.
 */
export async function reset(
  tx: TxCtx,
  { account, token, passwordHash }: NewPassword,
  from: From,
): Promise<{ setCookies: string[] }> {
  const accountId = account.account_id;
  if (!(await spendToken(tx, token))) throw spent();
  await setPassword(tx, accountId, passwordHash);
  await claimAddress(tx, account);
  await signOutEverywhere(tx, accountId);
  await tx.jobs.add('mail-password-changed', { site: tx.site.code, accountId, origin: from.origin });
  const counted = [triesByName(account.name), triesByMail(account.email), `change ${accountId}`];
  const { address } = from;
  await forgetAllLoginTries(
    tx,
    counted.map((tries) => ({ account: tries, address })),
  );
  tx.onCommit(async () => logSecurity(tx, 'reset.done', { accountId }));
  return { setCookies: [markBrowser(tx, from, { ...account, password_hash: passwordHash })] };
}

/** Confirms the address of the account, or its new one, with the secret of a mail. A second press on the link changes nothing and is answered like the first. */
export async function confirmAddress(
  tx: TxCtx,
  { Token: token }: z.output<typeof ConfirmForm>,
  from: From,
): Promise<Record<string, never>> {
  const change = await holderOfToken(tx, token, 'change');
  if (change && (await moveToNewAddress(tx, from, change, token))) return {};
  const account = change ? undefined : await holderOfToken(tx, token, 'confirm');
  if (account && (await confirmOwnAddress(tx, account, token))) {
    await mailUsually(tx, account.account_id, from.origin);
    return {};
  }
  if (!(await hasConfirmed(tx, token))) throw spent();
  return {};
}

/** False if a concurrent request used the link up. */
async function confirmOwnAddress(tx: TxCtx, account: TokenHolder, token: string): Promise<boolean> {
  if (!(await acceptConfirmation(tx, token))) return false;
  // reported only to readers of this mailbox
  if (!(await claimAddress(tx, account)))
    throw new Problem(409, 'Another account already uses this email address.', { field: 'Token' });
  tx.onCommit(async () => logSecurity(tx, 'mail.confirmed', { accountId: account.account_id }));
  return true;
}

/** Counts a confirmation to be sent again; null if the address is confirmed. */
export async function countResent(ctx: Ctx): Promise<{ accountId: number } | null> {
  const account = await accountById(ctx, ownAccountId(ctx));
  if (!account || account.email_confirmed_at) return null;
  await ctx.limits.consume('mail', { subject: `confirm ${account.account_id}` });
  return { accountId: account.account_id };
}

/** Sends the confirmation again, if there is one to send. */
export async function resendConfirmation(
  tx: TxCtx,
  resent: { readonly accountId: number } | null,
  from: From,
): Promise<Record<string, never>> {
  if (resent) await tx.jobs.add('mail-confirm', { site: tx.site.code, ...resent, origin: from.origin });
  return {};
}
