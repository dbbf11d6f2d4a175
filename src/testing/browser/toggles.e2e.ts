import type { Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { ignoreMs } from '#ui/stores/window-stack.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { demoTrack, demoTracks } from './tools/demo.ts';
import { expect, test } from './tools/fixtures.ts';
import { awake, open } from './tools/lists.ts';

const toast = (page: Page, text: string) => page.getByRole('status').getByText(text);

test('a track is added to Play Later on its page and removed on a tile; the list is cleared after a confirmation', async ({
  page,
  origin,
  signIn,
}) => {
  await signIn();
  const { TrackId } = await demoTrack(origin);
  await page.goto(routes.trackShow(TrackId));
  const later = page.getByRole('main').getByRole('button', { name: 'Play later' });
  await later.click();
  await expect(toast(page, 'Track added to Play Later list!')).toBeVisible();
  await expect(later).toHaveAttribute('aria-pressed', 'true');

  await open(page, `${routes.trackSearch(demoTracks)}&view=tiles`);
  const toggles = page.getByRole('main').getByRole('button', { name: /^Play later: / });
  await expect(toggles.first()).toHaveAttribute('aria-pressed', 'true');
  await toggles.first().click();
  await expect(toast(page, 'Track removed from Play Later list!')).toBeVisible();
  await toggles.nth(1).click();
  await expect(toggles.nth(1)).toHaveAttribute('aria-pressed', 'true');
  // only the answer says that it is stored
  await expect(toast(page, 'Track added to Play Later list!')).toBeVisible();
  // the island remembers what was pressed when it renders the rows again
  await page.getByRole('link', { name: 'Standard' }).click();
  await expect(toggles.first()).toHaveAttribute('aria-pressed', 'false');
  await expect(toggles.nth(1)).toHaveAttribute('aria-pressed', 'true');

  await open(page, routes.myPlayLater());
  await expect(page.getByRole('main').locator('.tn')).toHaveCount(1);
  await page.locator('summary', { hasText: 'Clear list' }).click();
  await expectNoAxeViolation(page);
  await page.getByRole('button', { name: 'Clear list' }).click();
  await expect(page.getByText('No tracks found')).toBeVisible();
  await expect(toast(page, 'Play later is empty now.')).toBeVisible();
});

test('other tabs are notified of a favourite, and what is being typed there stays', async ({
  page,
  context,
  origin,
  signIn,
}) => {
  await signIn();
  const { TrackId, Uploader } = await demoTrack(origin);
  const [same, typing] = [await context.newPage(), await context.newPage()];
  const button = (tab: Page) => tab.getByRole('button', { name: 'Favourite' });
  await same.goto(routes.userShow(Uploader.UserId));
  await typing.goto(routes.trackShow(TrackId));
  const comment = typing.getByRole('textbox', { name: 'Write a comment' });
  await comment.fill('half a sentence');
  await page.goto(routes.userShow(Uploader.UserId));
  // toasts disappear after four seconds: both tabs are watched while the button is pressed
  await Promise.all([
    expect(toast(typing, 'Something changed in another tab.')).toBeVisible(),
    expect(toast(page, 'is now a favourite.')).toBeVisible(),
    button(page).click(),
  ]);
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(button(same)).toHaveAttribute('aria-pressed', 'true');
  await expect(comment).toHaveValue('half a sentence');
});

test('a click outside closes windows, unless something is typed in them', async ({
  page,
  origin,
  signIn,
}) => {
  await signIn('moderator');
  await page.goto(routes.trackShow((await demoTrack(origin)).TrackId));
  const heading = page.getByRole('heading', { level: 1 });
  const open = page.locator('.bar details[open]');
  await page.locator('summary', { hasText: 'My menu' }).click();
  await expect(open).toHaveCount(1);
  // a new window does not react to clicks outside yet
  await expect(async () => {
    await heading.click();
    await expect(open).toHaveCount(0, { timeout: 100 });
  }).toPass();

  const panel = page.locator('details.panel').first();
  await panel.locator('summary').click();
  await panel.getByLabel('Comment').fill('Worth every second.');
  await page.waitForTimeout(ignoreMs);
  await heading.click();
  await expect(panel).toHaveAttribute('open', '');
  await panel.getByLabel('Comment').fill('');
  await heading.click();
  await expect(panel).not.toHaveAttribute('open');

  await page.keyboard.press('s');
  const search = page.getByRole('dialog', { name: 'Quick search' });
  await expect(search).toBeVisible();
  await expect(async () => {
    await page.mouse.click(5, 5);
    await expect(search).toBeHidden({ timeout: 1000 });
  }).toPass();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('Play Later, clearing it and favourites are plain forms', async ({ page, origin, signIn }) => {
    await signIn();
    const { TrackId, Uploader } = await demoTrack(origin);
    await page.goto(routes.trackShow(TrackId));
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Play later' }).click();
    await expect(page).toHaveURL(new RegExp(`${routes.trackShow(TrackId)}$`));
    await expect(main.getByRole('button', { name: 'Play later' })).toHaveAttribute('aria-pressed', 'true');
    await page.goto(routes.myPlayLater());
    await page.locator('summary', { hasText: 'Clear list' }).click();
    await page.getByRole('button', { name: 'Clear list' }).click();
    await expect(page.getByText('No tracks found')).toBeVisible();
    await page.goto(routes.userShow(Uploader.UserId));
    await main.getByRole('button', { name: 'Favourite' }).click();
    await expect(main.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true');
  });
});

test.describe('without a connection', () => {
  test.use({ expectsRefusals: true });

  test('buttons whose script cannot be loaded say so and can be pressed again', async ({
    page,
    context,
    origin,
    signIn,
  }) => {
    await signIn();
    await page.goto(routes.trackShow((await demoTrack(origin)).TrackId));
    const later = page.getByRole('main').getByRole('button', { name: 'Play later' });
    await page.getByRole('textbox', { name: 'Write a comment' }).scrollIntoViewIfNeeded();
    await awake(page); // the comment form loads its own script when it is visible
    await context.setOffline(true);
    await later.click();
    await expect(page.getByRole('alert')).toHaveText('Couldn’t reach the server. Try again.');
    await expect(later).toHaveAttribute('aria-pressed', 'false');
    await context.setOffline(false);
    await later.click();
    await expect(toast(page, 'Track added to Play Later list!')).toBeVisible();
    await expect(later).toHaveAttribute('aria-pressed', 'true');
  });

  test('a button whose script was replaced by a deployment sends its form', async ({
    page,
    origin,
    signIn,
  }) => {
    await signIn();
    await page.route('**/_astro/on-demand*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto(routes.trackShow((await demoTrack(origin)).TrackId));
    const later = page.getByRole('main').getByRole('button', { name: 'Play later' });
    await Promise.all([page.waitForEvent('load'), later.click()]);
    await page.goto(routes.trackShow((await demoTrack(origin)).TrackId));
    await expect(later).toHaveAttribute('aria-pressed', 'true');
  });
});
