import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { routes } from '#routes/routes.ts';
import { bmpOf } from '#testing/pictures.ts';
import { transferOf } from './tools/data-transfer.ts';
import { expect, test } from './tools/fixtures.ts';
import { trackFile } from './tools/track-file.ts';
import { uploadPage } from './tools/upload-page.ts';

const colours = { red: '#c03030', green: '#30a050', blue: '#3050c0' } as const;
type Colour = keyof typeof colours;

/** A picture of one colour, named after it. */
async function shot(colour: Colour, width = 640, height = 400) {
  const background = colours[colour];
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: `${colour}.png`, mimeType: 'image/png', buffer };
}

/** Passes files to the picker as dropping or pasting them would. */
async function hand(
  page: Page,
  act: 'drop' | 'paste',
  files: Parameters<typeof transferOf>[1],
): Promise<void> {
  const transfer = await transferOf(page, files);
  if (act === 'drop') await page.locator('.pics').dispatchEvent('drop', { dataTransfer: transfer });
  else
    await page.locator('.pics').evaluate((picker, clipboardData) => {
      picker.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, transfer);
}

const order = async (page: Page) =>
  (
    await page
      .locator('.pics__list > li')
      .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label')))
  ).map((label) => /: (\w+)\./.exec(label ?? '')?.[1]);

/** The colour in the middle of a visible picture, as the browser painted it. */
async function paintedColour(page: Page, name: string): Promise<Colour | undefined> {
  const image = page.getByRole('img', { name });
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
  const { dominant } = await sharp(await image.screenshot()).stats();
  const far = (colour: Colour) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(colours[colour].slice(at, at + 2), 16),
    );
    return Math.abs(r - dominant.r) + Math.abs(g - dominant.g) + Math.abs(b - dominant.b);
  };
  const names = Object.keys(colours) as Colour[]; // the keys of `colours` are Colour by definition
  return names.sort((a, b) => far(a) - far(b))[0];
}

test('pictures are chosen, dropped and pasted, put in order by keyboard, and the cover leads on the page', async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  const upload = uploadPage(page);
  await page.goto(routes.trackUpload());
  const file = trackFile(site, 'Well lit');
  await upload.choose(file);
  const panel = upload.panel(file);
  await expect(panel).toContainText('(no file selected)');
  await panel.getByLabel(/^Screenshots of/).setInputFiles([await shot('red'), await shot('green', 399)]);
  await expect(panel).toContainText('Too tiny (at least 400x290). The image has been removed.');
  await hand(page, 'drop', [await shot('blue')]);
  await hand(page, 'paste', [{ name: 'green.bmp', mimeType: 'image/bmp', buffer: bmpOf(600, 400) }]);
  await expect.poll(() => order(page)).toEqual(['red', 'blue', 'green']);
  await expect(page.getByRole('region', { name: 'blue.png' })).toHaveCount(0); // the page did not take it for a track
  await expect(panel.getByRole('progressbar')).toHaveCount(0);

  await panel.getByRole('button', { name: 'Move later: red.png' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => order(page)).toEqual(['blue', 'red', 'green']);
  await expect(panel.getByRole('button', { name: 'Move later: red.png' })).toBeFocused();
  await panel.getByRole('button', { name: 'Remove green.bmp' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => order(page)).toEqual(['blue', 'red']);
  await expect(panel.getByRole('button', { name: 'Remove red.png' })).toBeFocused();

  await upload.settle();
  await upload.publish.click();
  await panel.getByRole('link', { name: 'Well lit' }).click();
  await page.waitForURL(/\/trackshow\/\d+/); // completely: the buttons of the pictures need a script
  const carousel = page.getByRole('region', { name: 'Pictures of Well lit' });
  await expect(carousel).toContainText('1 / 2');
  await expect.poll(() => paintedColour(page, 'Screenshot 1 of Well lit')).toBe('blue');
  await carousel.getByRole('button', { name: 'Next picture' }).click();
  await expect(carousel).toContainText('2 / 2');
  await expect.poll(() => paintedColour(page, 'Screenshot 2 of Well lit')).toBe('red');
  await page.keyboard.press('Home');
  await expect(carousel).toContainText('1 / 2');
  // a job draws it
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('img', { name: /^Well lit drawn from its blocks/ })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
});

test('an avatar is chosen, the shown part of it selected by keyboard, and saved', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto(routes.userEdit());
  const form = page.locator('form', { has: page.getByLabel('File') });
  await form.scrollIntoViewIfNeeded();
  await expect(form.locator('astro-island[ssr]')).toHaveCount(0);
  const input = form.getByLabel('File');
  await input.setInputFiles(await shot('blue'));
  await expect(form).toContainText('blue.png');
  const frame = form.getByRole('application', { name: /^Selected area/ });
  const left = form.locator('input[name="CropX"]');
  const middle = await left.inputValue();
  await frame.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(left).not.toHaveValue(middle);
  await input.setInputFiles([]);
  await expect(frame).toHaveCount(0);
  await expect(form).toContainText('(no file selected)');
  await input.setInputFiles(await shot('blue'));
  await expect(frame).toBeVisible();
  await form.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Your picture was changed.')).toBeVisible();
  expect(await paintedColour(page, 'Your current picture')).toBe('blue');
});
