import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { attributeOf, elementsOf, parseHtml } from '#testing/html.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { expect, test } from './tools/fixtures.ts';
import { maxShift, shiftSoFar } from './tools/layout-shift.ts';
import { awake } from './tools/lists.ts';
import { packOf } from './tools/packs.ts';
import { register, Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

test.use({ expectsRefusals: true });

const userIdOf = async (script: Script) => (await script.viewer()).User?.UserId ?? 0;

/** Ids of the oldest tracks that may be added to a pack: the demo community uploaded them. */
async function someTracks(origin: string, count: number): Promise<number[]> {
  const query = 'count=40&order1=1&fields=TrackId,IsBeta';
  const { text } = await new Script(origin).send(`${routes.apiTracks()}?${query}`);
  const { Results }: { Results: { TrackId: number; IsBeta: boolean }[] } = JSON.parse(text);
  return Results.flatMap(({ TrackId, IsBeta }) => (IsBeta ? [] : [TrackId])).slice(0, count);
}

const rows = (page: Page) => page.locator('.pm__row');
const order = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset.track)));
const row = (page: Page, id: number) => page.locator(`[data-track="${id}"]`);
const grip = (page: Page, id: number) => row(page, id).getByRole('button', { name: /^Move / });
const said = (page: Page) => page.locator('.pm__said');

/** A new user whose session the browser has. */
async function signedIn(context: BrowserContext, origin: string) {
  const person = await register(origin);
  await context.addCookies(person.script.cookies.map((cookie) => ({ ...cookie, url: origin })));
  return person;
}

test('managers add, order, reject and undo; each sees the changes of the other', async ({
  page,
  site,
  origin,
  context,
}) => {
  const ann = await signedIn(context, origin);
  const ben = await register(origin);
  const name = `Managed ${randomUUID().slice(0, 8)}`;
  const spec = { ownerId: await userIdOf(ann.script), name, isPublic: false };
  const packId = await packOf(site, spec, [await userIdOf(ben.script)]);
  const [a = 0, b = 0, c = 0, d = 0] = await someTracks(origin, 4);
  await page.setViewportSize({ width: 1280, height: 1100 }); // near its edges, dragging scrolls
  await page.goto(routes.trackPackManage(packId));
  await awake(page);
  await expect(page.getByText('No tracks added yet.')).toBeVisible();

  await page.getByText('Add many').click();
  await page.getByLabel('IDs, UIds or addresses').fill(`${a} ${b},${origin}/trackshow/${c}\n${a}; nonsense!`);
  await page.getByRole('button', { name: 'Add these tracks' }).click();
  await expect(page.getByText('3 of 5 tracks added.')).toBeVisible();
  const results = page.getByRole('list', { name: 'What was added' });
  await expect(results.getByText('Track is already listed.')).toHaveCount(1);
  await expect.poll(() => order(page)).toEqual([a, b, c]);
  await page.getByLabel('Add a track').fill(`${d}`);
  await page.getByRole('option', { name: new RegExp(`ID ${d}$`) }).click();
  await expect.poll(() => order(page)).toEqual([a, b, c, d]);

  // nothing moves when the whole list arrives
  await page.setViewportSize({ width: 412, height: 823 });
  await page.reload();
  await expect(grip(page, a)).toBeVisible();
  expect(await shiftSoFar(page)).toBeLessThanOrEqual(maxShift);
  await page.setViewportSize({ width: 1280, height: 1100 });

  // dragging: the first row below the third
  const from = await grip(page, a).boundingBox();
  const to = await row(page, c).boundingBox();
  if (!from || !to) throw new Error('A row is not on the screen.');
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 200, to.y + to.height * 0.4, { steps: 4 });
  await page.mouse.move(to.x + 200, to.y + to.height * 0.8);
  await expect(page.locator('.reorder__name')).toBeVisible();
  await page.mouse.up();
  await expect.poll(() => order(page)).toEqual([b, c, a, d]);
  await expect(grip(page, a)).toBeFocused();

  // the keyboard: nothing is sent until the row is put down, Escape puts it back
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowUp');
  await expect(said(page)).toContainText('position 2 of 4');
  await expect(grip(page, a)).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await order(page)).toEqual([b, c, a, d]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('moved to position 4 of 4');
  await expect(grip(page, a)).toBeFocused();
  expect(await order(page)).toEqual([b, c, d, a]);

  const position = row(page, a).getByLabel(/^Position of /);
  await position.fill('1');
  await position.press('Enter');
  await expect.poll(() => order(page)).toEqual([a, b, c, d]);
  await expect(position).toBeFocused();
  await expect(page.locator('.pm__undo')).toContainText('Moved');
  await grip(page, a).focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => order(page)).toEqual([b, c, d, a]);

  await row(page, d)
    .getByLabel(/^Status of /)
    .selectOption({ label: 'Rejected' });
  await expect(page.getByRole('dialog')).toContainText('can’t be submitted again');
  await page.getByRole('button', { name: 'Set to Rejected' }).click();
  await expect.poll(() => order(page)).toEqual([b, c, a]);
  await page.getByRole('link', { name: /^Not approved/ }).click();
  await expect(row(page, d).getByLabel(/^Status of /)).toHaveValue('3');
  await page.getByRole('link', { name: /^Approved/ }).click();

  // Ben moves a track: Ann is notified, and her undo does not revert his change
  await ben.script.post(routes.trackPackManage(packId), { act: 'move', trackId: `${a}`, position: '1' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => order(page)).toEqual([a, b, c]);
  await expect(said(page)).toContainText(`${ben.name} changed this list: Moved`);
  await page.keyboard.press('Control+z');
  await expect(said(page)).toContainText(`The last change is by ${ben.name}.`);
  // Ben removes a track while Ann is moving it, before her list refreshes: she gets the reason and the current list
  const refused = Promise.withResolvers<void>();
  await page.route(`**${routes.trackPackEntries(packId)}`, async (route) => {
    await refused.promise;
    await route.continue();
  });
  await ben.script.post(routes.trackPackManage(packId), { act: 'remove', trackId: `${c}` });
  const stale = row(page, c).getByLabel(/^Position of /);
  await stale.fill('1');
  await stale.press('Enter');
  await expect(said(page)).toContainText('This track isn’t in the trackpack.');
  refused.resolve();
  await expect.poll(() => order(page)).toEqual([a, b]);

  await expectNoAxeViolation(page);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectNoAxeViolation(page);
});

