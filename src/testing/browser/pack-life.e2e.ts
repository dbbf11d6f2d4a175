import { routes } from '#routes/routes.ts';
import { pngOf } from '#testing/pictures.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { expect, test } from './tools/fixtures.ts';
import { awake } from './tools/lists.ts';
import { register } from './tools/people.ts';

test.use({ expectsRefusals: true, viewport: { width: 360, height: 740 } });

test('a pack is created, gets a picture and a manager, is edited by two users, deleted and restored', async ({
  page,
  origin,
  signIn,
  browser,
}) => {
  const owner = await signIn();
  const friend = await register(origin);
  await page.goto(routes.trackPackCreate());
  await awake(page);
  await expectNoAxeViolation(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const name = page.getByLabel('Name', { exact: true });
  const description = page.getByLabel('Description', { exact: true });
  const create = page.getByRole('button', { name: 'Create trackpack' });
  await name.fill('Evening Tour');
  await description.fill('Short [b]tracks[/b].');
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('tracks');
  await page
    .getByLabel('Picture')
    .setInputFiles([{ name: 'tiny.png', mimeType: 'image/png', buffer: await pngOf(200, 100) }]);
  await create.click();
  await expect(page.getByRole('alert').first()).toContainText('Too tiny (at least 400x290).');
  await expect(description).toHaveValue('Short [b]tracks[/b].');
  await page
    .getByLabel('Picture')
    .setInputFiles([{ name: 'cover.png', mimeType: 'image/png', buffer: await pngOf(800, 500) }]);
  const box = page.getByRole('combobox', { name: 'Add a manager' });
  await box.focus();
  await page.keyboard.type(friend.name);
  await page.getByRole('option', { name: friend.name }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: friend.name })).toBeVisible();
  await page.keyboard.type(friend.name);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.getByText('User is already listed as manager.')).toBeVisible();
  await box.fill('');
  await create.focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evening Tour');
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  const picture = page.locator('.packhead .packpic img');
  await expect(picture).toHaveJSProperty('naturalWidth', 640);
  await expect(page.getByText('No tracks added yet.').first()).toBeVisible();
  const toggle = page.locator('summary').filter({ hasText: 'Hide Description' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Short tracks.')).toBeHidden();
  await expectNoAxeViolation(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await awake(page);
  await expectNoAxeViolation(page);
  await friend.script.post(routes.trackPackEdit(id), { Description: 'By the friend.' });
  await name.fill('Morning Tour');
  await page.getByRole('checkbox', { name: 'Remove picture' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').first()).toContainText('this pack changed while you were editing');
  await expect(name).toHaveValue('Morning Tour');
  await expect(page.getByRole('region', { name: 'Saved by another player' })).toContainText('By the friend.');
  await awake(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The trackpack was saved.')).toBeVisible();
  await expect(name).toHaveValue('Morning Tour');

  await page.getByRole('link', { name: 'Delete this trackpack' }).click();
  await page.getByRole('button', { name: 'Delete this trackpack' }).click();
  await expect(page).toHaveURL(routes.deletedPacks());
  await page.getByRole('button', { name: 'Restore Morning Tour' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Morning Tour');
  await expect(page.getByText(`by ${owner.name}`)).toBeVisible();
  await expect(page.getByText('The trackpack was restored.')).toBeVisible();
  await page.goto(routes.trackPackEdit(id));
  await awake(page);
  await page.getByRole('radio', { name: /^Hidden/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The trackpack was saved.')).toBeVisible();
  await page.goto(routes.trackPackShow(id));
  await expect(page.getByRole('region', { name: 'Hidden' })).toHaveText(
    /^Hidden (now|\d+ minutes? ago)\. Its owner hid it\. You can show it again .* Only its managers and moderators can see it\.$/,
  );

  // without scripts the same form is enough
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  await context.addCookies(await page.context().cookies());
  const plain = await context.newPage();
  await plain.goto(routes.trackPackEdit(id));
  await plain.getByLabel('Name', { exact: true }).fill('$f00$o');
  await plain.getByLabel('Description', { exact: true }).fill('Stays.');
  await plain.getByRole('button', { name: 'Save' }).click();
  await expect(plain.getByRole('alert').first()).toContainText('A name is required.');
  await expect(plain.getByLabel('Description', { exact: true })).toHaveValue('Stays.');
  await plain.getByLabel('Name', { exact: true }).fill('Plain Tour');
  await plain.getByRole('checkbox', { name: `Remove ${friend.name} from the managers` }).check();
  await plain.getByRole('button', { name: 'Save' }).click();
  await expect(plain.getByText('The trackpack was saved.')).toBeVisible();
  await expect(plain.getByRole('checkbox', { name: /from the managers/ })).toHaveCount(0);
  await context.close();
});
