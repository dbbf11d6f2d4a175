import { routes } from '#routes.ts';
import { expectNoAxeViolation } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { box, open } from './lists.ts';
import { register } from './people.ts';

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