test('without scripts, plain forms do the same', async ({ site, origin }) => {
  const { script } = await register(origin);
  const packId = await packOf(site, { ownerId: await userIdOf(script), name: 'Plain', isPublic: false });
  const path = routes.trackPackManage(packId);
  const [a = 0, b = 0] = await someTracks(origin, 2);
  const post = (form: Record<string, string>) => script.post(path, form);
  const listed = async () =>
    elementsOf(parseHtml(await script.page(path), { runsScripts: false })).flatMap(
      (element) => attributeOf(element, 'data-track') ?? [],
    );
  await post({ act: 'add', tracks: `${a} ${b}` });
  expect(await listed()).toEqual([`${a}`, `${b}`]);
  const chosen = await script.page(`${path}?trackId=${b}`);
  for (const label of ['Set status', 'Move track', 'Remove from pack']) expect(chosen).toContain(label);
  await post({ act: 'move', trackId: `${b}`, position: '1' });
  expect(await listed()).toEqual([`${b}`, `${a}`]);
  expect(await script.page(path)).toContain('Moved');
  await post({ act: 'remove', trackId: `${a}` });
  expect(await listed()).toEqual([`${b}`]);
  const viewer = await script.viewer();
  const refused = await script.send(
    path,
    'POST',
    {
      act: 'move',
      trackId: `${b}`,
      position: '0',
      __RequestVerificationToken: viewer.RequestVerificationToken,
    },
    'text/html',
  );
  expect(refused.text).toContain('role="alert"');
  expect(refused.text).toMatch(/name="position"[^>]*value="0"/);
});

test('an author submits a track to a pack and withdraws it', async ({ page, site, origin, context }) => {
  const owner = await register(origin);
  const name = `Open cup ${randomUUID().slice(0, 8)}`;
  await packOf(site, { ownerId: await userIdOf(owner.script), name, allowsSubmissions: true });
  const { script } = await signedIn(context, origin);
  const trackId = await script.upload(trackFile(site, 'For the cup'), { TrackName: 'For the cup' });

  await page.goto(routes.trackShow(trackId));
  await page.getByRole('link', { name: 'Submit to a trackpack' }).click();
  await awake(page);
  await page.getByRole('combobox', { name: 'Name or ID of the trackpack' }).fill(name);
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('For the cup');
  await page.getByRole('button', { name: 'Submit this track' }).click();
  await expect(page.getByText('The managers haven’t reviewed it yet.')).toBeVisible();
  await expectNoAxeViolation(page);
  await page.goto(routes.trackPackChoose(trackId));
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Take back this track' }).click();
  await expect(page.getByText('This track isn’t in the trackpack.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
