import type { Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { demoTrack } from './tools/demo.ts';
import { expect, test } from './tools/fixtures.ts';
import { homeFrom, newestOnHome as tiles } from './tools/lists.ts';

const list = (page: Page, type: string) => page.locator(`[data-type="${type}"]`);
const namesIn = (page: Page, type: string) => list(page, type).locator('.tn').allInnerTexts();
const mini = 'lbfrontpagemini';

test('a list of the front page changes its page in place; the other lists stay, and address and history follow', async ({
  page,
  origin,
}) => {
  const { TrackId } = await demoTrack(origin);
  const beginning = new RegExp(`${tiles}\\.from=${TrackId}\\b`);
  await page.goto(homeFrom(TrackId));
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''));
  const first = await namesIn(page, tiles);
  const drivers = await namesIn(page, mini);
  expect([first.length, drivers.length]).toEqual([10, 5]);
  await list(page, tiles).getByRole('link', { name: 'Next page' }).click();
  await expect(page).not.toHaveURL(beginning);
  await expect(page).toHaveURL(/tracksfrontpagetiles\.from=\d+/);
  const second = await namesIn(page, tiles);
  expect(second).toHaveLength(10);
  expect(second.filter((name) => first.includes(name))).toEqual([]);
  await expect(list(page, tiles).getByRole('heading', { name: 'Newest tracks' })).toBeFocused();
  expect(await namesIn(page, mini)).toEqual(drivers);

  await list(page, mini).getByRole('link', { name: 'Next page' }).press('Enter');
  await expect(page).toHaveURL(/lbfrontpagemini\.from=\d+/);
  expect(await namesIn(page, tiles)).toEqual(second);
  await expect(page).toHaveURL(/tracksfrontpagetiles\.from=\d+/);
  await expect(page).not.toHaveURL(beginning);
  await expect(page.locator('body[data-loaded-once]')).toHaveCount(1);

  await page.goBack();
  await expect.poll(() => namesIn(page, mini)).toEqual(drivers);
  expect(await namesIn(page, tiles)).toEqual(second);
  await page.goBack();
  await expect.poll(() => namesIn(page, tiles)).toEqual(first);
  await page.goForward();
  await expect.poll(() => namesIn(page, tiles)).toEqual(second);
  // there is nothing before the first page, even if others have published meanwhile
  await list(page, tiles).getByRole('link', { name: 'First page' }).click();
  await expect(page).not.toHaveURL(/tracksfrontpagetiles\.from=/);
  await expect(list(page, tiles).getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await expect(list(page, tiles).locator('.tn').first()).toBeVisible();
  await expect(page.locator('body[data-loaded-once]')).toHaveCount(1);
});

test('on a tablet the two newest tiles of the front page share a row', async ({ page }) => {
  await page.setViewportSize({ width: 780, height: 900 });
  await page.goto('/');
  const tops = await list(page, tiles)
    .locator('.tile')
    .evaluateAll((tiles) => tiles.map((tile) => Math.round(tile.getBoundingClientRect().top)));
  expect(tops).toHaveLength(10);
  expect([tops[1], tops[9]]).toEqual([tops[0], tops[6]]);
});

test('column headers of such a list cycle through ascending, descending and none, and keep the focus', async ({
  page,
}) => {
  await page.goto(routes.trackBeta());
  const head = page.getByRole('columnheader', { name: 'Track', exact: true });
  for (const [sorted, address] of [
    ['ascending', /betatracks\.order=11#/],
    ['descending', /betatracks\.order=12#/],
    [null, /trackbeta#betatracks$/],
  ] as const) {
    await head.getByRole('link').press('Enter');
    await expect(page).toHaveURL(address);
    if (sorted) await expect(head).toHaveAttribute('aria-sort', sorted);
    else await expect(head).not.toHaveAttribute('aria-sort');
    await expect(head.getByRole('link')).toBeFocused();
  }
});

test.describe('failures', () => {
  test.use({ expectsRefusals: true });

  test('of code that a press loads leave the page as it is, and the next press works', async ({
    page,
    context,
    origin,
  }) => {
    await page.goto(homeFrom((await demoTrack(origin)).TrackId));
    const address = page.url();
    const first = await namesIn(page, tiles);
    await context.setOffline(true);
    const next = list(page, tiles).getByRole('link', { name: 'Next page' });
    await next.click();
    await expect(page.getByRole('alert').getByText('Couldn’t reach the server.')).toBeVisible();
    expect([page.url(), await namesIn(page, tiles)]).toEqual([address, first]);
    await context.setOffline(false);
    await next.click();
    await expect.poll(() => namesIn(page, tiles)).not.toEqual(first);
  });

  test('of a list are shown in its place, and can be retried', async ({ page, context, origin }) => {
    await page.goto(homeFrom((await demoTrack(origin)).TrackId));
    const first = await namesIn(page, tiles);
    await list(page, tiles).getByRole('link', { name: 'Next page' }).click(); // the first press loads the script
    await expect(page).toHaveURL(new RegExp(`#${tiles}$`));
    expect(await namesIn(page, tiles)).not.toEqual(first);
    await context.setOffline(true);
    await list(page, tiles).getByRole('link', { name: 'Previous page' }).click();
    await expect(list(page, tiles).getByRole('alert')).toContainText('Error: Unhandled Error');
    await expect(list(page, tiles).getByRole('alert')).toContainText('Couldn’t reach the server.');
    expect(await namesIn(page, tiles)).not.toEqual([]); // the rows stay
    await context.setOffline(false);
    await list(page, tiles).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => namesIn(page, tiles)).toEqual(first);
    // a missing row is not a failure: the list starts at the beginning
    await page.goto(`${routes.home()}?${tiles}.from=2000000000`);
    await expect(list(page, tiles).locator('.tn')).toHaveCount(10);
    await expect(list(page, tiles).getByRole('alert')).toHaveCount(0);
    await page.goto(routes.api());
    await page.getByLabel('Address of the request').fill('/api/tracks?fields=Nothing');
    await page.getByLabel('Address of the request').press('Enter');
    await expect(page.getByRole('form', { name: 'Send a request' }).getByRole('status')).toContainText(
      '400 in',
    );
  });
});

test('/api shows the response to a request in place', async ({ page }) => {
  await page.goto(routes.api());
  const example = page.getByRole('listitem').filter({ hasText: 'The five newest tracks' });
  await example.getByRole('button', { name: /^Try/ }).click();
  await expect(example.getByRole('status')).toContainText(/200 in \d+ ms/);
  await expect(example.locator('pre')).toContainText('"Results"');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the same links lead forwards and back, and examples lead to their responses', async ({
    page,
    origin,
  }) => {
    await page.goto(homeFrom((await demoTrack(origin)).TrackId));
    const first = await namesIn(page, tiles);
    await list(page, tiles).getByRole('link', { name: 'Next page' }).click();
    await page.waitForLoadState();
    const second = await namesIn(page, tiles);
    expect(second).toHaveLength(10);
    expect(second.filter((name) => first.includes(name))).toEqual([]);
    await list(page, tiles).getByRole('link', { name: 'Previous page' }).click();
    await expect.poll(() => namesIn(page, tiles)).toEqual(first);

    await page.goto(routes.forums());
    await page.getByRole('link', { name: 'General', exact: true }).first().click();
    await list(page, 'threads').locator('.tn').first().click();
    await expect(page.getByRole('article').first()).toBeVisible();

    await page.goto(routes.api());
    await page.getByRole('link', { name: /count=5&fields=TrackId,TrackName,Uploader/ }).click();
    await expect(page.locator('body')).toContainText('"Results"');
  });
});
