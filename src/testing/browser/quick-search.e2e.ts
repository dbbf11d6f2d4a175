import { routes } from '#routes/routes.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { expect, test } from './tools/fixtures.ts';
import { box, open } from './tools/lists.ts';
import { register } from './tools/people.ts';

test('the quick search finds people, tracks and pages from any page', async ({ page, origin }) => {
  const person = await register(origin);
  await page.goto(routes.about());
  await page.keyboard.press('s');
  const window = page.getByRole('dialog', { name: 'Quick search' });
  const input = window.getByRole('textbox');
  await expect(input).toBeFocused();
  await page.keyboard.type(person.name);
  await expect(window.getByRole('link', { name: new RegExp(person.name) })).toBeVisible();
  await expect(window.getByText('(No results found)')).not.toHaveCount(0);
  await expectNoAxeViolation(page);
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();

  await page.keyboard.press('S');
  await input.fill('leadrboard');
  await expect(window.getByRole('link', { name: /Leaderboards/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(window.locator('a.qs__r').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(input).toBeFocused();
  await input.fill(person.name);
  await expect(window.getByRole('link', { name: new RegExp(person.name) })).toBeVisible();
  await window.getByRole('link', { name: new RegExp(person.name) }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.name);
});

test('S is a letter in text fields', async ({ page }) => {
  await open(page, routes.trackSearch());
  await box(page).focus();
  await page.keyboard.type('sss');
  await expect(box(page)).toHaveValue('sss');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the list of shortcuts opens at its top', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(routes.about());
  await page.keyboard.press('?');
  const window = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const heading = window.getByRole('heading', { name: 'Keyboard shortcuts' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(window.getByRole('checkbox')).toBeFocused();
});

test.describe('without a connection', () => {
  test.use({ expectsRefusals: true });

  test('the quick search says so, whether its script or its results cannot be loaded', async ({
    page,
    context,
  }) => {
    await page.goto(routes.about());
    const window = page.getByRole('dialog', { name: 'Quick search' });
    const failure = window.getByRole('alert');
    const input = window.getByRole('textbox');
    await context.setOffline(true);
    const notice = page.getByRole('alert').getByText(/^Couldn’t reach the server/);
    await page.keyboard.press('s');
    await expect(notice).toBeVisible();
    await expect(window).toBeHidden();
    await context.setOffline(false);
    await page.keyboard.press('s');
    await input.fill('about');
    await expect(window.getByRole('heading', { name: 'Tracks' })).toBeVisible();
    await expect(failure).toHaveCount(0);
    await context.setOffline(true);
    await input.fill('about us');
    await expect(failure).toHaveText('Error: Couldn’t reach the server. Try again.');
    await expect(window.getByRole('heading', { name: 'Tracks' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(window).toBeHidden();
    await expect(notice).toBeHidden();
    await page.keyboard.press('?');
    await expect(notice).toBeVisible();
  });
});
