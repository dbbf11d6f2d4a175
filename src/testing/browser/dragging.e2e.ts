import type { BrowserContext, Locator, Page } from 'playwright/test';
import sharp from 'sharp';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { expect, test } from './tools/fixtures.ts';
import { packOf } from './tools/packs.ts';
import { register, Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';
import { uploadPage } from './tools/upload-page.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 1100 } }); // near its edges, dragging scrolls

interface Setting {
  page: Page;
  site: Site;
  origin: string;
  context: BrowserContext;
}

/** A list of four items that the signed-in user has just made and that the browser shows. */
interface Shown {
  /** in any order */
  readonly items: Locator;
  /** the part of an item that a finger or a mouse drags */
  readonly handle: string;
  /** what identifies an item */
  readonly attribute: string;
  /** what is shown once an item has been dropped at this place of four */
  said(place: number): Locator;
}

async function signedIn({ context, origin }: Setting) {
  const { script } = await register(origin);
  await context.addCookies(script.cookies.map((cookie) => ({ ...cookie, url: origin })));
  return script;
}

/** Ids of the oldest tracks that may be added to a pack: the demo community uploaded them. */
async function someTracks(origin: string): Promise<number[]> {
  const query = 'count=40&order1=1&fields=TrackId,IsBeta';
  const { text } = await new Script(origin).send(`${routes.apiTracks()}?${query}`);
  const { Results }: { Results: { TrackId: number; IsBeta: boolean }[] } = JSON.parse(text);
  return Results.flatMap(({ TrackId, IsBeta }) => (IsBeta ? [] : [TrackId])).slice(0, 4);
}

const lists: Readonly<Record<string, (setting: Setting) => Promise<Shown>>> = {
  async 'the tracks of a pack'(setting) {
    const { page, site, origin } = setting;
    const script = await signedIn(setting);
    const ownerId = (await script.viewer()).User?.UserId ?? 0;
    const packId = await packOf(site, { ownerId, name: 'Dragged', isPublic: false });
    const tracks = (await someTracks(origin)).join(' ');
    await script.post(routes.trackPackManage(packId), { act: 'add', tracks });
    await page.goto(routes.trackPackManage(packId));
    await expect(page.locator('[data-part="grip"]')).toHaveCount(4);
    return {
      items: page.locator('.pm__row'),
      handle: '[data-part="grip"]',
      attribute: 'data-track',
      said: (place) => page.getByRole('status').filter({ hasText: `moved to position ${place} of 4` }),
    };
  },
  async 'a Play Later list'(setting) {
    const { page, origin } = setting;
    const script = await signedIn(setting);
    for (const trackId of await someTracks(origin)) await script.post(routes.togglePlayLater(trackId), {});
    await page.goto(routes.playLater());
    return {
      items: page.locator('.queue__row'),
      handle: '[data-grip]',
      attribute: 'data-track',
      said: (place) => page.getByText(` to position ${place}.`),
    };
  },
  async 'the pictures of a track'(setting) {
    const { page, site } = setting;
    await signedIn(setting);
    await page.goto(routes.trackUpload());
    const upload = uploadPage(page);
    const file = trackFile(site, 'Pictured');
    await upload.choose(file);
    const pixels = { create: { width: 640, height: 400, channels: 3, background: '#30a050' } } as const;
    const buffer = await sharp(pixels).png().toBuffer();
    const shots = ['a', 'b', 'c', 'd'].map((name) => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer,
    }));
    await upload
      .panel(file)
      .getByLabel(/^Screenshots of/)
      .setInputFiles(shots);
    const items = page.locator('.pics__list > li');
    await expect(items).toHaveCount(4);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    return {
      items,
      handle: 'img',
      attribute: 'data-picture',
      said: (place) => page.getByRole('status').filter({ hasText: `to position ${place} of 4` }),
    };
  },
};

type Point = Readonly<{ x: number; y: number }>;

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('An item is not on the screen.');
  return box;
}

async function middleOf(element: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(element);
  return { x: x + width / 2, y: y + height / 2 };
}

/** A point in the second half of an item. */
async function endOf(element: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(element);
  return { x: x + width * 0.8, y: y + height * 0.8 };
}

async function pressAndMove(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 9, { steps: 4 });
  await page.mouse.move(to.x, to.y);
}

async function dragByFinger(page: Page, from: Point, to: Point): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    devices.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  for (const part of [0.1, 0.5, 1])
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  await touch('touchEnd', []);
  await devices.detach();
}

for (const [name, open] of Object.entries(lists)) {
  test.describe(name, () => {
    let shown: Shown;
    const ids = () =>
      shown.items.evaluateAll((all, key) => all.map((item) => item.getAttribute(key)), shown.attribute);
    test.beforeEach(async ({ page, site, origin, context }) => {
      shown = await open({ page, site, origin, context });
      await shown.items.nth(3).scrollIntoViewIfNeeded();
    });

    test('an item is dragged with a mouse', async ({ page }) => {
      const { items, handle, said } = shown;
      const [a, b, c, d] = await ids();
      await pressAndMove(page, await middleOf(items.nth(0).locator(handle)), await endOf(items.nth(2)));
      await page.mouse.up();
      await expect.poll(ids).toEqual([b, c, a, d]);
      await expect(said(3)).toHaveCount(1);
    });

    test('an item is dragged with a finger by its handle', async ({ page }) => {
      const { items, said } = shown;
      const [a, b, c, d] = await ids();
      const grip = items.nth(3).locator('[data-part="grip"], [data-grip]');
      const before = await boxOf(items.nth(1));
      await dragByFinger(page, await middleOf(grip), { x: before.x + 3, y: before.y + 3 });
      await expect.poll(ids).toEqual([a, d, b, c]);
      await expect(said(2)).toHaveCount(1);
    });

    test('an item stays where it is after Escape, or when it is dropped on itself', async ({ page }) => {
      const { items, handle } = shown;
      const before = await ids();
      const from = await middleOf(items.nth(1).locator(handle));
      await pressAndMove(page, from, await endOf(items.nth(2)));
      await page.keyboard.press('Escape');
      await page.mouse.up();
      expect(await ids()).toEqual(before);
      const own = await boxOf(items.nth(1));
      await pressAndMove(page, from, { x: own.x + 5, y: own.y + 12 });
      await page.mouse.up();
      expect(await ids()).toEqual(before);
      await expect(page.locator('[data-dragged]')).toHaveCount(0);
    });

    test('the page scrolls while an item is held near its edge', async ({ page }) => {
      const { items, handle } = shown;
      await page.evaluate(() => scrollTo(0, 0));
      const { y, height } = await boxOf(items.nth(0));
      const bottom = Math.ceil(y + height);
      await page.setViewportSize({ width: 1280, height: bottom });
      const from = await middleOf(items.nth(0).locator(handle));
      await pressAndMove(page, from, { x: from.x, y: bottom - 5 });
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
    });
  });
}
