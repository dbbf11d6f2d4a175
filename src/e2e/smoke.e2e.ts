import { readdirSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { axeViolations } from './axe.ts';
import { anySite, expect, grant, sites, test } from './fixtures.ts';
import { pages } from './pages.ts';
import { register, Script } from './people.ts';

/**
 * Editions differ in data and colours: every page of one is examined narrow and wide, by day and by night. Of the others the
 * pages that show most of what an edition defines are, narrow by night and wide by day, and the rest are only requested. Their
 * contrasts, which `npm run check` computes for every pair of colours, are examined in turn: each of these pages on one of the
 * others, by day or by night.
 */
const crosswise = [
  [360, 'night'],
  [1440, 'day'],
] as const;
const others = sites.filter((site) => site !== anySite);
/** Night changes nothing but colours: what is wide or narrow is photographed once, and examined once more for its contrasts. */
const everyWay = [...crosswise, [360, 'day']] as const;
/** Pages that show most of what an edition defines: its name, colours, environments, tags and texts. */
const inEveryEdition = ['home', 'track', 'track search', 'upload', 'login', 'about'];

for (const site of sites) {
  test.describe(site.label, () => {
    test.use({ site });
    const examined = pages.filter(({ name }) => site === anySite || inEveryEdition.includes(name));
    for (const [turn, visited] of examined.entries()) {
      test.describe(visited.name, () => {
        test.use({ expectsRefusals: visited.status !== undefined });
        test('looks right by day and night, narrow and wide', async ({ page, origin, signInToLook }) => {
          test.setTimeout(120_000); // pictures and examinations, also on a busy machine
          if (visited.needs) await signInToLook(visited.needs === 'moderator' ? 'moderator' : undefined);
          const answer = await page.goto(await visited.path(origin));
          expect(answer?.status()).toBe(visited.status ?? 200);
          for (const [width, mode] of site === anySite ? everyWay : crosswise) {
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia({
              colorScheme: mode === 'day' ? 'light' : 'dark',
              reducedMotion: 'reduce',
            });
            const picture = `${site.code}-${visited.name}-${mode}-${width}.png`;
            if (crosswise.some(([wide, by]) => wide === width && by === mode)) {
              await page.screenshot({ path: `test-results/screenshots/${picture}`, fullPage: true });
              await expectNoSidewaysScroll(page, picture);
            }
            const isExamined =
              site === anySite ||
              (others[turn % others.length] === site && (mode === 'day') === turn % 2 > 0);
            if (isExamined) await expectNoAxeViolation(page, picture, site === anySite && mode === 'day');
          }
        });
      });
    }
  });
}

for (const site of others) {
  test.describe(site.label, () => {
    test.use({ site });
    test('serves every page', async ({ origin }) => {
      const visitor = new Script(origin);
      const { script: user } = await register(origin);
      const { script: moderator, name } = await register(origin);
      await grant(name, 'moderator', site);
      const people = { account: user, moderator };
      for (const visited of pages) {
        const path = await visited.path(origin);
        const { status } = await (visited.needs ? people[visited.needs] : visitor).arrive(path);
        expect([path, status]).toEqual([path, visited.status ?? 200]);
      }
    });
  });
}

test('axe finds what is wrong: everywhere, within a part, or in colours alone', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>Wrong</title><main><img src="data:,"><p style="color: #eee; background: #fff">Pale</p></main>',
  );
  const found = async (...checked: Parameters<typeof axeViolations>) =>
    (await axeViolations(...checked)).map(({ id }) => id);
  expect(await found(page)).toEqual(['color-contrast', 'image-alt']);
  expect(await found(page, { rules: 'contrast' })).toEqual(['color-contrast']);
  expect(await found(page, { within: 'img' })).toEqual(['image-alt']);
  expect(await found(page, { rules: 'all' })).toContain('page-has-heading-one');
});

test('every page of src/pages is visited above', () => {
  const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.astro'));
  expect(files.toSorted()).toEqual([...new Set(pages.map((visited) => visited.file))].toSorted());
});

async function expectNoSidewaysScroll(page: Page, picture: string): Promise<void> {
  const over = await page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > room + 1,
    );
    return document.documentElement.scrollWidth > room
      ? wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))
      : [];
  });
  expect.soft(over, `elements that make ${picture} scroll sideways`).toEqual([]);
}

/** Night changes nothing but colours, so contrast alone is asked of it. */
async function expectNoAxeViolation(page: Page, picture: string, isWhole: boolean): Promise<void> {
  const violations = await axeViolations(page, { rules: isWhole ? 'wcag' : 'contrast' });
  expect.soft(violations, `axe on ${picture}`).toEqual([]);
}
