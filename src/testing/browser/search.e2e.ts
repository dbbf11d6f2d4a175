import { routes } from '#routes/routes.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { expect, test } from './tools/fixtures.ts';
import { box, firstName, names, next, open, smallPages } from './tools/lists.ts';

test('paging forwards and back keeps address, rows, position and history consistent', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await open(page, smallPages);
  const first = await names(page);
  expect(first).toHaveLength(15);
  await next(page).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => Math.round(scrollY));
  expect(place).toBeGreaterThan(100);
  await next(page).click();
  await expect(page).toHaveURL(/[?&]from=\d+/);
  await expect.poll(() => names(page)).not.toEqual(first);
  const second = await names(page);
  expect(second).toHaveLength(15);
  expect(first.filter((name) => second.includes(name))).toEqual([]);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();

  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);
  await expect.poll(() => names(page)).toEqual(first);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(place);
  await page.goForward();
  await expect.poll(() => names(page)).toEqual(second);

  await page.getByRole('link', { name: 'Previous page' }).click();
  await expect.poll(() => names(page)).toEqual(first);
  await expect(page).not.toHaveURL(/from=/);
});

test('returning from a track shows the same rows at the same position', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await open(page, smallPages);
  const first = await names(page);
  await next(page).click();
  await expect(page).toHaveURL(/from=/);
  await expect.poll(() => names(page)).not.toEqual(first);
  const before = await names(page);
  await page.locator('.tn').nth(10).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => Math.round(scrollY));
  await page.locator('.tn').nth(10).click();
  await expect(page).toHaveURL(/trackshow/);
  await page.goBack();
  await expect(page).toHaveURL(/from=/);
  await expect.poll(() => names(page)).toEqual(before);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(place);
});

test('keys and values are completed by keyboard only', async ({ page }) => {
  await open(page, routes.trackSearch());
  await box(page).focus();
  await page.keyboard.type('diff');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(options.filter({ hasText: 'difficulty:' })).toBeVisible();
  expect((await page.getByRole('listbox', { name: 'Suggestions' }).boundingBox())?.width).toBe(300);
  await page.keyboard.press('ArrowDown');
  await expect(box(page)).toHaveAttribute('aria-activedescendant', /.+/);
  await expectNoAxeViolation(page);
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('difficulty:');
  await expect(options).toHaveCount(4);
  await page.keyboard.type('exp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('difficulty:Expert ');
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/query=difficulty%3AExpert/);
});

test('an invalid value is shown at its place, with what was probably meant', async ({ page }) => {
  await open(page, routes.trackSearch());
  await box(page).fill('difficulty:experrt length:90x taginclusive:maybe tags:nope,!nothing');
  const warnings = page.getByRole('status').getByText('Invalid value');
  await expect(warnings).toHaveCount(5);
  await expect(page.locator('.q-bad')).toHaveText(['experrt', '90x', 'maybe', 'nope', '!nothing']);
  await expect(warnings.first()).toContainText('Valid: Beginner, Intermediate, Expert');
  await expect(box(page)).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'difficulty:Expert' }).click();
  await expect(box(page)).toHaveValue(/difficulty:Expert /);
  await expect(warnings).toHaveCount(4);
});

