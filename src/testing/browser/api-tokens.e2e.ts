import { routes } from '#routes/routes.ts';
import { expect, test } from './tools/fixtures.ts';

test('an API token is created, shown once, listed and revoked, without scripts', async ({
  browser,
  signIn,
  context,
  origin,
  extraHTTPHeaders,
}) => {
  await signIn();
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    baseURL: origin,
    extraHTTPHeaders,
  });
  const page = await plain.newPage();
  await page.goto(routes.account());
  await page.getByRole('main').getByRole('link', { name: 'Create a token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Night shift');
  await page.getByLabel('Read your private messages').check();
  await page.getByLabel('Valid for').selectOption('30');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('heading', { name: 'Your new API token' })).toBeVisible();
  await expect(page.getByText(/^paddock_[\w-]{43}$/)).toBeVisible();
  await page.getByRole('link', { name: 'I’ve copied it' }).click();
  await expect(page.getByText('Night shift')).toBeVisible();
  await expect(page.getByText('never used')).toBeVisible();
  await expect(page.getByText(/paddock_/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke Night shift' }).click();
  await expect(page.getByRole('status')).toHaveText(/^Token revoked/);
  await expect(page.getByText('Night shift')).toHaveCount(0);
  await plain.close();
});
