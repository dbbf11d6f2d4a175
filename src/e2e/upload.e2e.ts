import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { routes } from '#routes.ts';
import { expect, sites, test } from './fixtures.ts';
import { type TrackFile, trackFile } from './track-file.ts';

const panel = (page: Page, file: TrackFile) => page.getByRole('group', { name: file.name });

async function choose(page: Page, ...files: TrackFile[]): Promise<void> {
  await page.getByLabel('Track files').setInputFiles(files);
}

async function settle(page: Page, file: TrackFile): Promise<void> {
  await panel(page, file).getByLabel('Difficulty').selectOption({ label: 'Intermediate' });
  await panel(page, file).getByRole('checkbox').first().check();
}

for (const site of sites) {
  test.describe(site.label, () => {
    test.use({ site });

    test('a track goes in, is found, and comes out again', async ({ page, signIn }) => {
      const person = await signIn();
      const name = `Long way round ${Date.now() % 1e6}`;
      const file = trackFile(site, name);
      await page.goto(routes.trackUpload());
      await choose(page, file);
      await expect(panel(page, file).getByLabel('Track name')).toHaveValue(name);
      await expect(panel(page, file)).toContainText('00:41.23');
      await settle(page, file);
      await panel(page, file).getByLabel('Author comments').fill('Mind the [b]second[/b] corner.');
      await page.getByRole('button', { name: 'Publish' }).click();
      await panel(page, file).getByRole('link', { name }).click();

      await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
      await expect(page.getByRole('main')).toContainText(person.name);
      await expect(page.getByRole('main')).toContainText('Mind the second corner.');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('main')
          .getByRole('link', { name: /download/i })
          .first()
          .click(),
      ]);
      expect(await readFile(await download.path())).toEqual(file.buffer);
      expect(download.suggestedFilename()).toMatch(/\.Challenge\.Gbx$/);

      await page.goto(routes.home());
      await page.getByRole('link', { name }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    });
  });
}

test.describe('refusals', () => {
  test.use({ expectsRefusals: true });

  test('a file of the wrong kind is refused by name, and the others go on', async ({
    page,
    site,
    signIn,
  }) => {
    await signIn();
    await page.goto(routes.trackUpload());
    const good = trackFile(site, 'The good one');
    const bad = {
      name: 'holiday.Challenge.Gbx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('GIF89a, not a track'),
    };
    await choose(page, bad, good);
    const refusal = page.getByRole('alert', { name: bad.name });
    await expect(refusal).toContainText(bad.name);
    await expect(refusal).toContainText('Error: ');
    await settle(page, good);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(panel(page, good).getByRole('link', { name: 'The good one' })).toBeVisible();
  });

  test('the same file twice leads to the track that has it', async ({ page, site, signIn }) => {
    await signIn();
    const file = trackFile(site, 'Only once');
    for (const round of [1, 2]) {
      await page.goto(routes.trackUpload());
      await choose(page, file);
      if (round === 2) break;
      await settle(page, file);
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(panel(page, file).getByRole('link', { name: 'Only once' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Show it' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Only once');
  });

  test('what is missing is said in place, and nothing is sent', async ({ page, site, signIn }) => {
    await signIn();
    await page.goto(routes.trackUpload());
    const file = trackFile(site, 'Half a form');
    await choose(page, file);
    await panel(page, file).getByLabel('Track name').fill('x');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(panel(page, file)).toContainText('The name has to be min. 2 characters long.');
    await expect(panel(page, file)).toContainText('The Difficulty field is required');
    await expect(panel(page, file).getByLabel('Track name')).toBeFocused();
    await expect(page.getByRole('link', { name: 'x', exact: true })).toHaveCount(0);
  });

  test('a broken connection can be tried again', async ({ page, site, signIn }) => {
    await signIn();
    await page.goto(routes.trackUpload());
    const file = trackFile(site, 'Second try');
    await page.context().setOffline(true);
    await choose(page, file);
    await expect(page.getByRole('alert', { name: file.name })).toContainText('could not be reached');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await settle(page, file);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(panel(page, file).getByRole('link', { name: 'Second try' })).toBeVisible();
  });

  test('a visitor is asked to sign in first', async ({ page }) => {
    await page.goto(routes.trackUpload());
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});

test('the keyboard alone is enough', async ({ page, site, signIn }) => {
  await signIn();
  await page.goto(routes.trackUpload());
  const file = trackFile(site, 'No mouse');
  const tabTo = async (wanted: string) => {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const element = document.activeElement;
        const labels =
          element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
        return (
          [...(labels ?? [])].map((label) => label.textContent).join() ||
          element?.getAttribute('aria-label') ||
          element?.textContent ||
          ''
        );
      });
      if (name.trim().startsWith(wanted)) return;
    }
    throw new Error(`Tab never reached ${wanted}`);
  };
  await tabTo('Track files');
  const opened = page.waitForEvent('filechooser');
  await page.evaluate(() => document.readyState); // a round trip: the browser knows of the listener before the key comes
  await page.keyboard.press('Enter');
  await (await opened).setFiles([file]);
  await expect(panel(page, file).getByLabel('Track name')).toBeVisible();
  await tabTo('Difficulty');
  await page.keyboard.press('ArrowDown');
  await tabTo(site.tags[0]?.name ?? '');
  await page.keyboard.press('Space');
  await tabTo('Publish');
  await page.keyboard.press('Enter');
  await expect(panel(page, file).getByRole('link', { name: 'No mouse' })).toBeVisible();
});
