import { readdirSync } from 'node:fs';
import type { Page } from 'playwright/test';
import type { Site } from '#sites/schema.ts';
import { shareOf } from '#testing/shares.ts';
import { pages } from './pages/pages.ts';
import type { SmokePage } from './pages/smoke-page.ts';
import { axeViolations, keepAxe } from './tools/axe.ts';
import { anySite, expect, photograph, sites, test } from './tools/fixtures.ts';
import { type LongWords, longWords, stretchWords } from './tools/long-words.ts';
import { LoadedScripts } from './tools/script-size.ts';
import { sidewaysScroll } from './tools/sideways.ts';

/**
 * Editions differ in data and colours, day and night in colours only, and `npm run check` computes the contrast of every pair
 * of colours by day and by night. So every page of one edition is photographed narrow by night and wide by day, and examined in
 * one of the two in turn; the pages that show most of it in both, without contrasts in the other, which take as long as all the rest.
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

/** Pages that are tried on a phone with letters of twice the size. */
const largeOnPhones = ['home', 'track', 'track search', 'leaderboards', 'moderation', 'login', 'about'];

/** As many pages as one browser visits one after the other: it starts once, and two workers share the walks. */
const pagesOfWalk = 12;
const order = [undefined, 'account', 'moderator', 'administrator'] as const;
/** JavaScript of a page that is only read, compressed, and the files that it is in. */
const maxScriptBytes = 5 * 1024;
const maxScriptFiles = 8;
const roles: Readonly<Record<string, string>> = { moderator: 'moderator', administrator: 'admin' };

for (const site of sites) {
  test.describe(site.label, () => {
    test.use({ site });
    const examined = shareOf(
      pages.filter(({ name }) => site === anySite || inEveryEdition.includes(name)),
      8,
    ).toSorted((a, b) => order.indexOf(a.needs) - order.indexOf(b.needs));
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
              if (site === anySite) {
                if (largeOnPhones.includes(one.name)) await expectRoomForLargeLetters(page, one.name, [360]);
                await expectRoomForLongWords(page, one, await longWords(), from + at);
              }
              if (!one.reads) continue;
              expect
                .soft(await scripts.bytes(), `JavaScript of ${one.name}`)
                .toBeLessThanOrEqual(maxScriptBytes);
              expect.soft(scripts.files, `scripts of ${one.name}`).toBeLessThanOrEqual(maxScriptFiles);
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
    if (!isItsTurn && !inEveryEdition.includes(name)) continue;
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

/**
 * The narrowest phone and the usual one; tables change at the other widths. Pages on which an edition differs are tried at all of
 * them. Other pages with tables, which share one style, are tried at every third: each width has a third of these pages.
 */
const phones = [360, 320];
const widths = [480, 640, 761, 900, 1024, 1101, 1261, 1281, 1401, 1600, 1920];

/**
 * Names and texts of users contain words that no line has room for, and are written in any direction. In a table, the longest name of a
 * user leaves room for the name of the row.
 */
async function expectRoomForLongWords(
  page: Page,
  { name }: SmokePage,
  words: LongWords,
  turn: number,
): Promise<void> {
  expect
    .soft(await exposedNames(page, words), `names in ${name} without a direction of their own`)
    .toEqual([]);
  expect
    .soft(await capitalNames(page), `names in ${name} that the style sheet writes in capitals`)
    .toEqual([]);
  await stretchWords(page, words);
  const hasTable = (await page.locator('.tbl').count()) > 0;
  const tried = widths.filter((_, at) => inEveryEdition.includes(name) || (hasTable && at % 3 === turn % 3));
  for (const width of [...phones, ...tried]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `${name} with long words at ${width} px`);
    expect.soft(await shortenedNames(page), `names of ${name} at ${width} px`).toEqual([]);
  }
  if (!inEveryEdition.includes(name)) return;
  await expectRoomForLargeLetters(page, name, [640, 1280, 1920]);
}

/** Letters of twice the usual size, as readers set them in their browser. */
async function expectRoomForLargeLetters(page: Page, name: string, widths: readonly number[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const setLetters = (px: number) =>
    devtools.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: Math.round(px * 0.8125) } });
  await setLetters(32);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `${name} with letters of twice the size at ${width} px`);
  }
  await setLetters(16);
  await devtools.detach();
}

/** Names of rows that a table cuts to a few letters. */
const shortenedNames = (page: Page): Promise<readonly string[]> =>
  page.locator('.tbl .name .tn').evaluateAll((names) => {
    const cut = names.filter((name) => name.clientWidth < name.scrollWidth && name.clientWidth > 0);
    return cut.filter((name) => name.clientWidth < 72).map((name) => name.outerHTML.slice(0, 160));
  });

/** Elements that contain a name by a user alone, and let it change the direction of what is around it. */
const exposedNames = (page: Page, words: LongWords): Promise<readonly string[]> =>
  page.evaluate(
    (names) => {
      const known = new Set(names);
      const elements = [
        ...document.querySelectorAll('body :not(script, style, option, textarea, title, svg *)'),
      ];
      return elements
        .filter((element) => element.childElementCount === 0 && known.has(element.textContent?.trim() ?? ''))
        .filter((element) => element.closest('[dir=auto], bdi, noscript, .sr') === null)
        .map((element) => element.outerHTML.slice(0, 160));
    },
    words.map(([name]) => name),
  );

/**
 * Elements that show a name or text by a user in other letters than it was typed, if the edition writes its headings in capitals. Those
 * that the game's own codes request are the user's choice.
 */
const capitalNames = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { style } = document.documentElement;
    style.setProperty('--d-case', 'uppercase');
    const named = [...document.querySelectorAll('bdi, [dir=auto], :is(bdi, [dir=auto]) *')];
    const changed = named.filter(
      (element) =>
        getComputedStyle(element).textTransform !== 'none' &&
        element.closest('.gt-caps') === null &&
        element.textContent?.trim(),
    );
    style.removeProperty('--d-case');
    return changed.map((element) => element.outerHTML.slice(0, 160));
  });

test('capitals of the style sheet are found in names, but not those of the game', async ({ page }) => {
  await page.setContent(
    '<style>h1 { text-transform: var(--d-case) } .gt-caps { text-transform: uppercase }</style><h1>Tracks</h1><h1 dir="auto">Ann</h1><h1>by <bdi>Bob</bdi></h1><p dir="auto"><span class="gt-caps">Cat</span></p>',
  );
  expect(await capitalNames(page)).toEqual(['<h1 dir="auto">Ann</h1>', '<bdi>Bob</bdi>']);
});

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
