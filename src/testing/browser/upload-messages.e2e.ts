import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { routes } from '#routes/routes.ts';
import { expect, test } from './tools/fixtures.ts';
import { register } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';
import { uploadPage } from './tools/upload-page.ts';

/** Every message about uploads, as a user sees it. */

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .png()
    .toBuffer();

async function opened(page: Page, file: ReturnType<typeof trackFile>) {
  const upload = uploadPage(page);
  await page.goto(routes.trackUpload());
  await upload.choose(file);
  await expect(upload.panel(file).getByLabel('Track name')).toBeVisible();
  return { upload, panel: upload.panel(file) };
}

test('settings: missing and invalid values are reported in place, and nothing is sent', async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  const file = trackFile(site, 'Half a form');
  const { upload, panel } = await opened(page, file);
  const name = panel.getByLabel('Track name');
  await panel.locator('summary').first().click(); // closed: an invalid panel opens by itself
  await upload.publish.click();
  await expect(upload.global).toContainText('The Difficulty field is required');
  await expect(upload.global).toContainText('Choose 1 to 3 tags.');
  await expect(upload.global.getByRole('img', { name: 'Warning' })).toBeVisible();
  await expect(upload.global.getByLabel('Difficulty')).toBeFocused();
  await expect(name).toBeHidden();
  await upload.settle();
  await expect(upload.global).not.toContainText('The Difficulty field is required');

  await panel.locator('summary').first().click();
  const messages = [
    ['', `${file.name}: A name is required.`],
    ['x', 'The name has to be min. 2 characters long.'],
    ['x'.repeat(51), 'max. 50 characters long.'],
  ] as const;
  for (const [typed, message] of messages) {
    await name.fill(typed);
    if (typed === '') {
      await panel.locator('summary').first().click();
      await upload.publish.click();
      await expect(name).toBeFocused();
      await expect(panel.getByRole('img', { name: 'Warning' })).toBeVisible();
    }
    await expect(panel).toContainText(message);
  }
  await name.fill('A whole form');

  await upload.global.getByRole('radio', { name: 'On a date' }).check();
  await upload.publish.click();
  await expect(upload.global).toContainText('The release date must be set in the future.');
  await upload.global.getByLabel('Release date').fill('2020-01-01T10:00');
  await expect(upload.global).toContainText('The release date must be set in the future.');
  await expect(page.getByRole('link', { name: 'A whole form' })).toHaveCount(0);

  await upload.global.getByLabel('Release date').fill('2099-01-01T10:00');
  await upload.publish.click();
  await expect(panel.getByRole('link', { name: 'A whole form' })).toBeVisible();
  await panel.getByRole('link', { name: 'A whole form' }).click();
  await expect(page.getByRole('main')).toContainText('Hidden');
});

test('authors: nobody twice, nobody unknown', async ({ page, site, origin, signIn }) => {
  await signIn();
  const friend = await register(origin);
  const { panel } = await opened(page, trackFile(site, 'Made by many'));
  const box = panel.getByRole('combobox');
  const add = panel.getByRole('button', { name: 'Add', exact: true });
  for (const message of [null, 'User is already listed as co-author.']) {
    await box.fill(friend.name);
    await add.click();
    await expect(panel.getByLabel(`Role of ${friend.name}`)).toBeVisible();
    if (message) await expect(panel.getByRole('alert')).toHaveText(message);
  }
  await box.fill('Nobody is called this');
  await expect(panel.getByText('No results.')).toBeVisible();
  await add.click();
  await expect(panel.getByRole('alert')).toContainText('No player has exactly this name.');
});

test.describe('pictures', () => {
  test.use({ expectsRefusals: true });

  test('pictures of the wrong size or shape are removed, with the reason', async ({ page, site, signIn }) => {
    await signIn();
    const { upload, panel } = await opened(page, trackFile(site, 'With pictures'));
    const wrong = [
      [399, 300, 'Too tiny (at least 400x290).'],
      [5001, 3000, 'Too large (at most 5000x5000).'],
      [1000, 400, 'Aspect ratio must be between 0.60 and 2.'],
    ] as const;
    for (const [width, height, message] of wrong) {
      const name = `${width}.png`;
      await panel
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: 'image/png', buffer: await png(width, height) });
      await expect(panel).toContainText(message);
      await expect(panel).toContainText('The image has been removed.');
    }
    await panel
      .locator('input[type="file"]')
      .setInputFiles({ name: 'good.png', mimeType: 'image/png', buffer: await png(640, 480) });
    await expect(panel.getByText('good.png').first()).toBeVisible();
    await expect(panel.getByRole('progressbar')).toHaveCount(0);
    await upload.settle();
    await upload.publish.click();
    await expect(panel.getByRole('link', { name: 'With pictures' })).toBeVisible();
  });

  test('a card names a file that is not a track; a refused form keeps what was typed', async ({
    page,
    site,
    signIn,
  }) => {
    await signIn();
    const file = trackFile(site, 'Twice');
    const { upload } = await opened(page, file);
    await upload.choose({ ...file, name: 'again.Challenge.Gbx' }); // the same bytes under another name
    const again = upload.panel({ name: 'again.Challenge.Gbx' });
    await again.getByLabel('Author comments').fill('Typed with care');
    await upload.settle();
    await upload.publish.click();
    await expect(upload.panel(file).getByRole('link', { name: 'Twice' })).toBeVisible();
    await expect(again).toContainText(/Error: again\.Challenge\.Gbx: This exact file is already on/);
    await expect(again.getByLabel('Author comments')).toHaveValue('Typed with care');
  });
});
