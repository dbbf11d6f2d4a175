import type { Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { expect, test } from './tools/fixtures.ts';
import type { Person } from './tools/people.ts';

/** Adds a device to this browser whose fingerprint reader always accepts. */
async function withDevice(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function typePassword(page: Page, person: Pick<Person, 'name' | 'password'>): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel(/name/i).fill(person.name);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

test('a passkey is created and signs in; a recovery code does so without scripts', async ({
  page,
  origin,
  signIn,
  browser,
  extraHTTPHeaders,
}) => {
  const person = await signIn();
  await withDevice(page);
  await page.goto(routes.account());
  await page.getByRole('link', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  const codes = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('link', { name: 'I’ve saved them' }).click();
  await expect(page.getByRole('button', { name: /Remove Passkey/ })).toBeVisible();

  await page.context().clearCookies();
  await page.goto(routes.login(routes.notices()));
  await typePassword(page, person);
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(origin + routes.notices());

  const plain = await browser.newContext({ baseURL: origin, javaScriptEnabled: false, extraHTTPHeaders });
  const plainPage = await plain.newPage();
  await plainPage.goto(routes.login(routes.account()));
  await typePassword(plainPage, person);
  await plainPage.getByLabel('Recovery code').fill(codes[0] ?? '');
  await plainPage.getByRole('button', { name: 'Sign in' }).click();
  await expect(plainPage.getByRole('heading', { name: 'My account' })).toBeVisible();
  await expect(plainPage.getByText('This session')).toBeVisible();
  await plain.close();
});

test('the sign-in window goes through the second step and closes', async ({ page, signIn }) => {
  const person = await signIn();
  await withDevice(page);
  await page.goto(routes.accountFactors());
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  const [code = ''] = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  await page.context().clearCookies();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(routes.home());
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click(),
  ]);
  await popup.waitForURL(/\/login\?/);
  await typePassword(popup, person);
  await popup.getByLabel('Recovery code').fill(code);
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('My menu')).toBeAttached();
});

test('a device that already has a passkey is refused with a sentence, and the page still works', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto(routes.accountFactors());
  await withDevice(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('link', { name: 'I’ve saved them' }).click();
  // the same device again
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('alert').filter({ visible: true })).toContainText(
    'already has a passkey for this account',
  );
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeEnabled();
});
