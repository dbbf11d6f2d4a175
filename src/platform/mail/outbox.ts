import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#platform/context.ts';
import type { Mail, Mailer } from './mailer.ts';

/**
 * Writes each mail as a file that any mail program opens. Under its final name a file is always complete. Mails hold
 * links that sign people in, so folder and files are for this user alone.
 */
export function outboxMailer(folder: string, clock: Clock): Mailer {
  return {
    delivers: false,
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const now = clock.now();
      const name = `${now.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
      const half = join(folder, `.${name}.part`);
      try {
        await writeFile(half, messageText(mail, now), { mode: 0o600 });
        await rename(half, join(folder, `${name}.eml`));
      } catch (error) {
        await rm(half, { force: true }).catch(() => undefined);
        throw error;
      }
    },
  };
}

/** A message as RFC 5322 and 6532 have it: UTF-8 as it is, so a person can read the file and a test can take the link. */
export function messageText({ to, subject, text }: Mail, sentAt: Date): string {
  const oneLine = (value: string) => value.replace(/[\r\n]+/g, ' ');
  return [
    'From: Paddock <paddock@localhost>',
    `To: ${oneLine(to)}`,
    `Subject: ${oneLine(subject)}`,
    `Date: ${sentAt.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    text,
    '',
  ].join('\n');
}
