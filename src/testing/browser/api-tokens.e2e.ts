import { routes } from '#routes/routes.ts';
import { expect, test } from './tools/fixtures.ts';

test('an API token is created, shown once, listed and revoked, and an application gets one, without scripts', async ({
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

  // an application that the same user registers and allows; the browser applies the page's policy also to where the form leads
  const back = 'http://127.0.0.1:4799/back';
  await page.getByRole('link', { name: 'My applications' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Route Planner');
  await page.getByLabel('Website').fill('https://routes.example/');
  await page.getByLabel('Addresses').fill('http://127.0.0.1/back');
  await page.getByRole('button', { name: 'Register application' }).click();
  await expect(page.getByRole('status')).toHaveText(/^Application registered/);
  const clientId = (await page.getByText(/^[\da-f]{32}$/).textContent()) ?? '';
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: back,
    scope: 'playlater',
    state: 'as sent',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  };
  await page.goto(routes.oauthAuthorize(asked));
  await expect(page.getByText('See and change your Play later')).toBeVisible();
  // no program waits there: what counts is that the browser goes there
  const arrival = page.waitForRequest((request) => request.url().startsWith(back));
  await page.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true });
  const answer = new URL((await arrival).url()).searchParams;
  expect([answer.get('code')?.length, answer.get('state')]).toEqual([43, 'as sent']);
  await plain.close();
});
