import { gzipSync } from 'node:zlib';
import { anySite, expect, sites, test } from './fixtures.ts';
import { pages } from './pages.ts';

const mostBytes = 5 * 1024;

for (const site of sites) {
  test.describe(site.label, () => {
    test.use({ site });
    // editions are built from the same sources: one is weighed whole, of the others the page that has the most
    const weighed = pages.filter((page) => page.reads && (site === anySite || page.name === 'track'));
    for (const visited of weighed) {
      test.describe(visited.name, () => {
        test.use({ expectsRefusals: visited.status !== undefined });
        test('is read with at most 5 kB of JavaScript', async ({ page, origin }) => {
          const scripts: Promise<number>[] = [];
          page.on('response', (response) => {
            if (response.request().resourceType() !== 'script') return;
            scripts.push(response.body().then((body) => gzipSync(body).length));
          });
          await page.goto(await visited.path(origin));
          await page.mouse.wheel(0, 100_000); // islands that wake when they come into view count as well
          await page.waitForLoadState('networkidle');
          const inline = await page.locator('script:not([src])').allTextContents();
          const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
          expect(bytes + gzipSync(inline.join('\n')).length).toBeLessThanOrEqual(mostBytes);
        });
      });
    }
  });
}
