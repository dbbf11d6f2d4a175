import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';

/** The queue looks for mails every two seconds, and a busy machine may take long to write one. */
const maxMs = 30_000;

/** Waits for a mail in the outbox folder of the server under test; returns the part that matches. */
export async function expectMail(to: string, pattern: RegExp): Promise<string> {
  const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox');
  let found = '';
  await expect
    .poll(
      async () => {
        for (const file of await readdir(outbox).catch(() => [])) {
          if (file.startsWith('.')) continue; // still being written
          const mail = await readFile(join(outbox, file), 'utf8');
          if (mail.includes(`To: ${to}`)) found ||= pattern.exec(mail)?.[0] ?? '';
        }
        return found;
      },
      { timeout: maxMs },
    )
    .not.toBe('');
  return found;
}
