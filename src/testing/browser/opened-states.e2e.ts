import type { Locator, Page } from 'playwright/test';
import { shareOf } from '#testing/shares.ts';
import { pages } from './pages/pages.ts';
import { axeViolations, keepAxe } from './tools/axe.ts';
import { expect, test } from './tools/fixtures.ts';
import { sidewaysScroll } from './tools/sideways.ts';

/** Pages that one browser visits one after the other. */
const pagesOfWalk = 8;
const order = [undefined, 'account', 'moderator', 'administrator'] as const;
const roles: Readonly<Record<string, string>> = { moderator: 'moderator', administrator: 'admin' };
/** What opens or changes something in place: the rest of a section, a menu, a window, a tab, a view. */
const openers = 'summary, button[type="button"], a[role="button"]';

const visited = shareOf(
  pages.filter(({ status }) => status === undefined),
  16,
).toSorted((a, b) => order.indexOf(a.needs) - order.indexOf(b.needs));

test.use({ expectsRefusals: true }); // some buttons write what a new user may not

for (let from = 0; from < visited.length; from += pagesOfWalk) {
  const walk = visited.slice(from, from + pagesOfWalk);
  test(`nothing that opens breaks a rule of accessibility: ${walk.map(({ name }) => name).join(', ')}`, async ({
    page,
    origin,
    signInToLook,
  }) => {
    test.setTimeout(walk.length * 60_000);
    await keepAxe(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    page.on('dialog', (dialog) => dialog.dismiss());
    let viewer: (typeof walk)[number]['needs'];
    for (const [at, one] of walk.entries()) {
      if (one.needs !== viewer) await signInToLook(roles[one.needs ?? '']);
      viewer = one.needs;
      const isNarrow = (from + at) % 2 === 0;
      await page.setViewportSize({ width: isNarrow ? 360 : 1440, height: 900 });
      await page.emulateMedia({ colorScheme: isNarrow ? 'dark' : 'light' });
      const address = await one.path(origin);
      await page.goto(address);
      for (const { selector, number, name } of await differentOpeners(page)) {
        if (!(await press(page, page.locator(selector).nth(number)))) continue;
        const state = `${one.name}, after “${name}”`;
        const violations = await axeViolations(page);
        // what is open may cover what is below it
        const lasting = violations.filter(({ id }) => id !== 'target-size');
        expect.soft(lasting, state).toEqual([]);
        expect.soft(await sidewaysScroll(page), `${state}: elements that scroll sideways`).toEqual([]);
        // closes what was opened, if Escape closes it
        await page.keyboard.press('Escape');
        if (new URL(page.url()).pathname !== new URL(address, origin).pathname) await page.goto(address);
      }
    }
  });
}

/** One of each kind: forty rows have the same button forty times. */
const differentOpeners = (page: Page) =>
  page.evaluate((selector) => {
    const known = new Set<string>();
    return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element, number) => {
      const name = (element.getAttribute('aria-label') ?? element.innerText).trim().slice(0, 40);
      const kind = `${element.tagName} ${element.className} ${name.replace(/\d+|“.*”/g, '')}`;
      const isKnown = known.has(kind) || (element.className !== '' && known.has(element.className));
      known.add(kind);
      if (element.closest('td, tr, li')) known.add(element.className);
      return isKnown ? [] : [{ selector, number, name }];
    });
  }, openers);

/** Presses what can be pressed now, and waits until it has changed what it changes. */
async function press(page: Page, opener: Locator): Promise<boolean> {
  if (!(await opener.isVisible()) || !(await opener.isEnabled())) return false;
  const isPressed = await opener.click({ timeout: 2000 }).then(
    () => true,
    () => false, // it is covered by what was opened before
  );
  if (!isPressed) return false;
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  return true;
}
