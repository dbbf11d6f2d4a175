import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

// nodemailer reads options from the address's query and, given an address, from nowhere else.
const patienceMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends through a mail server. A server that does not answer fails the job, which is tried again later. */
export function smtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const url = new URL(smtpUrl);
  for (const [option, ms] of Object.entries(patienceMs)) {
    if (!url.searchParams.has(option)) url.searchParams.set(option, String(ms));
  }
  const transport = createTransport(url.href);
  return {
    delivers: true,
    async send({ to, subject, text }) {
      // the address as an object: a comma in it must not make a second recipient
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
}
