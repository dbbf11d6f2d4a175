import type { Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { demoTracks } from './demo.ts';
import { expect } from './fixtures.ts';

/** Three pages of tracks that stay the same while other tests publish. */
export const smallPages = `${routes.trackSearch(demoTracks)}&count=15`;
/** The list of the newest tracks on the front page. */
export const newestOnHome = 'tracksfrontpagetiles';
/** The front page with its newest tracks from this one on: other tests publish newer ones. */
export const homeFrom = (trackId: number) => `${routes.home()}?${newestOnHome}.from=${trackId}`;
export const box = (page: Page) => page.getByRole('main').getByRole('combobox', { name: /^search/i });
export const firstName = (page: Page) => page.getByRole('main').locator('.tn').first();
export const next = (page: Page) => page.getByRole('link', { name: 'Next page' });
export const names = (page: Page) => page.getByRole('main').locator('.tn').allInnerTexts();

/** Opens a page and waits until its islands are hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('.q--live')).toBeVisible();
}

/** Waits until the islands of the page are hydrated, so that they react to input. */
export const awake = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);
