import { expect, sites, test } from './fixtures.ts';
import { pages } from './pages.ts';

/** Pages of the community with an address that other sites link to. Editions differ in data, boards and colours. */
const files =
  /^(forumsshow|(threadshow|usershow|videoshow|newsshow|newscreate|newsdelete)\/\[|usersearch|videosearch|postvideo|postcreate|crew)/;
const community = pages.filter(
  ({ file }, at) => files.test(file) && pages.findIndex((other) => other.file === file) === at,
);

for (const site of sites) {
  test.describe(site.label, () => {
    test.use({ site, expectsRefusals: true });
    test('pages of the community open for visitors, or ask them to sign in', async ({ page, origin }) => {
      for (const { name, needs, status = 200, path } of community) {
        const answer = await page.goto(await path(origin), { waitUntil: 'domcontentloaded' });
        expect.soft(needs ? [200, 401] : [status], name).toContain(answer?.status());
        await expect.soft(page.getByRole('heading', { level: 1 }), name).toBeVisible();
        if (needs)
          await expect
            .soft(
              page
                .getByRole('main')
                .getByText(/sign in/i)
                .first(),
              name,
            )
            .toBeVisible();
      }
    });

    test('pages of the community open for moderators', async ({ page, origin, signInToLook }) => {
      await signInToLook('moderator');
      for (const { name, status = 200, path } of community) {
        const answer = await page.goto(await path(origin), { waitUntil: 'domcontentloaded' });
        expect.soft(answer?.status(), name).toBe(status);
        await expect.soft(page.getByRole('heading', { level: 1 }), name).toBeVisible();
      }
    });
  });
}
