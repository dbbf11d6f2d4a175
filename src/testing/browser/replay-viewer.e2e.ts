import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge, writeReplay } from '#lib/gbx/tools/writer.ts';
import { routes } from '#routes/routes.ts';
import { newest } from './pages/smoke-page.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { transferOf } from './tools/data-transfer.ts';
import { demoTrack } from './tools/demo.ts';
import { expect, photograph, test } from './tools/fixtures.ts';
import { awake } from './tools/lists.ts';
import { Script } from './tools/people.ts';

const environment = 'Stadium';
const blocks = sampleBlocks({ environment, seed: 4 });
const uid = 'ViewerTestTrack00000000001';
const map = writeChallenge({ game: 'TMF', environment, uid, name: 'Viewer', authorLogin: 'ann', blocks });

/** A replay of one generated track, for a file input. */
function replayFile(seed: number, device: 'keys' | 'analogue') {
  const ghost = sampleRun({ blocks, environment, seed, device });
  const nickname = `Driver ${seed}`;
  const buffer = Buffer.from(
    writeReplay({
      game: 'TMF',
      environment,
      uid,
      mapAuthor: 'ann',
      map,
      bestTimeMs: ghost.timeMs,
      nickname,
      ghosts: [{ ...ghost, nickname }],
    }),
  );
  return { name: `${nickname}.Replay.Gbx`, mimeType: 'application/octet-stream', buffer };
}

