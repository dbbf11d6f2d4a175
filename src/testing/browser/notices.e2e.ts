import { routes } from '#routes/routes.ts';
import { expect, test } from './tools/fixtures.ts';
import { expectMail } from './tools/mails.ts';
import { sent } from './tools/payloads.ts';
import { register, Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

test('a notice is counted in the header, is mailed if requested, and is read by opening it', async ({
  page,
  context,
  origin,
  site,
  signIn,
}) => {
  const me = await signIn();
  const own = new Script(origin);
  for (const { name, value } of await context.cookies(origin)) own.adopt(name, value);
  await page.goto(routes.notices());
  await expect(page.getByText('No notices')).toBeVisible();
  const trackId = await own.upload(trackFile(site, 'Noticed'), { TrackName: 'Noticed' });
  // a job grants achievements after the response
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: 'New achievement: Builder, Bronze.' })).toBeVisible({
      timeout: 500,
    });
  }).toPass({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Comments and awards').selectOption('Also by email, right away');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('Your settings are saved.');

  const { script: guest, name: guestName } = await register(origin);
  await sent(guest, routes.commentUpdate(trackId, 'comment', 0), { Comment: 'Where is the finish?' });
  // a prerendered page fetches the viewer
  await page.goto(routes.about());
  const inbox = page.getByRole('banner').getByRole('link', { name: 'Notices, 1 new' });
  await expect(inbox).toBeVisible();
  await expectMail(me.email, new RegExp(`${guestName} commented on “Noticed”\\.`));

  await inbox.click();
  const list = page.getByRole('region', { name: 'Notices' });
  await expect(list).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(inbox).toBeFocused();
  await page.keyboard.press('Enter');
  await list.getByRole('link', { name: `${guestName} commented on “Noticed”.` }).click();
  await expect(page.getByText('Where is the finish?')).toBeVisible();
  // the page was left before the server knew that the notice was read
  await expect(async () => {
    await page.goto(routes.notices());
    const none = page.getByRole('banner').getByRole('link', { name: 'Notices', exact: true });
    await expect(none).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);

  await sent(guest, routes.commentUpdate(trackId, 'comment', 0), { Comment: 'Found it.' });
  await page.reload();
  await page.getByRole('banner').getByRole('link', { name: 'Notices, 1 new' }).click();
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notices', exact: true })).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(0);
});
