import type { Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { demoTrack, demoTracks } from './tools/demo.ts';
import { expect, test } from './tools/fixtures.ts';
import { maxShift, shiftSoFar } from './tools/layout-shift.ts';

// Phones place letters between pixels; without this, Linux rounds the width of each letter.
test.use({
  viewport: { width: 412, height: 823 },
  launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--font-render-hinting=none'] },
});

/** Fonts before anything else is shown. */
const maxFontBytes = 60 * 1024;

/** Opens a page whose fonts arrive after its first paint, and says how far that moved what was there. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  return shiftSoFar(page);
}

test('pages have one style sheet and few fonts, and nothing moves when the fonts arrive', async ({
  page,
  origin,
  signInToLook,
}) => {
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await route.continue();
  });
  const { TrackId } = await demoTrack(origin);
  // names that other tests use need more parts of the fonts
  const search = routes.trackSearch(demoTracks);
  const tracks = [routes.trackShow(TrackId), routes.replayView(TrackId), search];
  for (const path of [routes.register(), routes.home(), routes.about(), ...tracks, routes.trackUpload()]) {
    if (path === routes.trackUpload()) await signInToLook();
    expect.soft(await shiftOf(page, path), path).toBeLessThanOrEqual(maxShift);
    await expect.soft(page.locator('link[rel="stylesheet"]'), path).toHaveCount(1);
    const fonts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.woff2'))
        .map((entry) => Number(Reflect.get(entry, 'encodedBodySize'))),
    );
    expect.soft(fonts.length, path).toBeGreaterThanOrEqual(2);
    expect
      .soft(
        fonts.reduce((sum, bytes) => sum + bytes, 0),
        path,
      )
      .toBeLessThanOrEqual(maxFontBytes);
  }
});
