import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { routes } from '#routes.ts';
import { anySite, expect, sites, test } from './fixtures.ts';
import { pages } from './pages.ts';

/** A page that is only read, and a list that is searched. */
const mostBytes = { read: 5 * 1024, searched: 110 * 1024 } as const;

/**
 * The compressed size of all scripts of a page, the inline ones included. Scripts load others, so it ends when all have arrived
 * and no other is requested for a quarter of a second. Requests of other kinds do not count: one of them may last as long as the page.
 */
async function scriptBytes(page: Page, load: () => Promise<unknown>): Promise<number> {
  const scripts: Promise<number>[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') return;
    scripts.push(
      request.response().then(async (response) => gzipSync((await response?.body()) ?? '').length),
    );
  });
  await load();
  for (let known = -1; known < scripts.length; ) {
    known = scripts.length;
    await Promise.all(scripts);
    await page.waitForTimeout(250);
  }
  const inline = await page.locator('script:not([src])').allTextContents();
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  return bytes + gzipSync(inline.join('\n')).length;
}

for (const site of sites) {
  test.describe(site.label, () => {
    test.use({ site });
    // editions are built from the same sources: one is weighed whole, of the others the page that has the most
    const weighed = pages.filter((page) => page.reads && (site === anySite || page.name === 'track'));
    for (const visited of weighed) {
      test.describe(visited.name, () => {
        test.use({ expectsRefusals: visited.status !== undefined });
        test('is read with at most 5 kB of JavaScript', async ({ page, origin }) => {
          const bytes = await scriptBytes(page, async () => {
            await page.goto(await visited.path(origin));
            await page.mouse.wheel(0, 100_000); // islands that wake when they come into view count as well
          });
          expect(bytes).toBeLessThanOrEqual(mostBytes.read);
        });
      });
    }
  });
}

/** The front page before pictures and fonts: HTML, CSS and JavaScript. */
const mostHomeBytes = 60_000;

for (const site of sites) {
  test.describe(`${site.label}, front page`, () => {
    test.use({ site });
    test('has at most 60 kB of HTML, CSS and JavaScript, compressed', async ({ page }) => {
      const bodies: Promise<Buffer>[] = [];
      page.on('response', (response) => {
        if (['document', 'stylesheet', 'script'].includes(response.request().resourceType()))
          bodies.push(response.body());
      });
      await page.goto(routes.home(), { waitUntil: 'networkidle' });
      const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
      expect(sizes.length).toBeGreaterThan(2); // the page, its styles and its scripts
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostHomeBytes);
    });
  });
}

for (const path of [routes.trackSearch(), routes.packSearch(), routes.news(), routes.leaderboards()]) {
  test(`${path} comes with at most 110 kB of JavaScript`, async ({ page }) => {
    const bytes = await scriptBytes(page, () => page.goto(path));
    expect(bytes).toBeGreaterThan(mostBytes.read); // scripts were found
    expect(bytes).toBeLessThanOrEqual(mostBytes.searched);
  });
}
