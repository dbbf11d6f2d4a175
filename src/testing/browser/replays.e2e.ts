import type { Page } from 'playwright/test';
import { environmentById } from '#lib/codes/environment.ts';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeReplay } from '#lib/gbx/tools/writer.ts';
import { routes } from '#routes/routes.ts';
import { transferOf } from './tools/data-transfer.ts';
import { anySite, expect, photograph, sites, test } from './tools/fixtures.ts';
import { awake } from './tools/lists.ts';
import { register } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

const site = sites.find(({ formats }) => formats.includes('TMF')) ?? anySite;
test.use({ site });

interface Driven {
  readonly uid: string;
  /** the file of the track; without it, the replay is of no track here */
  readonly map: ReturnType<typeof trackFile> | null;
}

/** A run of the track. */
function replayFile(name: string, { uid, map }: Driven, timeMs: number) {
  const environment = environmentById(site.environments[0] ?? 0)?.name ?? 'Stadium';
  const read = map && readChallenge(map.buffer);
  const blocks = read?.ok ? read.challenge.blocks : sampleBlocks({ environment, seed: 1 });
  const ghost = sampleRun({ blocks, environment, seed: 1, timeMs });
  const replay = writeReplay({
    game: 'TMF',
    environment,
    uid,
    mapAuthor: 'testdriver',
    map: map?.buffer ?? null,
    bestTimeMs: timeMs,
    nickname: `driver of ${name}`,
    ghosts: [ghost],
  });
  return {
    name: `${name}.Replay.Gbx`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(replay),
  };
}

const ofNoTrack: Driven = { uid: 'OfNoTrackHere_xxxxxxxxxxxx', map: null };

/** A track of another user. */
async function newTrack(origin: string, name: string): Promise<Driven & { trackId: number }> {
  const uid = `Replays${Math.random().toString(36).slice(2)}`.padEnd(27, 'x').slice(0, 27);
  const { script } = await register(origin);
  const map = trackFile(site, name, { spec: { uid } });
  const trackId = await script.upload(map, { TrackName: name });
  return { uid, map, trackId };
}

async function pictures(page: Page, name: string): Promise<void> {
  for (const [width, scheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await photograph(page, `${name}-${width}-${scheme}`);
  }
}

test('of two replays one is posted, by keyboard, and one is refused with its reason', async ({
  page,
  origin,
  signIn,
}) => {
  const { name } = await signIn();
  const track = await newTrack(origin, 'Two replays');
  const { trackId } = track;
  await page.goto(routes.replayUpload());
  await awake(page);
  await page
    .getByLabel('Replay files')
    .setInputFiles([replayFile('good', track, 40_000), replayFile('lost', ofNoTrack, 40_000)]);
  const good = page.getByRole('group', { name: 'good.Replay.Gbx', exact: true });
  await expect(good).toContainText('Ready');
  await expect(good).toContainText('the first record');
  await expect(good).toContainText('author');
  const lost = page.getByRole('group', { name: 'lost.Replay.Gbx', exact: true });
  await expect(lost).toContainText('Can’t be uploaded');
  await expect(lost).toContainText(`This replay’s track isn’t on ${site.label}.`);
  await pictures(page, 'replays-ready');
  await page.getByRole('button', { name: 'Upload', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.upload__far').getByRole('status').first()).toHaveText(
    '1 replay uploaded, 1 file refused.',
  );
  await expect(good).toContainText(/Uploaded on Two replays: [\d:.]+, 1st\./);
  await page.goto(routes.trackShow(trackId));
  await expect(page.getByRole('table', { name: 'Leaderboard' })).toContainText(name);
  await expect(page.getByText('Upload replay', { exact: true })).toBeVisible();
});

test('a replay dropped on the page for replays is listed there', async ({ page, signIn }) => {
  await signIn();
  await page.goto(routes.replayUpload());
  await awake(page);
  await drop(page, replayFile('dropped here', ofNoTrack, 42_000));
  await expect(page.getByRole('group', { name: 'dropped here.Replay.Gbx' })).toContainText(
    'Can’t be uploaded',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a replay dropped on any page shows its track and result, and is posted from there', async ({
  page,
  origin,
  signIn,
}) => {
  await signIn();
  const track = await newTrack(origin, 'Dropped on');
  await page.goto(routes.about());
  const file = replayFile('dropped', track, 43_000);
  await drop(page, file);
  const dialog = page.getByRole('dialog', { name: file.name });
  await expect(dialog.getByRole('link', { name: 'Dropped on' })).toBeVisible();
  await expect(dialog).toContainText('00:43.00');
  await expect(dialog).toContainText('gold');
  await pictures(page, 'replay-dropped');
  await dialog.getByRole('button', { name: 'Upload this replay' }).click();
  await expect(dialog).toContainText(/Uploaded on Dropped on: [\d:.]+, 1st\./);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

async function drop(page: Page, file: ReturnType<typeof replayFile>): Promise<void> {
  const transfer = await transferOf(page, [file]);
  // the code is loaded while the file is dragged: a browser allows the drop once the page has prevented the default
  await page.locator('body').dispatchEvent('dragenter', { dataTransfer: transfer });
  const isAllowed = () =>
    transfer.evaluate((dataTransfer) => {
      const over = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
      return !document.body.dispatchEvent(over);
    });
  await expect.poll(isAllowed).toBe(true);
  await page.locator('body').dispatchEvent('drop', { dataTransfer: transfer });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectsRefusals: true });

  test('a plain form posts a replay, and explains why it cannot be posted again', async ({
    page,
    origin,
    signIn,
  }) => {
    await signIn();
    const track = await newTrack(origin, 'Plain replays');
    const file = replayFile('plain', track, 44_000);
    await page.goto(routes.replayUpload());
    await page.locator('input[name="ReplayFiles"]').setInputFiles([file]);
    await page.getByRole('button', { name: 'Upload', exact: true }).last().click();
    await expect(page.getByRole('heading', { name: 'Plain replays', level: 1 })).toBeVisible();
    await page.goto(routes.replayUpload());
    await page.locator('input[name="ReplayFiles"]').setInputFiles([file]);
    await page.getByRole('button', { name: 'Upload', exact: true }).last().click();
    await expect(page.getByRole('alert')).toContainText(`This exact replay is already on ${site.label}.`);
  });
});
