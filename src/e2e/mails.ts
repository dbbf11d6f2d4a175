import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';

/** The queue looks for letters every two seconds, and a busy machine takes its time to write one. */
const mostMs = 30_000;

/** Waits for a mail in the outbox folder of the server under test; answers with what was wanted of it. */
export async function expectMail(to: string, wanted: RegExp): Promise<string> {
  const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox');
  let found = '';
  await expect
    .poll(
      async () => {
        for (const file of await readdir(outbox).catch(() => [])) {
          if (file.startsWith('.')) continue; // still being written
          const mail = await readFile(join(outbox, file), 'utf8');
          if (mail.includes(`To: ${to}`)) found ||= wanted.exec(mail)?.[0] ?? '';
        }
        return found;
      },
      { timeout: mostMs },
    )
    .not.toBe('');
  return found;
}
