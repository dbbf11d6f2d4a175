import { randomUUID } from 'node:crypto';
import { routes } from '#routes/routes.ts';
import { expect, test } from './tools/fixtures.ts';
import { become } from './tools/payloads.ts';
import { register } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

test.describe('reports', () => {
  test.use({ javaScriptEnabled: false, expectsRefusals: true });

  test('from the report to the answer, by plain forms', async ({ page, context, origin, site, signIn }) => {
    const { script: author } = await register(origin);
    const name = `Reported ${randomUUID().slice(0, 8)}`;
    const trackId = await author.upload(trackFile(site, name), { TrackName: name });
    const { script: reporter, name: reporterName } = await register(origin);
    await become(context, reporter);
    await page.goto(routes.report(1, trackId));
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
    const tooShort = '  word  '; // long enough for the browser, not for the rule
    await page.getByLabel('Stolen work').check();
    await page.getByLabel('What happened?').fill(tooShort.padEnd(12));
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText(/at least 10 characters/)).toBeVisible();
    await expect(page.getByLabel('Stolen work')).toBeChecked();
    await expect(page.getByLabel('What happened?')).toHaveValue(/word/);
    await page.getByLabel('What happened?').fill('This is my own work.\nLook at the second jump.');
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('status')).toContainText('We’ll look into it');

    await signIn('moderator');
    await page.goto(routes.moderation('kind=track'));
    const link = page.getByRole('link', { name, exact: true });
    while ((await link.count()) === 0) {
      await page.getByRole('link', { name: 'Next page' }).click();
      await page.waitForLoadState();
    }
    await link.click();
    await expect(page.getByText('Look at the second jump.')).toBeVisible();
    await page.getByRole('button', { name: /^Take/ }).click();
    await expect(page.getByText('Taken by you')).toBeVisible();
    await page.getByText('Close without action').click();
    await page.getByLabel('Answer').fill('');
    await page.getByRole('button', { name: 'Solved' }).click();
    await expect(page.getByText(/say what was decided/)).toBeVisible();
    await page.getByLabel('Answer').fill('Removed, thank you.');
    await page.getByRole('button', { name: 'Solved' }).click();
    await expect(page.getByRole('status')).toContainText('is closed');
    await page.goto(routes.modlog(`track-${trackId}`));
    await expect(page.getByRole('listitem').filter({ hasText: 'Solved a case' })).toContainText(
      'Removed, thank you.',
    );

    await context.clearCookies();
    await become(context, reporter);
    await page.goto(routes.home());
    await page.getByRole('banner').getByRole('link', { name: 'Notices, 1 new' }).click();
    const notice = page.getByRole('listitem').filter({ hasText: 'Removed, thank you.' });
    await expect(notice).toContainText(`Your report about “${name}” was solved`);
    await notice.getByRole('button', { name: /^Mark as read/ }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Notices', exact: true })).toBeVisible();
    await expect(page.getByText(reporterName).first()).toBeAttached();
  });

  test('the queue and the log are for moderators', async ({ page, signIn }) => {
    await signIn();
    for (const path of [routes.moderation(), routes.modlog()]) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(403);
      await expect(page.getByText('Only moderators can see reports')).toBeVisible();
    }
  });
});

test('content of others can be reported where it is shown, for suitable reasons', async ({
  page,
  origin,
  signIn,
}) => {
  const { script } = await register(origin);
  const firstOf = async (path: string): Promise<Record<string, number>> =>
    JSON.parse((await script.send(path)).text).Results[0];
  const { TrackId = 0 } = await firstOf('/api/tracks?inhasrecord=1&count=1&fields=TrackId');
  const { PackId = 0 } = await firstOf('/api/trackpacks?count=1&fields=PackId');
  const { VideoId = 0 } = await firstOf('/api/videos?count=1&fields=VideoId');
  const { UserId = 0 } = await firstOf('/api/users?count=1&order1=4&fields=UserId');
  await page.goto(routes.trackShow(TrackId));
  await expect(page.getByRole('link', { name: /^Report/ })).toHaveCount(0); // visitors sign in first
  await signIn();
  const places = [
    [routes.trackShow(TrackId), /^Report this track$/, 'Report this track', 'Stolen work'],
    [routes.trackShow(TrackId), /^Report the replay of /, 'Report this replay', 'Cheated'],
    [routes.userShow(UserId), /^Report /, 'Report this user', 'Offensive'],
    [routes.trackPackShow(PackId), /^Report this pack$/, 'Report this trackpack', 'Wrong data'],
    [routes.videoShow(VideoId), /^Report this video$/, 'Report this video', 'Stolen work'],
  ] as const;
  for (const [path, link, heading, reason] of places) {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: link }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByLabel(reason, { exact: true })).toBeVisible();
  }
  await page.goto(routes.report(2, UserId));
  await expect(page.getByLabel('Stolen work')).toHaveCount(0);
});
