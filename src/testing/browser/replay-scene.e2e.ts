import { readFile } from 'node:fs/promises';
import { raceAddress, viewAddress } from '#features/replays/view-address.ts';
import { routes } from '#routes/routes.ts';
import { shareOf } from '#testing/shares.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { demoDuel, demoPack } from './tools/demo.ts';
import { expect, photograph, sites, test } from './tools/fixtures.ts';

// browsers without a graphics card draw WebGL themselves when they are told to
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'],
  },
});

// a run tries one edition, and those with other seeds the rest
for (const site of shareOf(sites, sites.length))
  test.describe(site.label, () => {
    test.use({ site });

    test('a run in three dimensions: opened by a click, by keys and by a link; without WebGL the map stays', async ({
      page,
      origin,
    }) => {
      test.setTimeout(420_000); // every pixel is drawn by the processor
      const { trackId, replayIds } = await demoDuel(origin);
      await page.setViewportSize({ width: 820, height: 560 });
      const scripts: string[] = [];
      page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
      await page.goto(viewAddress(trackId, { replayIds, timeMs: 5000 }, null));
      const viewer = page.getByRole('region', { name: 'Replay viewer' });
      const clock = viewer.locator('output');
      await expect(clock).toHaveText('00:05.00');
      const before = scripts.length;
      await viewer.getByRole('button', { name: '3D' }).click();
      const scene = viewer.getByRole('figure', { name: 'The run in three dimensions' });
      const frame = scene.locator('canvas[data-draws]');
      const isDrawn = () => expect(frame).toBeVisible({ timeout: 60_000 });
      await isDrawn();
      expect(scripts.length, 'its script comes with the click').toBeGreaterThan(before);
      expect(Number(await frame.getAttribute('data-draws'))).toBeGreaterThan(3);
      expect(Number(await frame.getAttribute('data-draws'))).toBeLessThanOrEqual(60);
      await expect(clock).toHaveText('00:05.00');

      const pressed = (name: string) => viewer.getByRole('button', { name, exact: true, pressed: true });
      await page.keyboard.press('v');
      await expect(pressed('Cockpit')).toBeVisible();
      await expect(clock).toHaveText('00:05.00');
      await viewer.getByRole('button', { name: 'Speed line' }).click();
      await viewer.getByRole('button', { name: 'Above' }).click();
      await page.keyboard.press('l');
      await expect(pressed('Orbit')).toBeVisible();
      await expect(page).toHaveURL(/[?&]camera=orbit,45,25,40/);
      const download = page.waitForEvent('download');
      await viewer.getByRole('button', { name: 'Picture' }).click();
      expect((await download).suggestedFilename()).toMatch(/ 00-05\.00\.png$/);
      await viewer.getByRole('button', { name: 'Clip' }).click();
      const clip = viewer.getByRole('group', { name: 'Clip' });
      await expect(clip.getByLabel('From second')).toHaveValue('5');
      await clip.getByLabel('to second').fill('5.5');
      const video = page.waitForEvent('download');
      await clip.getByRole('button', { name: 'Record' }).click();
      const saved = await video;
      expect(saved.suggestedFilename()).toMatch(/ 00-05\.00\.webm$/);
      const bytes = await readFile(await saved.path());
      expect(bytes.subarray(0, 4).toString('hex'), 'the mark of a WebM file').toBe('1a45dfa3');
      expect(bytes.includes('V_VP'), 'it contains a video').toBe(true);
      await viewer.getByRole('button', { name: 'Clip' }).click();
      await viewer.getByRole('slider', { name: 'Time' }).fill('5000');
      await expectNoAxeViolation(page);
      await photograph(page, `scene-820-${site.code}`);

      await page.setViewportSize({ width: 360, height: 800 });
      await page.reload();
      await isDrawn();
      await expect(pressed('Orbit')).toBeVisible();
      await expect(clock).toHaveText('00:05.00');
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await photograph(page, `scene-360-${site.code}`);
      await page.keyboard.press('m');
      await expect(viewer.getByRole('figure', { name: 'Map' })).toBeVisible();
      await expect(page).not.toHaveURL(/camera=/);

      await page.goto(raceAddress(trackId, null));
      await isDrawn();
      const order = viewer.getByRole('list', { name: 'Order at the moment' });
      await expect(order.getByRole('listitem').first()).toContainText('leads');
      await order.getByRole('button').last().click();
      await page.keyboard.press('5');
      await expect(
        order.getByRole('button', { pressed: true }),
        'a driver is followed, in any place',
      ).toBeFocused();
      expect(Number(await frame.getAttribute('data-draws'))).toBeLessThanOrEqual(60);

      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(routes.trackShow(trackId));
      await page.getByRole('button', { name: 'Fly over' }).click();
      const flight = page.getByRole('img', { name: 'A flight over the track' });
      await expect(flight).toHaveAttribute('data-share', /^0/);
      await page.keyboard.press('Escape');
      await expect(flight).toHaveCount(0);

      const packId = await demoPack(origin);
      await page.goto(routes.trackPackShow(packId));
      await page.getByRole('link', { name: 'Watch the records' }).click();
      const tour = page.getByRole('region', { name: 'Records of the trackpack' });
      const skip = tour.getByRole('link', { name: /^Skip/ });
      const second = (await skip.getAttribute('href')) ?? '';
      await isDrawn();
      await expect(tour.getByRole('button'), 'with less motion nothing goes on by itself').toHaveCount(0);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.goto(`${page.url()}&t=9999`);
      await tour.getByRole('button', { name: 'Pause the tour' }).click();
      await tour.getByRole('button', { name: 'Go on' }).click();
      await page.waitForURL((url) => second.startsWith(url.pathname));
      await page.emulateMedia({ reducedMotion: 'reduce' });

      await page.goto(`${routes.trackSearch()}?view=tiles&query=id:${trackId}`);
      const link = page.locator(`.tile a[href^="${routes.trackShow(trackId)}"]`).first();
      const line = page.locator('.tile .trackline__middle');
      await link.hover();
      await expect(line, 'the line of the record, whole at once').toHaveAttribute('d', /^M.*L/);
      await page.mouse.move(0, 0);
      await expect(line).toHaveCount(0);
      await link.focus();
      await expect(line).toHaveCount(1);
      await photograph(page, `tile-line-${site.code}`);

      await page.goto(viewAddress(trackId, { replayIds }, null));
      await page.addInitScript(() => {
        const { getContext } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.getContext = function (
          this: HTMLCanvasElement,
          kind: string,
          ...rest: never[]
        ) {
          return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
        } as typeof getContext;
      });
      await page.reload();
      await viewer.getByRole('button', { name: '3D' }).click();
      await expect(viewer.getByText(/This browser cannot show the run in three dimensions/)).toBeVisible();
      await expect(viewer.getByRole('figure', { name: 'Map' })).toBeVisible();
    });
  });
