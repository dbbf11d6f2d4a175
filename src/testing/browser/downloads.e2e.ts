import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';
import type { Download, Page } from 'playwright/test';
import { failedName, manifestName, trackEntryName } from '#features/downloads/file-names.ts';
import { routes } from '#routes/routes.ts';
import { axeViolations } from './tools/axe.ts';
import { demoTrack } from './tools/demo.ts';
import { expect, photograph, test } from './tools/fixtures.ts';
import { open } from './tools/lists.ts';
import { Script } from './tools/people.ts';
import { count, madeTracks, serve } from './tools/zip-tracks.ts';

const packOf = async (origin: string) => {
  const { text } = await new Script(origin).send(`${routes.apiPacks()}?count=1&order1=6&fields=PackId`);
  const { Results } = JSON.parse(text) as { Results: { PackId: number }[] }; // the field requested above
  return Results[0]?.PackId ?? 0;
};

const dialogOf = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name }).click();

async function savedBy(page: Page, act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 600_000 }), act()]);
  return download;
}

const entriesOf = async (zip: JSZip) =>
  Promise.all(
    Object.values(zip.files).map(async (file) => [file.name, await file.async('nodebuffer')] as const),
  );

/** The output of a program; null if it is not installed. */
function output(program: string, ...options: string[]): string | null {
  try {
    return execFileSync(program, options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

const readByPython = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps(z.namelist()))`;

test.use({ expectsRefusals: true, acceptDownloads: true });

test('a pack is zipped byte for byte in its order; a file that fails permanently is listed, one that fails temporarily is not', async ({
  page,
  origin,
}) => {
  test.setTimeout(600_000);
  const tracks = madeTracks();
  const lost = tracks[3]?.id ?? 0;
  await serve(
    page,
    tracks,
    new Map([
      [lost, 404],
      [tracks[5]?.id ?? 0, 503],
    ]),
  );
  const packId = await packOf(origin);
  const counted = page.waitForResponse((response) =>
    response.url().endsWith(routes.trackPackDownload(packId)),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(routes.trackPackShow(packId));
  await page.getByRole('link', { name: 'Download zip' }).press('Enter');
  await expect(dialogOf(page).getByText(`${count.toLocaleString('en')} tracks.`)).toBeVisible();
  expect(await axeViolations(page, { within: 'dialog' })).toEqual([]);
  await photograph(page, 'zip-choice-360');
  // the button that starts it is focused
  const began = Date.now();
  const download = await savedBy(page, () => page.keyboard.press('Enter'));
  await expect(dialogOf(page).getByText(/^[\d,]+ of [\d,]+ tracks downloaded\.$/)).toBeVisible();
  await expect(dialogOf(page).getByText('1 file is missing; failed.txt in the zip says why.')).toBeVisible();
  expect(await axeViolations(page, { within: 'dialog' })).toEqual([]);
  await photograph(page, 'zip-done-360');
  if (count > 40) console.log(`${count} tracks: ${Date.now() - began} ms, heap ${await heapOf(page)} MB`);
  expect((await counted).status()).toBe(200);
  expect(download.suggestedFilename()).toMatch(new RegExp(` \\(TMX_${packId}\\)\\.zip$`));

  const path = await download.path();
  const zip = await JSZip.loadAsync(await readFile(path), { checkCRC32: true });
  const kept = tracks.filter(({ id }) => id !== lost);
  const expected = kept.map(({ id, name }) => trackEntryName(name, id));
  const listed = [...expected, manifestName, failedName];
  const entries = await entriesOf(zip);
  expect(entries.map(([name]) => name)).toEqual(listed);
  const changed = kept.filter(({ bytes }, index) => entries[index]?.[1].equals(bytes) !== true);
  expect(changed.map(({ name }) => name)).toEqual([]);
  expect(await zip.file(failedName)?.async('text')).toContain('This track was not found.');
  const manifest = JSON.parse((await zip.file(manifestName)?.async('text')) ?? '{}');
  expect(manifest).toMatchObject({ Version: 1, Source: `${origin}${routes.trackPackShow(packId)}` });
  expect(manifest.Tracks.map(({ TrackId }: { TrackId: number }) => TrackId)).toEqual(
    kept.map(({ id }) => id),
  );
  expect(manifest.Tracks.at(-1)).toMatchObject({
    Position: count,
    FileName: expected.at(-1),
    Authors: [{ Name: 'Änn' }],
  });

  expect(output('unzip', '-tqq', path) ?? '').toBe('');
  const byPython = output('python3', '-c', readByPython, path);
  if (byPython !== null) expect(JSON.parse(byPython)).toEqual(listed);

  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Download zip' })).toBeFocused();
});

const heapOf = (page: Page) =>
  page.evaluate(() => {
    const { memory } = performance as unknown as { memory?: { usedJSHeapSize: number } }; // Chromium only
    return Math.round((memory?.usedJSHeapSize ?? 0) / 1e6);
  });

test('only one download runs, in any tab; cancelling keeps what has arrived', async ({
  page,
  context,
  origin,
}) => {
  const tracks = madeTracks(12);
  await serve(page, tracks);
  await page.route(/\/trackgbx\/5009/, () => {}); // never responds
  const other = await context.newPage();
  await other.goto(routes.about());
  await other.evaluate(() => void navigator.locks.request('paddock-download', () => new Promise(() => {})));
  await page.goto(routes.trackPackShow(await packOf(origin)));
  await page.getByRole('link', { name: 'Download zip' }).click();
  const form = dialogOf(page);
  await form.getByLabel('Start at').fill('13');
  await press(page, 'Download');
  await expect(form.getByRole('alert')).toHaveText('Start at: must be a whole number from 1 to 12.');
  await expect(form.getByLabel('Start at')).toBeFocused();
  await form.getByLabel('Start at').fill('3');
  await form.getByLabel('Shuffle').check();
  await press(page, 'Download');
  await expect(form.getByRole('alert')).toContainText('Another download is running');
  await other.close(); // as if it had crashed
  await press(page, 'Download');
  await expect(form.getByText('9 of 10 tracks')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeVisible();
  const download = await savedBy(page, () => press(page, 'Stop and keep what’s downloaded'));
  await expect(form.getByText('The zip has what arrived: 9 tracks')).toBeVisible();
  const zip = await JSZip.loadAsync(await readFile(await download.path()), { checkCRC32: true });
  expect(Object.keys(zip.files)).toHaveLength(11);
  expect(await zip.file(failedName)?.async('text')).toContain('The download was cancelled.');
});

test('the zip is written straight to a file if the browser supports it', async ({ page, origin }) => {
  const tracks = madeTracks(12);
  await serve(page, tracks);
  await page.addInitScript(() => {
    const pick = async () =>
      (await navigator.storage.getDirectory()).getFileHandle('picked.zip', { create: true });
    Object.assign(window, { showSaveFilePicker: pick, showDirectoryPicker: pick });
  });
  await page.goto(routes.trackPackShow(await packOf(origin)));
  await page.getByRole('link', { name: 'Download zip' }).click();
  await dialogOf(page).getByLabel('Choose where to save').check();
  await dialogOf(page).getByLabel('At most').fill('5');
  await dialogOf(page).getByLabel('Choose these tracks at random').check();
  await press(page, 'Download');
  await expect(dialogOf(page).getByText('Download successful!')).toBeVisible();
  const bytes = await page.evaluate(async () => {
    const file = await (await navigator.storage.getDirectory()).getFileHandle('picked.zip');
    return [...new Uint8Array(await (await file.getFile()).arrayBuffer())];
  });
  const zip = await JSZip.loadAsync(Uint8Array.from(bytes), { checkCRC32: true });
  const chosen = (await entriesOf(zip)).filter(([name]) => name !== manifestName);
  expect(chosen).toHaveLength(5);
  for (const [name, data] of chosen) {
    const track = tracks.find(({ id }) => name.includes(`(${id})`));
    expect(track && data.equals(track.bytes)).toBe(true);
  }
});

test('every failure has its message', async ({ page, origin, signIn }) => {
  await signIn();
  const shows = async (message: string) => {
    await expect(dialogOf(page).getByRole('alert')).toHaveText(message);
    await press(page, 'Close');
  };
  const packLink = page.getByRole('link', { name: 'Download zip' });
  await page.goto(routes.trackPackShow(await packOf(origin)));
  await page.route(/\/api\/trackpacks/, (route) => route.fulfill({ status: 400, json: {} }));
  await packLink.click();
  await shows('undefined error');
  await page.route(/\/api\/trackpacks/, (route) => route.fulfill({ json: { More: false, Results: [] } }));
  await packLink.click();
  await shows("Trackpack doesn't exist");
  await page.unroute(/\/api\/trackpacks/);
  await serve(page, []);
  await packLink.click();
  await shows('no maps found');
  const setKind = (kind: string) =>
    packLink.evaluate((link, value) => link.setAttribute('data-zip', value), kind);
  await setKind('nothing');
  await packLink.click();
  await shows('container not found');
  await setKind('pack');
  await page.unrouteAll();
  await serve(page, madeTracks(2));
  await page.evaluate(() => {
    URL.createObjectURL = () => {
      throw new Error('The disk is full.');
    };
  });
  await packLink.click();
  await press(page, 'Download');
  await shows('Error');
  await setKind('playlater'); // shows what went wrong
  await packLink.click();
  await press(page, 'Download');
  await shows('The disk is full.');

  // lists that have become empty since the page was made; an empty one has no link
  await page.unrouteAll();
  await serve(page, []);
  await packLink.click();
  await shows('No tracks found');
  await page.unrouteAll();
  await open(page, routes.trackSearch());
  await serve(page, []);
  await page.getByRole('link', { name: 'Download all as zip' }).click();
  await shows('No maps found');
});

test('a search and the replays of a track are zipped from the server’s own lists and files', async ({
  page,
  origin,
}) => {
  const { TrackId } = await demoTrack(origin);
  await open(page, `${routes.trackSearch(`id:${TrackId}`)}`);
  await page.getByRole('link', { name: 'Download all as zip' }).click();
  const tracks = await savedBy(page, () => press(page, 'Download'));
  expect(tracks.suggestedFilename()).toMatch(/^tmx-tracksearch_\d{8}-\d{6}\.zip$/);
  const zip = await JSZip.loadAsync(await readFile(await tracks.path()), { checkCRC32: true });
  expect(Object.keys(zip.files)).toEqual([
    expect.stringContaining(`_(${TrackId}).Challenge.Gbx`),
    manifestName,
  ]);
  const answer = await new Script(origin).send(
    '/api/replays?count=50&fields=Track.TrackId,Track.Type,IsSecret',
  );
  // the fields requested above; replays of Puzzle tracks and secret ones cannot be downloaded
  const { Results } = JSON.parse(answer.text) as {
    Results: { Track: { TrackId: number; Type: number }; IsSecret: boolean }[];
  };
  const driven = Results.find(({ Track, IsSecret }) => Track.Type === 0 && !IsSecret)?.Track.TrackId ?? 0;
  await page.goto(routes.trackShow(driven));
  await page.getByRole('link', { name: 'All as zip' }).click();
  const replays = await savedBy(page, () => press(page, 'Download'));
  expect(replays.suggestedFilename()).toMatch(new RegExp(`_\\(${driven}\\)_replays_\\d{8}-\\d{6}\\.zip$`));
  const runs = await JSZip.loadAsync(await readFile(await replays.path()), { checkCRC32: true });
  expect(Object.keys(runs.files)[0]).toMatch(/^(1|unranked)_.+_\(\d+\)\.Replay\.Gbx$/);
});
