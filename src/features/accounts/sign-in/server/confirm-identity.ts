import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { AgainForm } from '../../forms.ts';
import type { From } from '../../server/form-sender.ts';
import { ownAccountId } from '../../server/policy.ts';
import { provePassword } from '../../server/prove-identity.ts';
import { proceed } from './second-step-actions.ts';
import type { Outcome } from './start-session.ts';

/** Signs the viewer in again, including the second step, so that the session is recent and has a new id. */
export async function confirmIdentity(
  ctx: Ctx,
  from: From,
  form: z.output<typeof AgainForm>,
): Promise<Outcome> {
  const typed = { password: form.Password, field: 'Password', mistake: 'The password is incorrect.' };
  const outcome = await proceed(ctx, from, await provePassword(ctx, from, ownAccountId(ctx), typed));
  if (!outcome.answer.SecondStep) logSecurity(ctx, 'session.reauthenticated', { by: 'password' });
  return outcome;
}
