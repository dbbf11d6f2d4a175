import type { z } from 'zod';
import { markBrowser } from '#platform/auth/known-browser.ts';
import { forgetAllLoginTries } from '#platform/auth/login-throttle.ts';
import { hashPassword, passwordProblem } from '#platform/auth/password.ts';
import { signOutEverywhere } from '#platform/auth/session.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { Problem } from '#platform/http/problem.ts';
import { mailboxOf } from '#platform/mail/limited.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { ConfirmForm, ForgotForm, ResetForm } from '../../forms.ts';
import { emailMistake, triesByMail, triesByName } from '../../model.ts';
import type { From } from '../../server/form-sender.ts';
import { ownAccountId } from '../../server/policy.ts';
import {
  accountById,
  claimAddress,
  hasConfirmed,
  holderOfToken,
  setPassword,
  spendToken,
  type TokenHolder,
  useConfirmation,
} from '../../server/repo.ts';
import { moveToNewAddress } from './mail-address.ts';

/**
 * Requests a mail for a new password. The job looks up later whether the address has an account, so that the response is the
 * same in text and time.
 */
export async function forgot(ctx: Ctx, from: From, form: z.output<typeof ForgotForm>): Promise<void> {
  const email = form.Email.trim();
  const mistake = emailMistake(email);
  if (mistake) throw new Problem(422, mistake, { field: 'Email' });
  await ctx.limits.consume('mail-address', { address: from.address });
  await ctx.limits.consume('mail', { subject: `forgot ${mailboxOf(email)}` });
  await ctx.jobs.add('mail-reset', { site: ctx.site.code, email, origin: from.origin });
  logSecurity(ctx, 'reset.requested', {});
}

const spent = () =>
  new Problem(422, 'This link has already been used or has expired. Request a new one.', { field: 'Token' });

/** Whether a reset link still works; checked before the user types a password in vain. */
export const resetLinkWorks = async (ctx: Ctx, token: string) =>
  (await holderOfToken(ctx, token, 'reset')) !== undefined;

/**
 * Sets a new password with the secret of a mail, which also proves the mailbox. Every session of the account ends, all counted
 * attempts are reset, and this browser becomes known to the account, so that nobody can lock its owner out by guessing.
 */
export async function reset(
  ctx: Ctx,
  from: From,
  form: z.output<typeof ResetForm>,
): Promise<{ setCookies: string[] }> {
  const account = await holderOfToken(ctx, form.Token, 'reset');
  if (!account) throw spent();
  const mistake = await passwordProblem(form.Password, { ...account, sites: ctx.sites });
  if (mistake) throw new Problem(422, mistake, { field: 'Password' });
  const passwordHash = await hashPassword(ctx, form.Password);
  await inTransaction(ctx, async (tx) => {
    if (!(await spendToken(tx, form.Token))) throw spent();
    await setPassword(tx, account.account_id, passwordHash);
    await claimAddress(tx, account);
    await signOutEverywhere(tx, account.account_id);
    await tx.jobs.add('mail-password-changed', {
      site: ctx.site.code,
      accountId: account.account_id,
      origin: from.origin,
    });
  });
  const { address } = from;
  const counted = [triesByName(account.name), triesByMail(account.email), `change ${account.account_id}`];
  await forgetAllLoginTries(
    ctx,
    counted.map((tries) => ({ account: tries, address })),
  );
  logSecurity(ctx, 'reset.done', { accountId: account.account_id });
  return { setCookies: [markBrowser(ctx, from, { ...account, password_hash: passwordHash })] };
}

/** Confirms the address of the account, or its new one, with the secret of a mail. A second press on the link changes nothing and is answered like the first. */
export async function confirmAddress(
  ctx: Ctx,
  from: From,
  form: z.output<typeof ConfirmForm>,
): Promise<void> {
  const { Token: token } = form;
  const change = await holderOfToken(ctx, token, 'change');
  if (change && (await moveToNewAddress(ctx, from, change, token))) return;
  const account = change ? undefined : await holderOfToken(ctx, token, 'confirm');
  if (account && (await confirmOwnAddress(ctx, account, token))) return;
  if (!(await hasConfirmed(ctx, token))) throw spent();
}

/** False if a concurrent request used the link up. */
const confirmOwnAddress = (ctx: Ctx, account: TokenHolder, token: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    if (!(await useConfirmation(tx, token))) return false;
    if (await claimAddress(tx, account)) {
      tx.onCommit(async () => logSecurity(ctx, 'mail.confirmed', { accountId: account.account_id }));
      return true;
    }
    // reported only to readers of this mailbox
    throw new Problem(409, 'This e-mail address already belongs to another account.', { field: 'Token' });
  });

/** Sends the confirmation again. */
export async function resendConfirmation(ctx: Ctx, from: From): Promise<void> {
  const account = await accountById(ctx, ownAccountId(ctx));
  if (!account || account.email_confirmed_at) return;
  await ctx.limits.consume('mail', { subject: `confirm ${account.account_id}` });
  await ctx.jobs.add('mail-confirm', {
    site: ctx.site.code,
    accountId: account.account_id,
    origin: from.origin,
  });
}
