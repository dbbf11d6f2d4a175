import { readdirSync } from 'node:fs';
import type { Page } from 'playwright/test';
import type { Site } from '#sites/schema.ts';
import { pages } from './pages/pages.ts';
import type { SmokePage } from './pages/smoke-page.ts';
import { axeViolations, keepAxe } from './tools/axe.ts';
import { anySite, expect, photograph, sites, test } from './tools/fixtures.ts';
import { type LongWords, longWords, stretchWords } from './tools/long-words.ts';
import { LoadedScripts } from './tools/script-size.ts';

/**
 * Editions differ in data and colours, day and night in colours only, and `npm run check` computes the contrast of every pair
 * of colours by day and by night. So every page of one edition is photographed and examined narrow by night and wide by day, its
 * contrasts in one of the two in turn, because they take as long as everything else.
 * Of the others these are the pages that show most of what an edition defines, and the rest are only requested; the contrasts
 * of the others are examined in turn: each of these pages on one of them, by day or by night.
 */
const ways = [
  [360, 'night'],
  [1440, 'day'],
] as const;
const others = sites.filter((site) => site !== anySite);
/** Pages that show most of what an edition defines: its name, colours, environments, tags and texts. */
const inEveryEdition = ['home', 'track', 'track search', 'upload', 'login', 'about'];

/** As many pages as one browser visits one after the other: it starts once, and two workers share the walks. */
const pagesOfWalk = 12;
const order = [undefined, 'account', 'moderator', 'administrator'] as const;
/** JavaScript of a page that is only read, compressed. */
const maxScriptBytes = 5 * 1024;
const roles: Readonly<Record<string, string>> = { moderator: 'moderator', administrator: 'admin' };

for (const site of sites) {
  test.describe(site.label, () => {
    test.use({ site });
    const examined = pages
      .filter(({ name }) => site === anySite || inEveryEdition.includes(name))
      .toSorted((a, b) => order.indexOf(a.needs) - order.indexOf(b.needs));
    for (const expectsRefusals of [false, true]) {
      const visited = examined.filter(({ status }) => (status !== undefined) === expectsRefusals);
      for (let from = 0; from < visited.length; from += pagesOfWalk) {
        const walk = visited.slice(from, from + pagesOfWalk);
        test.describe(walk.map(({ name }) => name).join(', '), () => {
          test.use({ expectsRefusals });
          test('look right by day and night, narrow and wide, and are read with at most 5 kB of JavaScript', async ({
            page,
            origin,
            signInToLook,
          }) => {
            test.setTimeout(walk.length * 30_000); // pictures and examinations, also on a busy machine
            if (site === anySite) await keepAxe(page);
            const scripts = new LoadedScripts(page);
            let viewer: SmokePage['needs'];
            for (const [at, one] of walk.entries()) {
              if (one.needs !== viewer) await signInToLook(roles[one.needs ?? '']);
              viewer = one.needs;
              await page.setViewportSize({ width: 1280, height: 720 });
              scripts.begin();
              const answer = await page.goto(await one.path(origin));
              expect.soft(answer?.status(), one.name).toBe(one.status ?? 200);
              if (one.reads) await wakeIslands(page);
              await examine(page, site, one, from + at);
              if (site === anySite) await expectRoomForLongWords(page, one, await longWords());
              if (!one.reads) continue;
              expect
                .soft(await scripts.bytes(), `JavaScript of ${one.name}`)
                .toBeLessThanOrEqual(maxScriptBytes);
            }
          });
        });
      }
    }
  });
}

/** Islands that wake when they come into view are part of a page that is read to its end. */
const wakeIslands = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    scrollTo(0, document.body.scrollHeight);
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    scrollTo(0, 0);
  });

/** Photographs a page and examines it as its edition needs; `turn` is its place among the pages of the edition. */
async function examine(page: Page, site: Site, { name }: SmokePage, turn: number): Promise<void> {
  for (const [width, mode] of ways) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: mode === 'day' ? 'light' : 'dark', reducedMotion: 'reduce' });
    const picture = `${site.code}-${name}-${mode}-${width}`;
    await photograph(page, picture, { fullPage: true });
    await expectNoSidewaysScroll(page, picture);
    const isItsTurn = (mode === 'day') === turn % 2 > 0;
    if (site !== anySite && !(isItsTurn && others[turn % others.length] === site)) continue;
    const rules = site !== anySite ? 'contrast' : isItsTurn ? 'wcag' : 'structure';
    const violations = await axeViolations(page, { rules });
    expect.soft(violations, `axe on ${picture}`).toEqual([]);
  }
}

test('axe finds what is wrong: everywhere, within a part, or in colours alone', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>Wrong</title><main><img src="data:,"><p style="color: #eee; background: #fff">Pale</p></main>',
  );
  const found = async (...checked: Parameters<typeof axeViolations>) =>
    (await axeViolations(...checked)).map(({ id }) => id);
  expect(await found(page)).toEqual(['color-contrast', 'image-alt']);
  expect(await found(page, { rules: 'contrast' })).toEqual(['color-contrast']);
  expect(await found(page, { rules: 'structure' })).toEqual(['image-alt']);
  expect(await found(page, { within: 'img' })).toEqual(['image-alt']);
  expect(await found(page, { rules: 'all' })).toContain('page-has-heading-one');
});

test('every page of src/pages is visited above', () => {
  const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.astro') && !/(^|\/)_/.test(file));
  expect(files.toSorted(), 'each has an entry in pages/pages.ts').toEqual(
    [...new Set(pages.map((visited) => visited.file))].toSorted(),
  );
});

/** Names and texts of users contain words that no line has room for. */
async function expectRoomForLongWords(page: Page, { name }: SmokePage, words: LongWords): Promise<void> {
  await page.setViewportSize({ width: 360, height: 900 });
  await stretchWords(page, words);
  await expectNoSidewaysScroll(page, `${name} with long words`);
}

test('words that are too long for a line are put in everywhere, and their overflow is found', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.setContent(
    '<main><p style="overflow-wrap: anywhere">By <a href="#">Ann Lee</a>, not Ann</p><div class="prose" style="overflow-wrap: anywhere">Text</div><p>my.Challenge.Gbx</p></main>',
  );
  expect(await stretchWords(page, [['Ann Lee', 'W'.repeat(50)]])).toBe(3);
  await expect(page.getByRole('link')).toHaveText('W'.repeat(50));
  await expect(page.locator('.prose')).toHaveText(/W{300}/);
  const over = await sidewaysScroll(page);
  expect(over.at(-1)).toMatch(/^<p>W{100}/);
});

async function expectNoSidewaysScroll(page: Page, picture: string): Promise<void> {
  expect.soft(await sidewaysScroll(page), `elements that make ${picture} scroll sideways`).toEqual([]);
}

/** The elements that are wider than the page, or have words that are; the innermost last. */
const sidewaysScroll = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    const isWide = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return Math.max(right, left + element.scrollWidth) > room + 1;
    };
    const isCut = (element: Element): boolean =>
      element.parentElement !== null &&
      (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement));
    const wide = [...document.querySelectorAll('body, body :not(svg *)')].filter(
      (element) => isWide(element) && !isCut(element),
    );
    return wide.slice(-5).map((element) => element.outerHTML.slice(0, 160));
  });