test('three replays from the disk are viewed together', async ({ page, origin }, info) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(routes.replayView((await demoTrack(origin)).TrackId));
  const viewer = page.getByRole('region', { name: 'Replay viewer' });
  const from = Date.now();
  await viewer
    .getByLabel(/Open replay files/)
    .setInputFiles([replayFile(1, 'keys'), replayFile(2, 'analogue'), replayFile(3, 'keys')]);
  const play = viewer.getByRole('button', { name: 'Play', exact: true });
  await expect(play).toBeVisible();
  info.annotations.push({ type: 'opened after', description: `${Date.now() - from} ms` });
  for (const seed of [1, 2, 3])
    await expect(viewer.getByRole('listitem').getByText(`Driver ${seed}`).first()).toBeVisible();
  await expect(viewer.getByRole('table', { name: 'Sectors' }).getByRole('row')).not.toHaveCount(0);

  const clock = viewer.locator('output');
  await viewer.getByRole('button', { name: 'Zoom in' }).click(); // keys work after a click on a button
  await page.keyboard.press('5');
  const half = await clock.innerText();
  expect(half).not.toBe('00:00.00');
  await page.keyboard.press('ArrowRight');
  await expect(clock).not.toHaveText(half);
  await page.keyboard.press('0');
  await expect(clock).toHaveText('00:00.00');
  await viewer.getByRole('slider', { name: 'Time' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(clock).toHaveText('00:01.00');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(clock).toHaveText('00:00.90');
  await page.keyboard.press('c');
  await expect(viewer.getByRole('button', { name: 'Follow Driver 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('0');
  await page.keyboard.press('+');
  await expect(viewer.getByRole('combobox', { name: 'Speed' })).toHaveValue('2');
  await page.keyboard.press('-');
  await page.keyboard.press('Space');
  await expect(viewer.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(clock).not.toHaveText('00:00.00');
  await page.keyboard.press('Space');
  await expect(play).toBeVisible();
  await expect(page).toHaveURL(/[?&]t=\d/);

  await page.keyboard.press('6');
  await expectNoAxeViolation(page);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 1000 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await photograph(page, `viewer-${width}-${colorScheme}`, { fullPage: true });
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  const download = page.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Export inputs of Driver 2' }).click();
  const text = await (await download).createReadStream().then(async (stream) => {
    let all = '';
    for await (const part of stream) all += String(part);
    return all;
  });
  expect(text).toMatch(/^# .*\n# Driver 2, .*\n0-\d+ press up\n/);
  expect(text).toMatch(/^\d+ steer -?\d+$/m);
});

test('replays dropped on the viewer are viewed, and are not posted', async ({ page, origin }) => {
  await page.goto(routes.replayView((await demoTrack(origin)).TrackId));
  await awake(page);
  const viewer = page.getByRole('region', { name: 'Replay viewer' });
  const dataTransfer = await transferOf(page, [replayFile(1, 'keys'), replayFile(2, 'keys')]);
  const zone = viewer.getByText('Drop replay files to watch them here');
  await zone.dispatchEvent('dragover', { dataTransfer });
  await zone.dispatchEvent('drop', { dataTransfer });
  for (const seed of [1, 2])
    await expect(viewer.getByRole('listitem').getByText(`Driver ${seed}`).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

interface Listed {
  ReplayId: number;
  IsSecret: boolean;
  Track: { TrackId: number; Type: number };
}

/** Replays of races that everybody may view. */
async function listed(origin: string): Promise<Listed[]> {
  const fields = 'ReplayId,Track.TrackId,Track.Type,IsSecret';
  const answer = await new Script(origin).send(`/api/replays?count=40&best=1&fields=${fields}`);
  const { Results } = JSON.parse(answer.text) as { Results: Listed[] }; // our own list, with the requested fields
  return Results.filter(({ IsSecret, Track }) => !IsSecret && Track.Type === 0);
}

test('replays of the leaderboard open from a link, which restores the time', async ({ page, origin }) => {
  const found = (await listed(origin))[0];
  if (!found) throw new Error('the demo community has no replay that may be viewed');
  await page.goto(routes.trackShow(found.Track.TrackId));
  await page
    .getByRole('link', { name: /^View 1st/ })
    .first()
    .click();
  const viewer = page.getByRole('region', { name: 'Replay viewer' });
  await expect(viewer.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.goto(`${routes.replayView(found.Track.TrackId)}?replays=${found.ReplayId}&t=5.5&speed=0.5`);
  await expect(viewer.locator('output')).toHaveText('00:05.50');
  await expect(viewer.getByRole('combobox', { name: 'Speed' })).toHaveValue('0.5');
  await viewer.getByRole('combobox', { name: 'Speed' }).focus();
  await page.keyboard.press('ArrowRight'); // a field has keys of its own
  await expect(viewer.locator('output')).toHaveText('00:05.50');
});

/** VIEWER_SECONDS=60 measures longer; VIEWER_FILES=a.Replay.Gbx,b.Replay.Gbx views these files. */
test('opening is timed, and frames are measured while three replays run', async ({ page, origin }, info) => {
  const seconds = Number(process.env.VIEWER_SECONDS ?? 2);
  test.setTimeout((seconds + 60) * 1000);
  const TrackId = await newest(origin, routes.apiTracks(), 'TrackId', '&inhasrecord=1');
  await page.goto(routes.trackShow(TrackId));
  const clicked = Date.now();
  await page
    .getByRole('main')
    .locator(`a[href^="${routes.replayView(TrackId)}"]`)
    .first()
    .click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const openedMs = Date.now() - clicked;
  await page
    .getByLabel(/Open replay files/)
    .setInputFiles(process.env.VIEWER_FILES?.split(',') ?? [1, 2, 3].map((seed) => replayFile(seed, 'keys')));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const frames = await page.evaluate(
    (forMs) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        const start = performance.now();
        let last = start;
        const next = (now: number) => {
          found.push(now - last);
          last = now;
          if (now - start < forMs) requestAnimationFrame(next);
          else resolve(found);
        };
        requestAnimationFrame(next);
      }),
    seconds * 1000,
  );
  const slow = frames.filter((ms) => ms > 32).length;
  const longest = Math.max(...frames).toFixed(1);
  info.annotations.push({
    type: 'frames',
    description: `${frames.length}, over 32 ms ${slow}, longest ${longest} ms`,
  });
  console.log(`viewer: opened ${openedMs} ms after the click`);
  console.log(`viewer: ${frames.length} frames in ${seconds} s, ${slow} over 32 ms, longest ${longest} ms`);
  expect(frames.length).toBeGreaterThan(seconds); // frames are painted
});
