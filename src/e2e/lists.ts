import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { routes } from '#routes.ts';
import { expect } from './fixtures.ts';

/** Enough rows for three pages: the demo community has forty tracks. */
export const smallPages = `${routes.trackSearch()}?count=15`;
export const box = (page: Page) => page.getByRole('main').getByRole('combobox', { name: /^search/i });
export const firstName = (page: Page) => page.getByRole('main').locator('.tn').first();
export const next = (page: Page) => page.getByRole('link', { name: 'Next page' });
export const names = (page: Page) => page.getByRole('main').locator('.tn').allInnerTexts();

/** The page has taken over from what the server wrote. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('.q--live')).toBeVisible();
}

export async function expectNoAxeViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target.join(' '))])).toEqual([]);
}
