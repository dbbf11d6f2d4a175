import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

// nodemailer reads these options only from the query of the address.
const patienceMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends through a mail server. A server that does not answer fails the job, which is retried later. */
export function smtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const url = new URL(smtpUrl);
  for (const [option, ms] of Object.entries(patienceMs)) {
    if (!url.searchParams.has(option)) url.searchParams.set(option, String(ms));
  }
  const transport = createTransport(url.href);
  return {
    delivers: true,
    async send({ to, subject, text }) {
      // the address as an object, so that a comma in it cannot add a second recipient
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
}
