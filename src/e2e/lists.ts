import type { Page } from 'playwright/test';
import { routes } from '#routes.ts';
import { demoTracks } from './demo.ts';
import { expect } from './fixtures.ts';

/** Three pages of tracks that stay the same ones while other tests publish. */
export const smallPages = `${routes.trackSearch(demoTracks)}&count=15`;
/** The list of the newest tracks on the front page. */
export const newestOnHome = 'tracksfrontpagetiles';
/** The front page, its newest tracks from this one on: in front of it others publish. */
export const homeFrom = (trackId: number) => `${routes.home()}?${newestOnHome}.from=${trackId}`;
export const box = (page: Page) => page.getByRole('main').getByRole('combobox', { name: /^search/i });
export const firstName = (page: Page) => page.getByRole('main').locator('.tn').first();
export const next = (page: Page) => page.getByRole('link', { name: 'Next page' });
export const names = (page: Page) => page.getByRole('main').locator('.tn').allInnerTexts();

/** The page has taken over from what the server wrote. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('.q--live')).toBeVisible();
}

/** The islands of the page have taken over: what is typed and pressed from now on is heard. */
export const awake = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);
