import type { z } from 'zod';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { AgainForm } from '../../forms.ts';
import type { From } from '../../server/form-sender.ts';
import { ownAccountId } from '../../server/policy.ts';
import { provePassword } from '../../server/prove-identity.ts';
import type { Account } from '../../server/repo.ts';
import { proceed } from './second-step-actions.ts';
import type { Outcome } from './start-session.ts';

/** The viewer's account, if the password is theirs. */
export async function proveAgain(ctx: Ctx, form: z.output<typeof AgainForm>, from: From): Promise<Account> {
  const typed = { password: form.Password, field: 'Password', mistake: 'That password is wrong.' };
  return provePassword(ctx, from, ownAccountId(ctx), typed);
}

/** Signs the viewer in again, including the second step, so that the session is recent and has a new id. */
export async function confirmIdentity(tx: TxCtx, account: Account, from: From): Promise<Outcome> {
  const outcome = await proceed(tx, from, account);
  if (!outcome.answer.SecondStep)
    tx.onCommit(async () => logSecurity(tx, 'session.reauthenticated', { by: 'password' }));
  return outcome;
}
