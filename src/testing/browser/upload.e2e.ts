import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '#routes/routes.ts';
import { attributeOf, elementsOf, type HtmlElement, parseHtml, textOf } from '#testing/html.ts';
import { transferOf } from './tools/data-transfer.ts';
import { anySite, expect, originOf, sites, test } from './tools/fixtures.ts';
import { awake, homeFrom } from './tools/lists.ts';
import { register, Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';
import { uploadPage } from './tools/upload-page.ts';

for (const site of sites.filter((one) => one !== anySite)) {
  test(`in ${site.label} a track is uploaded, found and downloaded`, async () => {
    const { script, name: person } = await register(originOf(site));
    const name = `Long way round ${randomUUID().slice(0, 8)}`;
    const file = trackFile(site, name);
    const AuthorComments = 'Mind the [b]second[/b] corner.';
    const trackId = await script.upload(file, { TrackName: name, AuthorComments });
    const [heading, main] = partsOf(await script.page(routes.trackShow(trackId)));
    expect(textOf(heading)).toContain(name);
    for (const text of [person, 'Mind the second corner.', '00:41.23']) expect(textOf(main)).toContain(text);
    const download = elementsOf(main).find(
      (element) => element.tagName === 'a' && /download/i.test(textOf(element)),
    );
    const { bytes, headers } = await script.send((download && attributeOf(download, 'href')) ?? '');
    expect(bytes).toEqual(file.buffer);
    expect(headers['content-disposition']).toMatch(/\.Challenge\.Gbx"?(;|$)/);
    const [, home] = partsOf(await new Script(originOf(site)).page(homeFrom(trackId)));
    const link = elementsOf(home).find(
      (element) => element.tagName === 'a' && textOf(element).includes(name),
    );
    expect(link && attributeOf(link, 'href')).toBe(routes.trackShow(trackId));
  });
}

/** The first heading of a page, and its main part. */
function partsOf(html: string): [heading: HtmlElement, main: HtmlElement] {
  const elements = elementsOf(parseHtml(html));
  const [heading, main] = ['h1', 'main'].map((name) => elements.find(({ tagName }) => tagName === name));
  if (!heading || !main) throw new Error('The page has no heading or no main part.');
  return [heading, main];
}

test.describe('refusals', () => {
  test.use({ expectsRefusals: true });

  test('a file of the wrong kind is refused by name, and the others continue', async ({
    page,
    site,
    signIn,
  }) => {
    await signIn();
    const upload = uploadPage(page);
    await page.goto(routes.trackUpload());
    const good = trackFile(site, 'The good one');
    const bad = {
      name: 'holiday.Challenge.Gbx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('GIF89a, not a track'),
    };
    await upload.choose(bad, good);
    const refusal = upload.refusal(bad);
    await expect(refusal).toContainText(bad.name);
    await expect(refusal).toContainText('Error: ');
    await upload.settle();
    await upload.publish.click();
    await expect(upload.panel(good).getByRole('link', { name: 'The good one' })).toBeVisible();
  });

  test('the same file twice leads to the track that has it', async ({ page, site, signIn }) => {
    await signIn();
    const upload = uploadPage(page);
    const file = trackFile(site, 'Only once');
    for (const round of [1, 2]) {
      await page.goto(routes.trackUpload());
      await upload.choose(file);
      if (round === 2) break;
      await upload.settle();
      await upload.publish.click();
      await expect(upload.panel(file).getByRole('link', { name: 'Only once' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Show it' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Only once');
  });

  test('uploads continue after a broken connection is restored', async ({ page, site, signIn }) => {
    await signIn();
    const upload = uploadPage(page);
    await page.goto(routes.trackUpload());
    const file = trackFile(site, 'Second try');
    await awake(page);
    await page.context().setOffline(true);
    await upload.choose(file);
    await expect(upload.refusal(file)).toContainText('Couldn’t reach the server');
    await page.context().setOffline(false); // the page is notified and continues by itself
    await expect(upload.panel(file)).toContainText('Ready');
    await upload.settle();
    await upload.publish.click();
    await expect(upload.panel(file).getByRole('link', { name: 'Second try' })).toBeVisible();
  });

  test('a visitor is asked to sign in first', async ({ page }) => {
    await page.goto(routes.trackUpload());
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});

test('files chosen before the page is hydrated are accepted, also from a folder', async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  const upload = uploadPage(page);
  const folder = await mkdtemp(join(tmpdir(), 'early-'));
  const [one, two] = [trackFile(site, 'Alone and early'), trackFile(site, 'Early in a folder')];
  await writeFile(join(folder, two.name), two.buffer);
  const chosen = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await chosen.promise;
    await route.continue();
  });
  await page.goto(routes.multiTrackUpload(), { waitUntil: 'commit' });
  await page.getByLabel('Track files').setInputFiles(one);
  await page.getByLabel('Folder of tracks').setInputFiles(folder);
  chosen.resolve();
  await expect(upload.outcome).toHaveText('2 tracks ready.');
  await rm(folder, { recursive: true });
});

test('only the tracks of a folder are uploaded; leaving the page asks first', async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  const upload = uploadPage(page);
  const folder = await mkdtemp(join(tmpdir(), 'tracks-'));
  const [one, two] = [trackFile(site, 'At the top'), trackFile(site, 'Further down')];
  await mkdir(join(folder, 'more', 'and more'), { recursive: true });
  await writeFile(join(folder, one.name), one.buffer);
  await writeFile(join(folder, 'more', 'and more', two.name), two.buffer);
  await writeFile(join(folder, 'more', 'readme.txt'), 'not a track');
  await page.goto(routes.multiTrackUpload());
  await awake(page);
  await page.getByLabel('Folder of tracks').setInputFiles(folder);
  await expect(upload.outcome).toHaveText('2 tracks ready.');
  await expect(upload.far).toContainText('1 other file in the folder was skipped.');
  await rm(folder, { recursive: true });
  const three = trackFile(site, 'From above');
  const transfer = await transferOf(page, [three]);
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(upload.outcome).toHaveText('3 tracks ready.');

  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  const asks = page.getByRole('dialog', { name: 'Leave without publishing?' });
  await expect(asks).toBeVisible();
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await expect(upload.panel(two)).toBeVisible();
  const unload = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await unload;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await asks.getByRole('button', { name: 'Leave the page' }).click();
  await expect(page).toHaveURL(/\/about$/);
});

test('everything works by keyboard only', async ({ page, site, signIn }) => {
  await signIn();
  const upload = uploadPage(page);
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
  await page.evaluate(() => document.readyState); // a round trip: the listener is registered before the key is pressed
  await page.keyboard.press('Enter');
  await (await opened).setFiles([file]);
  await expect(upload.panel(file).getByLabel('Track name')).toBeVisible();
  await tabTo('Difficulty');
  await page.keyboard.press('ArrowDown');
  await tabTo(site.tags[0]?.name ?? '');
  await page.keyboard.press('Space');
  await tabTo('Publish');
  await page.keyboard.press('Enter');
  await expect(upload.panel(file).getByRole('link', { name: 'No mouse' })).toBeVisible();
});
