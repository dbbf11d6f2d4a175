import type { z } from 'zod';
import { countLoginTry, forgetLoginTries } from '#platform/auth/login-throttle.ts';
import { verifyPassword } from '#platform/auth/password.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { ProofForm } from '../forms.ts';
import { judgeCode, needsSecondStep } from '../second-step/server/factors.ts';
import type { From } from './form-sender.ts';
import { provedRecently } from './policy.ts';
import { type Account, accountById } from './repo.ts';

/** The account with this password; throws a Problem 422 for a wrong one. Attempts are counted. */
export async function provePassword(
  ctx: Ctx,
  from: From,
  accountId: number,
  typed: { password: string; field: string; mistake: string },
): Promise<Account> {
  const attempt = { account: `change ${accountId}`, address: from.address };
  await countLoginTry(ctx, attempt);
  const account = await accountById(ctx, accountId);
  if (!account || !(await verifyPassword(ctx, account.password_hash, typed.password))) {
    logSecurity(ctx, 'session.reauthentication-refused', { by: 'password' });
    throw new Problem(422, typed.mistake, { field: typed.field });
  }
  await forgetLoginTries(ctx, attempt);
  return account;
}

/** Throws unless the second factor, if the account has one, was proven recently or is proven by `code`. */
export async function proveFactor(ctx: Ctx, accountId: number, code: string): Promise<void> {
  if (provedRecently(ctx) || !(await needsSecondStep(ctx, accountId))) return;
  if (code.trim() === '') {
    throw new Problem(422, 'Enter the code from your app, or a recovery code.', { field: 'Code' });
  }
  if ((await judgeCode(ctx, accountId, code)) === null) {
    logSecurity(ctx, 'session.reauthentication-refused', { by: 'code' });
    throw new Problem(422, 'That code is wrong or was already used.', { field: 'Code' });
  }
}

/** For forms that include the proof: nothing is required if the last sign-in is recent, otherwise everything. */
export async function proveInForm(
  ctx: Ctx,
  from: From,
  accountId: number,
  form: z.output<typeof ProofForm>,
): Promise<void> {
  if (provedRecently(ctx)) return;
  if (form.OwnPassword === '') {
    const detail = 'Please enter your password again.';
    throw new Problem(422, detail, { field: 'OwnPassword' });
  }
  const typed = { password: form.OwnPassword, field: 'OwnPassword', mistake: 'That password is wrong.' };
  await provePassword(ctx, from, accountId, typed);
  await proveFactor(ctx, accountId, form.Code);
}
