import type { Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { expect, photograph, test } from './tools/fixtures.ts';
import { Script } from './tools/people.ts';

test.use({ expectsRefusals: true });

/** Ids of the tracks on the page, in their order. */
const idsOn = (page: Page) =>
  page
    .locator('[data-track]')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-track'))));

/** Puts four tracks on the list of the signed-in user and opens it. Returns their ids in this order. */
async function queueFour(page: Page, origin: string): Promise<[number, number, number, number]> {
  const newest = await new Script(origin).send(`${routes.apiTracks()}?count=4&fields=TrackId,TrackName`);
  const { Results } = JSON.parse(newest.text) as { Results: { TrackId: number }[] }; // the fields requested above
  await page.goto(routes.playLater());
  await page.evaluate(
    async (paths) => {
      const { RequestVerificationToken } = await (await fetch('/api/viewer')).json();
      const body = () => new URLSearchParams({ __RequestVerificationToken: RequestVerificationToken });
      for (const path of paths) await fetch(path, { method: 'PUT', body: body() });
    },
    Results.map(({ TrackId }) => routes.togglePlayLater(TrackId)),
  );
  await page.reload();
  const [a = 0, b = 0, c = 0, d = 0] = Results.map(({ TrackId }) => TrackId);
  expect(await idsOn(page)).toEqual([a, b, c, d]);
  return [a, b, c, d];
}

test('tonight’s tracks are put in order by buttons, typing and dragging, shared by a link, and no longer shared', async ({
  page,
  browser,
  origin,
  signIn,
}) => {
  await signIn();
  const [a, b, c, d] = await queueFour(page, origin);
  const ids = () => idsOn(page);
  const row = (id: number) => page.locator(`[data-track="${id}"]`);
  /** Waits until the move to this place is saved. */
  const afterReload = async (place: number, order: number[]) => {
    await expect(page.getByText(` to position ${place}.`).last()).toBeVisible();
    await page.reload();
    expect(await ids()).toEqual(order);
  };

  // the keyboard: the button keeps the focus until the track can move no further
  await row(c).getByRole('button', { name: / up$/ }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(ids).toEqual([a, c, b, d]);
  await page.keyboard.press('Enter');
  await expect.poll(ids).toEqual([c, a, b, d]);
  await expect(row(c).getByRole('button', { name: / down$/ })).toBeFocused();
  await afterReload(1, [c, a, b, d]);
  await row(c).getByRole('textbox').fill('3');
  await page.keyboard.press('Enter');
  await afterReload(3, [a, b, c, d]);
  const grip = await row(d).locator('[data-grip]').boundingBox();
  const first = await row(a).boundingBox();
  if (!grip || !first) throw new Error('The list is not shown.');
  await page.mouse.move(grip.x + 10, grip.y + 10);
  await page.mouse.down();
  await page.mouse.move(first.x + 10, first.y + 2, { steps: 5 });
  await page.mouse.up();
  await afterReload(1, [d, a, b, c]);
  await row(b)
    .getByRole('button', { name: /^Remove / })
    .click();
  await expect(page.getByText('Track removed from Play Later list!')).toBeVisible();
  expect(await ids()).toEqual([d, a, c]);

  await page.getByRole('button', { name: 'Create a link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to this list' }).inputValue();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoAxeViolation(page);
  await photograph(page, 'queue-360', { fullPage: true });
  const visitor = await (await browser.newContext({ baseURL: origin })).newPage();
  await visitor.goto(link);
  await expect(visitor.locator('[data-track]')).toHaveCount(3);
  await expect(visitor.getByRole('button', { name: /^Remove / })).toHaveCount(0);
  const text = visitor.getByRole('link', { name: 'As text' });
  const lines = await text.evaluate(async (link: HTMLAnchorElement) => (await fetch(link.href)).text());
  expect(lines).toMatch(/^1\. .+ by .+ - http.+\n2\. .+\n3\. .+\n$/m);
  await page.getByText('Revoke', { exact: true }).click();
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(page.getByText('Only you can see your list now.')).toBeVisible();
  expect((await visitor.goto(link))?.status()).toBe(404);
  await visitor.context().close();
});

test('a move that is refused is undone, and the one after it stays', async ({ page, origin, signIn }) => {
  await signIn();
  const [a, b, c, d] = await queueFour(page, origin);
  const refused = Promise.withResolvers<void>();
  await page.route(`**${routes.movePlayLater(a)}`, async (route) => {
    await refused.promise;
    await route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Refused', status: 409, detail: 'It cannot move.' }),
    });
  });
  for (const [id, position, order] of [
    [a, '3', [b, c, a, d]],
    [d, '1', [d, b, c, a]],
  ] as const) {
    await page.locator(`[data-track="${id}"]`).getByRole('textbox').fill(position);
    await page.keyboard.press('Enter');
    await expect.poll(() => idsOn(page)).toEqual(order);
  }
  refused.resolve();
  await expect(page.getByText(' to position 1.')).toBeVisible();
  await expect(page.getByText('It cannot move.')).toBeVisible();
  expect(await idsOn(page)).toEqual([d, a, b, c]);
  await page.reload();
  expect(await idsOn(page)).toEqual([d, a, b, c]);
});
