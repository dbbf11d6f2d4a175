import type { Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { expect, test } from './tools/fixtures.ts';
import { expectMail } from './tools/mails.ts';
import { newPerson, type Person, register, Script } from './tools/people.ts';

async function fillLogin(page: Page, person: Pick<Person, 'name' | 'password'>): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel(/name/i).fill(person.name);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

async function openMenu(page: Page): Promise<void> {
  await page.getByText('My menu').locator('..').click();
}

const menuOf = (page: Page, person: Person) =>
  page.getByRole('banner').getByText(person.name, { exact: true });

test('signing in happens in a separate window, over a shaded page', async ({ page, origin }) => {
  const person = await register(origin);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(routes.home());
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click(),
  ]);
  await popup.waitForURL(/\/login\?/); // it is empty at first
  await expect.poll(() => popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 800]);
  const overlay = page
    .getByText(/sign(ing)? in/i)
    .and(page.locator('[data-login-overlay] *, [data-login-overlay], dialog[open] *'));
  await expect(overlay.first()).toBeVisible();
  await fillLogin(popup, person);
  // the page behind becomes active only when the window has closed
  await expect(page.getByText('My menu')).toBeAttached();
  await expect(overlay).toHaveCount(0);
  await openMenu(page);
  await expect(menuOf(page, person)).toBeVisible();
});

test.describe('refusals', () => {
  test.use({ expectsRefusals: true });

  test('a wrong password is refused without revealing who exists', async ({ page, origin }) => {
    const person = await register(origin);
    const sentences: string[] = [];
    for (const name of [person.name, newPerson().name]) {
      await page.goto(routes.login());
      await fillLogin(page, { name, password: 'not the password' });
      sentences.push(await page.getByRole('alert').first().innerText());
    }
    expect(sentences[0]).not.toBe('');
    expect(sentences[1]).toBe(sentences[0]);
  });
});

test('a forgotten password is replaced by mail, requested by name, once', async ({ page, origin }) => {
  const person = await register(origin);
  await page.goto(routes.forgotPassword());
  await page.getByRole('main').getByLabel('Name or email address').fill(person.name);
  await page.getByRole('main').getByRole('button').first().click();
  const link = await expectMail(person.email, /https?:\/\/\S+\/account\/reset\S*/);
  await page.goto(link);
  await page
    .getByRole('main')
    .getByLabel(/password/i)
    .first()
    .fill('a brand new one, longer');
  await page.getByRole('main').getByRole('button').first().click();
  await expect(page).toHaveURL(/done=reset/);
  await page.goto(routes.login());
  await fillLogin(page, { name: person.name, password: 'a brand new one, longer' });
  await openMenu(page);
  await expect(menuOf(page, person)).toBeVisible();
});

test('changing the password ends every other session', async ({ page, origin, signIn }) => {
  const person = await signIn();
  const elsewhere = new Script(origin);
  await elsewhere.post(routes.login(), { Name: person.name, Password: person.password });
  expect((await elsewhere.viewer()).User?.Name).toBe(person.name);

  await page.goto(routes.account());
  const form = page.getByRole('main');
  await form.getByLabel(/old|current/i).fill(person.password);
  await form.getByLabel(/new/i).fill('quite another phrase');
  await form.getByRole('button', { name: /change/i }).click();
  await expect(page.getByRole('status').first()).toBeVisible();
  expect((await elsewhere.viewer()).User).toBeNull();

  await elsewhere.post(routes.login(), { Name: person.email, Password: 'quite another phrase' });
  expect((await elsewhere.viewer()).User?.Name).toBe(person.name);
});
