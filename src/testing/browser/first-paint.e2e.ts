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

test('sections of the front page that a phone lays out later get as much room as they need', async ({
  page,
}) => {
  await page.goto(routes.home());
  const sections = await page.evaluate(async () => {
    const found = [...document.querySelectorAll('.home section')].filter(
      (section) => getComputedStyle(section).contentVisibility === 'auto',
    );
    const heights = [];
    for (const section of found) {
      const reserved = Number.parseFloat(
        getComputedStyle(section).containIntrinsicHeight.replace('auto', ''),
      );
      section.scrollIntoView();
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      heights.push({ id: section.id, reserved, height: section.getBoundingClientRect().height });
    }
    return heights;
  });
  expect(sections.length).toBeGreaterThan(5);
  // one that is taller covers the next one for programs that look for what is too small to be tapped
  for (const { id, reserved, height } of sections) expect.soft(height, id).toBeLessThanOrEqual(reserved);
});
