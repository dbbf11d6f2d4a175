import type { Page } from 'playwright/test';
import { modeCookieName } from '#platform/auth/cookies.ts';
import { routes } from '#routes/routes.ts';
import { expect, test } from './tools/fixtures.ts';
import { Script } from './tools/people.ts';

test.use({ viewport: { width: 1440, height: 900 } });

async function choose(page: Page, mode: 'Automatic' | 'Day' | 'Night'): Promise<void> {
  const button = page.getByRole('banner').getByRole('button', { name: mode }).first();
  if (!(await button.isVisible())) {
    await page.getByRole('banner').locator('summary[aria-label="Theme"]').click();
  }
  await button.click();
}

test("a user's choice is stored in the profile", async ({ page, origin, signIn }) => {
  const { name, password } = await signIn();
  await page.goto(routes.home());
  const saved = page.waitForResponse((response) => response.url().includes('/toggleui/') && response.ok());
  await choose(page, 'Night');
  await saved;
  const elsewhere = new Script(origin);
  await elsewhere.post(routes.login(), { Name: name, Password: password });
  expect((await elsewhere.viewer()).UiMode).toBe(1);
});

test("a visitor's choice is shown before any file of scripts has arrived", async ({
  page,
  context,
  origin,
}) => {
  await context.addCookies([{ name: modeCookieName(false), value: '1', url: origin }]);
  await page.route(/\.js$/, () => {}); // they never arrive
  for (const path of [routes.home(), routes.help(), routes.login()]) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('html'), path).toHaveAttribute('data-mode', 'night');
  }
});
