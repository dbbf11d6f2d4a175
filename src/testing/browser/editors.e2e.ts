import { routes } from '#routes/routes.ts';
import { pngOf } from '#testing/pictures.ts';
import { expect, test } from './tools/fixtures.ts';
import { awake } from './tools/lists.ts';
import { become, sent } from './tools/payloads.ts';
import { register } from './tools/people.ts';

test('a name is completed after @ with the keyboard, and mentioned', async ({ page, signIn }) => {
  await signIn();
  await page.goto(routes.threadCreate(2));
  await page.getByLabel('Title').fill('Whom do you mean?');
  const text = page.getByRole('textbox', { name: /text|post|message/i }).last();
  await text.focus();
  await expect(page.getByRole('button', { name: 'Preview' })).toBeVisible();
  await text.pressSequentially('Hello @bo');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.filter({ hasText: /^bob/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await text.pressSequentially('b');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(options).toHaveCount(0);
  await expect(text).toHaveValue('Hello @bob ');
  await text.pressSequentially('and everyone');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toHaveText('Hello bob and everyone');
  await expect(preview.getByRole('link', { name: 'bob' })).toBeVisible();
  await page
    .getByRole('button', { name: /start|post|create/i })
    .last()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Whom do you mean?' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'bob' })).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ expectsRefusals: true });

  test('a text goes on although the names after @ cannot be loaded, and the next @ loads them', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn();
    await page.goto(routes.threadCreate(2));
    const text = page.getByRole('textbox', { name: /text|post|message/i }).last();
    await text.focus();
    await expect(page.getByRole('button', { name: 'Preview' })).toBeVisible();
    await awake(page);
    await context.setOffline(true);
    await text.pressSequentially('Hello @bo and ');
    await expect(text).toHaveValue('Hello @bo and ');
    await context.setOffline(false);
    await text.pressSequentially('@bo');
    await expect(page.getByRole('listbox').getByRole('option', { name: /^bob/ })).toBeVisible();
  });
});

test('text is kept that was typed, or restored after Back, before the editor has loaded', async ({
  page,
  context,
  origin,
}) => {
  const { script } = await register(origin);
  await sent(script, routes.userEdit(), { About: 'Stored', Title: '', Address: '' });
  await become(context, script);
  const about = page.getByLabel('About you');
  const count = page.locator('#f-About-count');
  const isLoaded = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await isLoaded.promise;
    await route.continue();
  });
  await page.goto(routes.userEdit(), { waitUntil: 'commit' });
  await about.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' early');
  await expect(about).toHaveValue('Stored early');
  isLoaded.resolve();
  await awake(page);
  await page.keyboard.type(', late');
  await expect(about).toHaveValue('Stored early, late');
  await expect(count).toHaveText(/^18 /);

  await page.goto(routes.about());
  await page.goBack();
  await awake(page);
  await expect(about).toHaveValue('Stored early, late');
  await expect(count).toHaveText(/^18 /);
});

test('the crop of a picture is moved with the pointer and the arrow keys, resized, and shown', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto(routes.userEdit());
  const form = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Upload' }) })
    .first();
  const file = form.getByLabel('File');
  const part = (name: string) => form.locator(`input[name="${name}"]`);
  const amount = async (name: string) => Number(await part(name).inputValue());
  await form.scrollIntoViewIfNeeded();
  // the field works before its script, which shows the selection
  await expect(async () => {
    await file.setInputFiles([]);
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await pngOf(800, 400, 5) });
    await expect(part('CropX')).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  const centre = await amount('CropX');
  const frame = form.getByRole('application');
  await frame.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await amount('CropX')).toBeCloseTo(centre - 0.02, 4);
  await page.keyboard.press('Shift+ArrowLeft');
  expect(await amount('CropX')).toBeCloseTo(centre - 0.025, 4);
  const box = await frame.boundingBox();
  if (!box) throw new Error('The picture is not shown.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  // it stays inside the picture
  expect((await amount('CropX')) + (await amount('CropWidth'))).toBeCloseTo(1, 3);
  const wide = await amount('CropWidth');
  await form.getByLabel('Size of the selection').press('Home');
  expect(await amount('CropWidth')).toBeLessThan(wide);
  await form.getByRole('button', { name: 'Upload' }).click();
  const shown = page.getByRole('img', { name: 'Your current picture' });
  await expect(shown).toBeVisible();
  // again after the page that the upload leads to has replaced this one
  await expect(async () => {
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(60);
  }).toPass();
});
