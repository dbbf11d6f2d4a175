import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { LimitName } from '#platform/rate-limits.ts';
import { logSecurity } from '#platform/security-log.ts';
import { assertNotPaused } from '#platform/switches/rules.ts';
import { type Mail, type Mailer, MailRefused } from './mailer.ts';

/** Why a mail is sent: because a visitor typed the address into a form, or to notify the owner of an account. */
export type MailCause = 'typed' | 'notice';

const limitsOf: Readonly<Record<MailCause, readonly LimitName[]>> = {
  typed: ['mail', 'mail-day'],
  notice: ['mail-notice'],
};

/** Identifies a mailbox regardless of spelling: without case, and without a suffix after "+". */
export const mailboxOf = (email: string): string =>
  email
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^([^+@]*)\+[^@]*(?=@)/, '$1');

/** The mail with the text that its edition puts below every mail, set off as mail programs expect a signature. */
function withEnd({ switches, site }: Pick<Ctx, 'switches' | 'site'>, mail: Mail): Mail {
  const { mailEnd } = switches.of(site.code);
  return mailEnd === '' ? mail : { ...mail, text: `${mail.text}\n\n-- \n${mailEnd}` };
}

const boxOf = (email: string) => ({ subject: `mailbox ${mailboxOf(email)}` });

/** Whether mails to this address are given up for now, because mail servers refused several for good. */
export const hasBounced = ({ limits }: Pick<Ctx, 'limits'>, email: string): Promise<boolean> =>
  limits.isUsedUp('mail-bounce', boxOf(email));

/**
 * Sends a mail unless its mailbox has already received too many, counted over all kinds of mails and all accounts, or has refused
 * several. A withheld mail is written to the security log; the page does not mention it, so that it does not reveal who has an account.
 * Throws while the edition is paused, so that the job is tried again.
 */
export async function sendLimited(
  ctx: Pick<Ctx, 'mail' | 'limits' | 'log' | 'site' | 'requestId' | 'switches'>,
  cause: MailCause,
  mail: Mail,
  options?: Parameters<Mailer['send']>[1],
): Promise<'sent' | 'withheld'> {
  assertNotPaused(ctx);
  const withheld = () => {
    logSecurity(ctx, 'mail.withheld', { cause });
    return 'withheld' as const;
  };
  if (await hasBounced(ctx, mail.to)) return withheld();
  try {
    for (const limit of limitsOf[cause])
      await ctx.limits.consume(limit, { subject: `mailbox ${mailboxOf(mail.to)}` });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return withheld();
  }
  try {
    await ctx.mail.send(withEnd(ctx, mail), options);
  } catch (error) {
    if (error instanceof MailRefused && error.isFinal) await noteBounce(ctx, mail.to);
    throw error;
  }
  return 'sent';
}

/** Others may have counted the last one meanwhile. */
async function noteBounce({ limits }: Pick<Ctx, 'limits'>, email: string): Promise<void> {
  try {
    await limits.consume('mail-bounce', { subject: `mailbox ${mailboxOf(email)}` });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
