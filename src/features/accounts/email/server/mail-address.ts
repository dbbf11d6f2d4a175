import type { z } from 'zod';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { EmailForm } from '../../forms.ts';
import { emailKey, emailMistake } from '../../model.ts';
import type { From } from '../../server/form-sender.ts';
import { ownAccountId } from '../../server/policy.ts';
import { proveInForm } from '../../server/prove-identity.ts';
import { acceptConfirmation, accountById, moveAddress, type TokenHolder } from '../../server/repo.ts';

/** Checks the new mail address and the proof in the form. */
export async function prepareNewAddress(
  ctx: Ctx,
  form: z.output<typeof EmailForm>,
  from: From,
): Promise<string> {
  const accountId = ownAccountId(ctx);
  const email = form.Email.trim();
  const mistake = emailMistake(email);
  if (mistake) throw new Problem(422, mistake, { field: 'Email' });
  const account = await accountById(ctx, accountId);
  if (account?.email_confirmed_at && emailKey(account.email) === emailKey(email)) {
    throw new Problem(422, 'This is already your email address.', { field: 'Email' });
  }
  await proveInForm(ctx, from, accountId, form);
  await ctx.limits.consume('mail', { subject: `change ${accountId}` });
  return email;
}

/**
 * Requests a change of the mail address, which takes effect once its mailbox has confirmed it. The job checks whether it is
 * taken, so that the response does not reveal it.
 */
export async function requestNewAddress(
  tx: TxCtx,
  email: string,
  from: From,
): Promise<Record<string, never>> {
  const accountId = ownAccountId(tx);
  await tx.jobs.add('mail-change', { site: tx.site.code, accountId, email, origin: from.origin });
  return {};
}

const taken = () =>
  // only readers of this mailbox learn it
  new Problem(409, 'Another account already uses this email address.', { field: 'Token' });

/**
 * Changes the address to the confirmed one; false if the link was used in the meantime. The old address is notified, and links
 * mailed to it become invalid.
 */
export async function moveToNewAddress(
  tx: TxCtx,
  from: From,
  holder: TokenHolder,
  token: string,
): Promise<boolean> {
  const { account_id: accountId, email: oldEmail, new_email: email } = holder;
  if (email === null) throw new Error(`The change of address of account ${accountId} has no address.`);
  if (!(await acceptConfirmation(tx, token))) return false;
  if (!(await moveAddress(tx, accountId, email))) throw taken();
  tx.onCommit(async () => logSecurity(tx, 'mail.changed', { accountId }));
  const letter = {
    site: tx.site.code,
    accountId,
    origin: from.origin,
    event: 'address-changed',
    to: oldEmail,
  };
  await tx.jobs.add('mail-security', letter);
  return true;
}
