import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright/test';
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
  const weigh = (request: Request) => {
    if (request.resourceType() !== 'script') return;
    scripts.push(
      request.response().then(async (response) => gzipSync((await response?.body()) ?? '').length),
    );
  };
  page.on('request', weigh);
  await load();
  for (let known = -1; known < scripts.length; ) {
    known = scripts.length;
    await Promise.all(scripts);
    await page.waitForTimeout(250);
  }
  page.off('request', weigh);
  const inline = await page.locator('script:not([src])').allTextContents();
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  return bytes + gzipSync(inline.join('\n')).length;
}

/** Every page loads all its scripts, whatever the page before it has loaded. */
async function withoutCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
}

/** As many pages as one browser visits one after the other: starting one takes as long as weighing a page. */
const pagesOfWalk = 10;

for (const site of sites) {
  test.describe(site.label, () => {
    test.use({ site });
    // editions are built from the same sources: one is weighed whole, of the others the page that has the most
    const weighed = pages.filter((page) => page.reads && (site === anySite || page.name === 'track'));
    for (const expectsRefusals of [false, true]) {
      const visited = weighed.filter(({ status }) => (status !== undefined) === expectsRefusals);
      for (let from = 0; from < visited.length; from += pagesOfWalk) {
        const walk = visited.slice(from, from + pagesOfWalk);
        test.describe(walk.map(({ name }) => name).join(', '), () => {
          test.use({ expectsRefusals });
          test('are read with at most 5 kB of JavaScript', async ({ page, origin }) => {
            await withoutCache(page);
            for (const one of walk) {
              const bytes = await scriptBytes(page, async () => {
                await page.goto(await one.path(origin));
                await page.mouse.wheel(0, 100_000); // islands that wake when they come into view count as well
              });
              expect.soft(bytes, one.name).toBeGreaterThan(1000); // scripts were found
              expect.soft(bytes, one.name).toBeLessThanOrEqual(mostBytes.read);
            }
          });
        });
      }
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
