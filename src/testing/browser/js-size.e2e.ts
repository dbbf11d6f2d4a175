import { gzipSync } from 'node:zlib';
import { routes } from '#routes/routes.ts';
import { expect, sites, test } from './tools/fixtures.ts';
import { LoadedScripts } from './tools/script-size.ts';

/** The front page before pictures and fonts: HTML, CSS and JavaScript. */
const maxHomeBytes = 60_000;

for (const site of sites) {
  test.describe(`${site.label}, front page`, () => {
    test.use({ site });
    test('has at most 60 kB of HTML, CSS and JavaScript, compressed', async ({ page }) => {
      const bodies: Promise<Buffer>[] = [];
      page.on('response', (response) => {
        if (['document', 'stylesheet', 'script'].includes(response.request().resourceType()))
          bodies.push(response.body());
      });
      await page.goto(routes.home());
      const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
      expect(sizes.length).toBeGreaterThan(2); // the page, its styles and its scripts
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxHomeBytes);
    });
  });
}

/** A page without what it is about, for visitors. */
const maxFrameBytes = 12_000;

for (const site of sites) {
  test.describe(`${site.label}, frame`, () => {
    test.use({ site });
    test('has at most 12 kB of HTML', async ({ page }) => {
      const html = await (await page.goto(routes.rules()))?.text();
      const frame = html?.replace(/<main.*<\/main>/s, '') ?? '';
      expect(frame).toContain('<footer');
      expect(Buffer.byteLength(frame)).toBeLessThanOrEqual(maxFrameBytes);
    });
  });
}

test('the rows of a search page are sent once, as HTML', async ({ page }) => {
  for (const path of [
    routes.trackSearch(),
    routes.packSearch(),
    routes.userSearch(),
    routes.leaderboards(),
  ]) {
    const html = (await (await page.goto(path))?.text()) ?? '';
    const props = /<astro-island[^>]* props="([^"]*)"/.exec(html)?.[1] ?? '';
    expect.soft(props, path).toContain('nextFrom');
    expect.soft(props.length, path).toBeLessThan(1500);
  }
});

/** JavaScript of a list that is searched. Pages that are only read are weighed where every page is visited. */
const maxSearchBytes = 60 * 1024;
/** Each file costs a request, and several small ones compress worse than one. */
const maxFiles = 8;

test('lists come with at most 60 kB of JavaScript in at most eight files', async ({ page }) => {
  const scripts = new LoadedScripts(page);
  for (const path of [routes.trackSearch(), routes.packSearch(), routes.news(), routes.leaderboards()]) {
    scripts.begin();
    await page.goto(path);
    const bytes = await scripts.bytes();
    expect.soft(bytes, path).toBeGreaterThan(5 * 1024); // scripts were found
    expect.soft(bytes, path).toBeLessThanOrEqual(maxSearchBytes);
    expect.soft(scripts.files, path).toBeLessThanOrEqual(maxFiles);
  }
});
