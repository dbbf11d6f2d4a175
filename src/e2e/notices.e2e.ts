import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '#routes.ts';
import { expect, test } from './fixtures.ts';
import { sent } from './payloads.ts';
import { register, Script } from './people.ts';
import { trackFile } from './track-file.ts';

test('a notice is counted in the header, comes by mail when asked for, and is read by opening it', async ({
  page,
  context,
  origin,
  site,
  signIn,
}) => {
  const me = await signIn();
  const own = new Script(origin);
  for (const { name, value } of await context.cookies(origin)) own.adopt(name, value);
  const trackId = await own.upload(trackFile(site, 'Noticed'), { TrackName: 'Noticed' });
  await page.goto(routes.notices());
  await expect(page.getByText('No notices')).toBeVisible();
  await page.getByRole('button', { name: 'Send me mails, too' }).click();
  await expect(page.getByRole('status')).toContainText('New notices come by mail');

  const { script: guest, name: guestName } = await register(origin);
  await sent(guest, routes.commentUpdate(trackId, 'comment', 0), { Comment: 'Where is the finish?' });
  // a page made before any request asks who is there
  await page.goto(routes.about());
  const inbox = page.getByRole('banner').getByRole('link', { name: 'Notices, 1 new' });
  await expect(inbox).toBeVisible();
  await expect.poll(() => mailsTo(me.email)).toContain(`${guestName} commented on "Noticed".`);

  await inbox.click();
  await page.getByRole('link', { name: `${guestName} commented on "Noticed".` }).click();
  await expect(page.getByText('Where is the finish?')).toBeVisible();
  await page.goto(routes.notices());
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notices', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);

  await sent(guest, routes.commentUpdate(trackId, 'comment', 0), { Comment: 'Found it.' });
  await page.reload();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
});

/** What the outbox of the server under test holds for somebody. */
async function mailsTo(address: string): Promise<string> {
  const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox');
  const mails = await Promise.all(
    (await readdir(outbox).catch(() => [])).map((file) => readFile(join(outbox, file), 'utf8')),
  );
  return mails.filter((mail) => mail.includes(`To: ${address}`)).join('\n');
}
