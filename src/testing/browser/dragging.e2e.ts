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
      said: (place) => page.getByText(` is number ${place} now.`),
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
      handle: '.sh__blank, img',
      attribute: 'data-picture',
      said: (place) => page.getByRole('status').filter({ hasText: `is picture ${place} of 4` }),
    };
  },
};

/** The middle of an item's handle, and a point in its second half. */
async function pointsOf(item: Locator, handle: string) {
  const [part, whole] = [await item.locator(handle).first().boundingBox(), await item.boundingBox()];
  if (!part || !whole) throw new Error('An item is not on the screen.');
  return {
    handle: { x: part.x + part.width / 2, y: part.y + part.height / 2 },
    end: { x: whole.x + whole.width * 0.8, y: whole.y + whole.height * 0.8 },
  };
}

for (const [name, open] of Object.entries(lists)) {
  test(`${name} are dragged with a mouse`, async ({ page, site, origin, context }) => {
    const { items, handle, attribute, said } = await open({ page, site, origin, context });
    const ids = () => items.evaluateAll((all, name) => all.map((item) => item.getAttribute(name)), attribute);
    const [a, b, c, d] = await ids();
    await items.nth(3).scrollIntoViewIfNeeded();
    const from = (await pointsOf(items.nth(0), handle)).handle;
    const to = (await pointsOf(items.nth(2), handle)).end;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y - 9, { steps: 4 });
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    await expect.poll(ids).toEqual([b, c, a, d]);
    await expect(said(3)).toHaveCount(1);
  });
}
