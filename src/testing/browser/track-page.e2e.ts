import { LIMITS } from '#lib/gbx/read/limits.ts';
import type { ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { routes } from '#routes/routes.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { demoDuel, demoTrack } from './tools/demo.ts';
import { expect, test } from './tools/fixtures.ts';
import { register, Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

const rows = async <Row>(origin: string, path: string): Promise<Row[]> => {
  const answer = await new Script(origin).send(path);
  return (JSON.parse(answer.text) as { Results: Row[] }).Results; // our own list, with the requested fields
};

test('the record of a platform track is shown with its respawns', async ({ page, origin }) => {
  interface Platform {
    TrackId: number;
    WRReplay: { ReplayTime: number; ReplayScore: number };
  }
  const fields = 'TrackId,WRReplay.ReplayTime,WRReplay.ReplayScore';
  const tracks = await rows<Platform>(origin, `/api/tracks?primarytype=2&inhasrecord=1&fields=${fields}`);
  const track = tracks.find(({ WRReplay }) => WRReplay.ReplayTime > 0); // not secret
  await page.goto(routes.trackShow(track?.TrackId ?? 0));
  await expect(page.getByRole('region', { name: 'Record', exact: true })).toContainText(
    new RegExp(`\\d\\d:\\d\\d\\.\\d\\d \\(${track?.WRReplay.ReplayScore}\\)`),
  );
});

test('a visitor reads everything about a track and moves through a pack', async ({ page, origin }) => {
  const [pack] = await rows<{ PackId: number }>(origin, '/api/trackpacks?count=1&order1=6&fields=PackId');
  const packId = pack?.PackId ?? 0;
  const inPack = await rows<{ TrackId: number }>(
    origin,
    `/api/tracks?packid=${packId}&order1=45&count=3&fields=TrackId`,
  );
  const [first, second] = inPack.map(({ TrackId }) => TrackId);
  await page.goto(routes.trackShow(first ?? 0, packId));
  const main = page.getByRole('main');
  for (const name of ['Leaderboard', 'Facts', 'File', 'Awards and comments', 'In packs'])
    await expect(main.getByRole('heading', { name, exact: true })).toBeVisible();
  const play = main.getByRole('link', { name: 'Play', exact: true });
  await expect(play).toHaveAccessibleDescription(/if it’s installed here/);
  await expect(main.getByRole('link', { name: 'How it works' })).toHaveAttribute(
    'href',
    routes.help('install'),
  );
  await expect(main.getByRole('button', { name: 'Play later' })).toHaveCount(0);
  await expectNoAxeViolation(page);

  const walk = page.getByRole('navigation', { name: 'In the trackpack' });
  await expect(walk.getByRole('link', { name: /^Previous/ })).toHaveCount(0);
  await walk.getByRole('link', { name: /^Next/ }).click();
  await expect(page).toHaveURL(new RegExp(`/trackshow/${second}\\?packid=${packId}`));
  await walk.getByRole('link', { name: /^Previous/ }).click();
  await expect(page).toHaveURL(new RegExp(`/trackshow/${first}\\?`));

  const tag = main.locator('a.tag').first();
  const name = await tag.innerText();
  await tag.click();
  await expect(page).toHaveURL(/\/tracksearch\?query=tags/);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(name);
});

test('on paper the description has no button, and no part of the page is a grid or flexbox', async ({
  page,
  origin,
}) => {
  await page.goto(routes.trackShow((await demoTrack(origin)).TrackId));
  const button = page.locator('.desc > summary');
  await expect(button).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(button).toBeHidden();
  // Firefox prints the pages of a grid or of an ordered flexbox over each other: the facts over the leaderboard
  const displays = await page
    .locator('.trk, .trk__view, .trk__race, .trk__rest, .trk__facts')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).display));
  expect(displays).toEqual(['block', 'block', 'block', 'block', 'block']);
});

test('on paper the leaderboard is shown, though its rows are in a form', async ({ page, origin }) => {
  const { trackId } = await demoDuel(origin);
  await page.goto(routes.trackShow(trackId));
  const board = page.getByRole('region', { name: 'Leaderboard', exact: true });
  const boxes = board.getByRole('checkbox');
  expect(await boxes.count()).toBeGreaterThan(1);
  await page.emulateMedia({ media: 'print' });
  await expect(board.locator('tbody tr').first()).toBeVisible();
  await expect(boxes.filter({ visible: true })).toHaveCount(0);
});

