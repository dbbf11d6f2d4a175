import type { Page } from 'playwright/test';
import { personalLists } from '#features/search/navigation.ts';
import { routes } from '#routes/routes.ts';
import { expect, sites, test } from './tools/fixtures.ts';
import { register } from './tools/people.ts';

/** The home page is prerendered and filled by a script; the account page is rendered for its viewer. */
for (const path of [routes.home(), routes.account()]) {
  test(`the user menu of ${path} contains the personal lists, and the crew's pages only for the crew`, async ({
    page,
    context,
    signIn,
    signInToLook,
  }) => {
    await signIn();
    await page.goto(path);
    const menu = page.getByRole('banner').locator('details', { hasText: 'My menu' });
    await menu.locator('summary').click();
    for (const { label, href } of personalLists)
      await expect(menu.getByRole('link', { name: label })).toHaveAttribute('href', href);
    const linkTo = (href: string) => menu.locator(`a[href="${href}"]`);
    const ofCrew = [routes.moderation(), routes.modlog(), routes.appeals()];
    for (const href of [...ofCrew, routes.administration()]) {
      await expect(linkTo(href)).toHaveCount(1);
      await expect(linkTo(href)).toBeHidden();
    }

    await context.clearCookies();
    await signInToLook('moderator');
    await page.goto(path);
    await menu.locator('summary').click();
    for (const href of ofCrew) await expect(linkTo(href)).toBeVisible();
    await expect(linkTo(routes.administration())).toBeHidden();
  });
}

test('every personal list is a page', async ({ origin }) => {
  const { script } = await register(origin);
  for (const { label, href } of personalLists) expect((await script.arrive(href)).status, label).toBe(200);
});

test('a wide header offers registration to visitors', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(routes.home());
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(routes.register(routes.home()));
});

for (const site of sites) {
  test.describe(site.name, () => {
    test.use({ site });
    test('at every narrow width the header fits, and its menus open inside the screen', async ({
      page,
      signInToLook,
    }) => {
      await signInToLook();
      await page.goto(routes.account());
      for (const width of [320, 481, 561, 1020, 1021]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
        for (const { label, left, right } of await openedMenus(page)) {
          expect(left, `${width} px: ${label}`).toBeGreaterThanOrEqual(0);
          expect(right, `${width} px: ${label}`).toBeLessThanOrEqual(width);
        }
      }
    });
  });
}

/** Opens the visible menus of the header one after the other; returns their left and right edges in pixels. */
const openedMenus = (page: Page) =>
  page.getByRole('banner').evaluate((header) =>
    [...header.querySelectorAll<HTMLElement>('details > summary')]
      .filter((summary) => summary.checkVisibility())
      .map((summary) => {
        summary.click();
        const { left = NaN, right = NaN } = summary.nextElementSibling?.getBoundingClientRect() ?? {};
        summary.click();
        return { label: summary.textContent?.trim(), left, right };
      }),
  );