test('the filter window and the text stay in sync: next to the list on wide screens', async ({ page }) => {
  await page.setViewportSize({ width: 1720, height: 900 });
  await open(page, routes.trackSearch());
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Include Tech', exact: true }).click();
  await filters.getByRole('button', { name: 'Exclude LOL' }).click();
  // a list is one stop for the Tab key, and arrows move within it
  await page.keyboard.press('ArrowUp');
  await expect(filters.getByRole('button', { name: 'Exclude FullSpeed' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(filters.getByLabel('Match all tags')).toBeFocused();
  await filters.getByText('Numbers').click();
  await filters.getByText('Kind').click();
  await filters.getByLabel('Author time from').fill('30s');
  await filters.getByLabel('Author time to').fill('4m');
  await filters.getByLabel('Author time to').press('Enter');
  await filters.getByLabel('Type').selectOption('Platform');
  await expect(box(page)).toHaveValue('tags:Tech,!LOL length:30s...4m type:Platform');
  await expect(page).toHaveURL(/type%3APlatform/);

  await box(page).fill('night tags:!tech taginclusive:true length:...1m');
  await expect(filters.getByRole('button', { name: 'Exclude Tech', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(filters.getByRole('button', { name: 'Include Tech', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(filters.getByLabel('Match all tags')).toBeChecked();
  await expect(filters.getByLabel('Author time from')).toHaveValue('');
  await expect(filters.getByLabel('Author time to')).toHaveValue('1m');
  await expect(filters.getByLabel('Type')).toHaveValue('');
  await filters.getByLabel('Author time to').fill('soon');
  await filters.getByLabel('Author time to').press('Enter');
  await expect(filters.getByText('Invalid value')).toBeVisible();
  await expect(page.locator('.q-bad')).toHaveText(['...soon']);

  // groups that were left open are open again, and say how many filters are on
  await page.goto(routes.trackSearch('tags:Tech,!LOL value:5...'));
  await expect(filters.locator('summary').first()).toHaveText('Tags 1 set');
  await expect(filters.getByLabel('Author time from')).toBeVisible();
  await expect(filters.getByLabel('Type')).toBeVisible();
});

test('an empty result names its causes, which are removed with one press; searches are remembered and saved', async ({
  page,
}) => {
  await open(page, routes.trackSearch('nobody-calls-it-this tags:Tech'));
  await expect(page.getByText('Nothing matches all 2 of these.')).toBeVisible();
  await page.getByRole('button', { name: 'Search without nobody-calls-it-this' }).click();
  await expect(box(page)).toHaveValue('tags:Tech');
  await expect(firstName(page)).toBeVisible();
  await page.getByTitle('Your searches').click();
  await page.getByRole('button', { name: 'Save this search' }).click();
  await expect(page.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true');

  await open(page, routes.trackSearch());
  await page.getByTitle('Your searches').click();
  await expect(page.getByRole('link', { name: 'nobody-calls-it-this, Tech' })).toBeVisible();
  await page.getByRole('link', { name: 'Tech', exact: true }).click();
  await expect(box(page)).toHaveValue('tags:Tech');

  // the pages after the rows are a few keys away
  await page.goto(`${routes.userSearch()}?count=40`);
  await page.getByRole('link', { name: 'Skip to other pages' }).press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Next page' })).toBeFocused();
});

test('the tabs of the leaderboards lead to boards with titles of their own', async ({ page }) => {
  await page.goto(routes.leaderboards());
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Standard leaderboard');
  await page.getByRole('navigation', { name: 'Leaderboards' }).getByRole('link', { name: 'Classic' }).click();
  await expect(title).toHaveText('Classic leaderboard');
  await expect(page).toHaveTitle(/^Classic leaderboard/);
  const environments = page.getByRole('navigation', { name: 'Environments' });
  const last = environments.getByRole('link').last();
  const name = await last.innerText();
  await last.click();
  await expect(title).toHaveText(`Classic leaderboard: ${name}`);
});

test('the filter window is a drawer below 1681 px, and keeps the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, routes.trackSearch());
  const opener = page.getByRole('button', { name: /^Filters/ });
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await expect(drawer).toBeVisible();
  await expectNoAxeViolation(page);
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== document.body && !activeElement?.closest('dialog');
    });
    expect(isOutside).toBe(false);
  }
  await drawer.getByRole('button', { name: 'Include Tech', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(box(page)).toHaveValue('tags:Tech');
  await page.getByRole('button', { name: 'Remove the filter Tech' }).click();
  await expect(box(page)).toHaveValue('');
});

test('column headers cycle through ascending, descending and none', async ({ page }) => {
  await open(page, `${routes.userSearch()}?view=standard`);
  const head = page.getByRole('columnheader', { name: 'User', exact: true });
  await expect(head).not.toHaveAttribute('aria-sort');
  await head.getByRole('link').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/order=1$/);
  const ascending = await names(page);
  await head.getByRole('link').press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => names(page)).not.toEqual(ascending);
  await head.getByRole('link').click();
  await expect(head).not.toHaveAttribute('aria-sort');
  await expect(page).not.toHaveURL(/order=/);
});

test('order 2 is the default and is in no address; views and counts are', async ({ page }) => {
  await open(page, `${routes.trackSearch()}?order=2&count=40`);
  await page.getByLabel('Order', { exact: true }).selectOption('Oldest first');
  await expect(page).toHaveURL(/\?order=1$/);
  await page.getByLabel('Order', { exact: true }).selectOption('Newest first');
  await expect(page).toHaveURL(/tracksearch$/);
  await page.getByLabel('Rows per page').selectOption('80');
  await expect(page).toHaveURL(/\?count=80$/);
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Tiles' }).click();
  await expect(page).toHaveURL(/view=tiles&count=80$/);
  await expect(page.getByRole('list', { name: 'Tracks' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('table')).toBeVisible();
});

test('the user name filters while it is typed', async ({ page }) => {
  await open(page, routes.leaderboards());
  await page.getByRole('textbox', { name: 'Username' }).pressSequentially('nobody at all');
  await expect(page).toHaveURL(/username=nobody/);
  await expect(page.getByText('No qualifying players found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/leaderboards$/);
});

test.describe('failures', () => {
  test.use({ expectsRefusals: true });

  test('are shown in place, and the query stays', async ({ page, context }) => {
    await open(page, routes.userSearch());
    await context.setOffline(true);
    await box(page).fill('nobody is called this');
    await box(page).press('Enter');
    await expect(page.getByRole('alert')).toContainText('Error: Unhandled Error');
    await expect(page.getByRole('alert')).toContainText('Couldn’t reach the server.');
    await expect(firstName(page)).toBeVisible(); // the rows stay
    await expect(box(page)).toHaveValue('nobody is called this');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No results found')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(firstName(page)).toBeVisible();
  });
});

test('the picture of a track is shown near its name: below it, or next to it in wide windows', async ({
  page,
}) => {
  const tip = page.locator('.pictip');
  const name = page.locator('.tn').nth(3);
  for (const [width, tipWidth, isBeside] of [
    [1440, 280, false],
    [1700, 280, true],
    [1900, 400, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, routes.trackSearch());
    await name.hover();
    await expect(tip).toBeVisible();
    const [of, at] = [await name.boundingBox(), await tip.boundingBox()];
    if (!of || !at) throw new Error('no box');
    expect(Math.round(at.width)).toBe(tipWidth);
    expect(isBeside ? at.x >= of.x + of.width : at.y >= of.y + of.height).toBe(true);
    await page.keyboard.press('Escape');
    await expect(tip).toBeHidden();
  }
});

test('links work as links: a random row, a column, a page in another tab', async ({ page }) => {
  await open(page, smallPages);
  const first = await names(page);
  const href = (await next(page).getAttribute('href')) ?? '';
  expect(href).toMatch(/from=\d+/);
  // the browser handles clicks that open another tab. The tab itself is not opened: Playwright sometimes misses the
  // navigation of a background tab
  await page.evaluate(() => {
    addEventListener('click', (event) => {
      document.body.dataset.leftToBrowser = String(!event.defaultPrevented);
      event.preventDefault();
    });
  });
  for (const modifiers of [['ControlOrMeta'], ['Shift']] as const) {
    await page.evaluate(() => delete document.body.dataset.leftToBrowser);
    await next(page).click({ modifiers: [...modifiers] });
    await expect(page.locator('body')).toHaveAttribute('data-left-to-browser', 'true');
  }
  expect(await names(page)).toEqual(first);
  await page.goto(href);
  await expect(page).toHaveURL(/from=\d+/);
  await expect.poll(() => names(page)).toHaveLength(15);
  expect(await names(page)).not.toEqual(first);
  await open(page, `${routes.userSearch()}?query=a`);
  await expect(page.getByRole('link', { name: 'Random user from these' })).toHaveAttribute(
    'href',
    '/userrandom?name=a',
  );
});

test('narrow screens fold rows to two lines, which stay a table', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, smallPages); // names of the usual length
  await expect(page.getByRole('table')).toBeVisible();
  const row = page.getByRole('row').nth(1);
  await expect(row.getByRole('cell').first()).toBeVisible();
  const box1 = await row.boundingBox();
  expect(box1?.height).toBeGreaterThan(40);
  expect(box1?.height).toBeLessThan(80);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expectNoAxeViolation(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('rows are shown, links lead forwards and back, and the form searches', async ({ page }) => {
    await page.goto(smallPages);
    const first = await names(page);
    expect(first).toHaveLength(15);
    await next(page).click();
    await expect(page).toHaveURL(/from=\d+/);
    await page.waitForLoadState();
    const second = await names(page);
    expect(second).toHaveLength(15);
    expect(first.filter((name) => second.includes(name))).toEqual([]);
    await page.getByRole('link', { name: 'Previous page' }).click();
    await expect.poll(() => names(page)).toEqual(first);
    await page.getByRole('columnheader', { name: 'Uploaded' }).getByRole('link').click();
    await expect(page).toHaveURL(/order=1/);
    await page.goto(routes.userSearch());
    await box(page).fill('nobody is called this');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('No results found')).toBeVisible();
  });
});