test('the description folds', async ({ page, origin, site }) => {
  const { script } = await register(origin);
  const trackId = await script.upload(trackFile(site, 'Told of'), {
    TrackName: 'Told of',
    AuthorComments: 'Mind the [b]second[/b] jump.',
  });
  await page.goto(routes.trackShow(trackId));
  const text = page.locator('.desc .prose');
  await expect(text).toBeVisible();
  await page.getByText('Hide Description').click();
  await expect(text).toBeHidden();
  await page.getByText('Show Description').click();
  await expect(text).toBeVisible();
});

test('texts from a file stretch the page neither in height nor in width', async ({ page, origin, site }) => {
  const { script } = await register(origin);
  const heightOf = async (trackId: number) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(routes.trackShow(trackId));
    const { scrollWidth, scrollHeight } = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { scrollWidth, scrollHeight };
    });
    expect(scrollWidth).toBe(360);
    return scrollHeight;
  };
  const plain = await script.upload(trackFile(site, 'Plain texts'), { TrackName: 'Plain texts' });
  const spec: Partial<ChallengeSpec> = {
    game: site.formats.at(-1) ?? 'TMF', // the newest, because the oldest store no list of files
    authorLogin: 'w'.repeat(LIMITS.author),
    exeVersion: '9'.repeat(LIMITS.exeVersion),
    deps: Array.from({ length: 100 }, (_, i) => ({ file: `${i}${'x'.repeat(LIMITS.path - 3)}`, url: '' })),
  };
  const long = await script.upload(trackFile(site, 'Long texts', { spec }), { TrackName: 'Long texts' });
  const plainHeight = await heightOf(plain);
  expect((await heightOf(long)) - plainHeight).toBeLessThan(1500);
  await expectNoAxeViolation(page);
  await page.getByText('92 more files').click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the play link leads into the game', async ({ origin, site }) => {
  const { TrackId } = await demoTrack(origin);
  const answer = await new Script(origin).send(routes.trackPlay(TrackId));
  const scheme = site.capabilities.playLink.kind === 'maniacode' ? 'tmtp:' : 'tmup:';
  expect([answer.status, new URL(answer.headers.location ?? '').protocol]).toEqual([302, scheme]);
});

test('a link is copied, also if the clipboard is not available', async ({ page, context, origin }) => {
  const { TrackId } = await demoTrack(origin);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(routes.trackShow(TrackId));
  const said = page.getByRole('status').getByText('Link copied to the clipboard.');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(said).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin + routes.trackShow(TrackId));
  await expect(said).toBeHidden();

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  const warned = page.waitForEvent('console', (message) => message.text().includes('clipboard refused'));
  await page.getByRole('button', { name: 'Copy link' }).click();
  await warned;
  await expect(said).toBeVisible();
});

test('a secret link opens an unlisted track, and every link of its page contains the secret', async ({
  page,
  origin,
  site,
}) => {
  const { script } = await register(origin);
  const id = await script.upload(trackFile(site, 'Behind a link'), {
    TrackName: 'Behind a link',
    Tags: String(site.tags[0]?.id ?? 0),
    CustomVisibility: 'true',
    Visible: 'true',
    Listed: 'false',
  });
  const visitor = new Script(origin);
  expect((await visitor.send(routes.trackShow(id))).status).toBe(404);
  const own = await script.send(routes.trackShow(id));
  const link = /data-copy="([^"]+)"/.exec(own.text)?.[1] ?? '';
  expect(link).toMatch(/\?key=\w{32}$/);

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Behind a link');
  const addresses = await page
    .locator('main')
    .locator('a[href], img[src], [data-copy]')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
    );
  const about = addresses.filter((address) => new RegExp(`^/track\\w+/${id}\\b`).test(address));
  expect(about.length).toBeGreaterThan(2);
  expect(about.filter((address) => !address.includes('key='))).toEqual([]);
  // a browser does not send what follows the number sign
  for (const address of about.map((one) => one.replace(/#.*/, '')))
    expect([address, (await visitor.send(address)).status]).not.toEqual([address, 404]);
});
