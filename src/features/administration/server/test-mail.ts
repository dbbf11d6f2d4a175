import { z } from 'zod';
import { ownAccountId } from '#features/accounts/server/policy.ts';
import { accountById } from '#features/accounts/server/repo.ts';
import { no, yes } from '#lib/rules/verdict.ts';
import { administersAll } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { sendLimited } from '#platform/mail/limited.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { routes } from '#routes/routes.ts';

/** Sends a mail to the viewer's own address at once, and reports what the mail server says. */
async function sendTestMail(ctx: Ctx) {
  const account = await accountById(ctx, ownAccountId(ctx));
  if (!account) throw notFound('Your account');
  const mail = {
    to: account.email,
    subject: `Test mail from ${fullName(ctx)}`,
    text: 'This mail was sent from the administration. If you can read it in your inbox and not among the spam, mails work.',
  };
  try {
    if ((await sendLimited(ctx, 'notice', mail)) === 'withheld')
      throw new Problem(429, 'Your address has received too many mails. Try again later.');
  } catch (error) {
    if (error instanceof Problem) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(502, `The mail couldn’t be sent. The mail server or the connection says: ${reason}`);
  }
  return { IsSent: ctx.mail.delivers };
}

export const testMailEndpoint = action({
  touches: 'edition',
  // it stores nothing
  whileReadOnly: 'allowed',
  input: z.object({}),
  allow: async (ctx) =>
    (await administersAll(ctx)) ? yes : no('Only administrators of all editions can do this.'),
  prepare: sendTestMail,
  run: async (_, sent) => sent,
  next: ({ IsSent }) => `${routes.administrationPart('system', { mail: IsSent ? 'sent' : 'stored' })}#mail`,
  form: () => routes.administrationPart('system'),
});
