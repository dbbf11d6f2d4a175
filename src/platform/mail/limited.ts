import type { Ctx } from '#platform/context.ts';
import { isProblem } from '#platform/http/problem-reply.ts';
import type { LimitName } from '#platform/rate-limits.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { Mail } from './mailer.ts';

/** Why a mail is sent: because somebody typed the address into a form, or to tell an owner what happened. */
export type MailCause = 'typed' | 'told';

const limitsOf: Readonly<Record<MailCause, readonly LimitName[]>> = {
  typed: ['mail', 'mail-day'],
  told: ['mail-told'],
};

/** One mailbox however its address is typed: without case, and without what follows a "+". */
export const mailboxOf = (email: string): string =>
  email
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');

/**
 * Sends a mail unless its mailbox got too many already, counted over all kinds of mails and all accounts. A mail that is
 * withheld is a line of the security log: the page that caused it says nothing, so that nobody learns who has an account.
 */
export async function sendLimited(
  ctx: Pick<Ctx, 'mail' | 'limits' | 'log' | 'site' | 'requestId'>,
  cause: MailCause,
  mail: Mail,
): Promise<void> {
  try {
    for (const limit of limitsOf[cause])
      await ctx.limits.consume(limit, { subject: `mailbox ${mailboxOf(mail.to)}` });
  } catch (error) {
    if (!isProblem(error)) throw error;
    logSecurity(ctx, 'mail.withheld', { cause });
    return;
  }
  await ctx.mail.send(mail);
}
