import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#platform/context.ts';
import { type Mail, type Mailer, unsubscribeHeaders } from './mailer.ts';

/**
 * Writes each mail as a file that any mail program can open. A file under its final name is always complete. Mails contain
 * sign-in links, so folder and files are readable by this user only.
 */
export function outboxMailer(folder: string, clock: Clock): Mailer {
  return {
    delivers: false,
    async send(mail, { handingOver } = {}) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const now = clock.now();
      const name = `${now.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
      const half = join(folder, `.${name}.part`);
      try {
        await writeFile(half, messageText(mail, now), { mode: 0o600 });
        await handingOver?.();
        await rename(half, join(folder, `${name}.eml`));
      } catch (error) {
        await rm(half, { force: true }).catch(() => undefined);
        throw error;
      }
    },
  };
}

/** A message as defined by RFC 5322 and 6532: UTF-8, so that the file is readable and tests can extract the link. */
export function messageText(mail: Mail, sentAt: Date): string {
  const { to, subject, text, messageId } = mail;
  const oneLine = (value: string) => value.replace(/[\r\n]+/g, ' ');
  return [
    'From: Paddock <paddock@localhost>',
    `To: ${oneLine(to)}`,
    `Subject: ${oneLine(subject)}`,
    `Date: ${sentAt.toUTCString().replace('GMT', '+0000')}`,
    ...(messageId ? [`Message-ID: ${oneLine(messageId)}`] : []),
    ...Object.entries(unsubscribeHeaders(mail)).map(([name, value]) => `${name}: ${oneLine(value)}`),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    text,
    '',
  ].join('\n');
}
