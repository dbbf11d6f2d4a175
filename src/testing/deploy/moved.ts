import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '#routes/routes.ts';
import { ask } from '#testing/http.ts';
import { anySite } from '../browser/tools/fixtures.ts';
import { startOn } from '../browser/tools/server.ts';
import type { Outcomes } from './outcomes.ts';
import { command, crawled, differences, oneEdition, whileWriting } from './site.ts';
import { Swift } from './swift.ts';

/** Downloads the newest track from the site as a script of a page does, and from the store; null if they are the same. */
async function downloadedDirectly(dataDir: string, settings: Record<string, string>): Promise<string | null> {
  const stop = await startOn(dataDir, { env: { ...oneEdition, WORKER: 'off', ...settings } });
  try {
    const port = Number(process.env.E2E_PORT);
    const { host } = anySite;
    const list = await ask(port, `${routes.apiTracks()}?count=1&fields=TrackId`, { host });
    const { Results } = JSON.parse(list.bytes.toString()) as { Results: [{ TrackId: number }] }; // the API's own form
    const path = routes.trackGbx(Results[0].TrackId);
    const ours = await ask(port, path, { host, headers: { 'sec-fetch-mode': 'cors' } });
    const { status, headers } = await ask(port, path, { host });
    if (status !== 302) return `no redirect but ${status}`;
    const theirs = await fetch(String(headers.location));
    if (!theirs.ok) return `the store answers ${theirs.status}: ${await theirs.text()}`;
    return ours.bytes.equals(await theirs.bytes()) ? null : 'other bytes';
  } finally {
    await stop();
  }
}

/**
 * Moves the files of a community that is being written to into an object store, compares what a visitor gets, also while one of its three
 * nodes is down, backs up into it, restores from it, and moves the files back to the disk.
 */
export async function checkMoved(outcomes: Outcomes, port: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-moved-'));
  await chmod(folder, 0o755); // started by root, the database runs as another user and must get in
  const [site, copy, aside] = [join(folder, 'site'), join(folder, 'copy'), join(folder, 'aside')];
  const blobs = join(site, 'files', 'blobs');
  const swift = await Swift.start(join(folder, 'swift'), port);
  const inStore = { FILES_URL: `${swift.url}/files` };
  const both = { ...inStore, FILES_FORMER_URL: 'disk' };
  const moved = async (settings: Record<string, string>) => {
    const stop = await startOn(site, { env: { ...oneEdition, ...settings } });
    try {
      return await whileWriting(() => command('move-files', site, [], settings));
    } finally {
      await stop();
    }
  };
  const compare = (rule: string, [before, after]: Awaited<ReturnType<typeof crawled>>[]) => {
    if (!before || !after) return;
    const different = differences(before, after);
    const failing = [...after].filter(([, found]) => found.startsWith('5'));
    const isRight = different.length + failing.length === 0 && before.size > 100;
    outcomes.check(`${rule}: ${before.size} addresses`, isRight, different.slice(0, 20).join('\n    '));
  };
  try {
    outcomes.part('Files move to OpenStack Swift');
    await (await startOn(site, { env: oneEdition }))(); // makes the demo
    const first = await moved(both);
    outcomes.note(`${first.result.trim().split('\n')[0]} (${first.written} accounts and comments meanwhile)`);
    // object stores refuse requests of another quarter of an hour
    const frozenAt = String(Date.now() + 60_000);
    await crawled(site, frozenAt, both); // its downloads are counted, those of the next ones are not
    const onBoth = await crawled(site, frozenAt, both);
    await rename(blobs, aside);
    compare('a visitor gets the same without the disk', [onBoth, await crawled(site, frozenAt, inStore)]);
    await swift.stopNode(2);
    compare('and while one node of three is down', [onBoth, await crawled(site, frozenAt, inStore)]);
    swift.startNode(2);

    outcomes.part('A backup in OpenStack Swift');
    const backups = `${swift.url}/backups`;
    const made = await command('backup', site, ['--to', backups, '--verify'], inStore);
    outcomes.check('it was read back', / are as they were\./.test(made), made);
    await command('restore', copy, ['--from', backups]);
    compare('a visitor gets the same from the restored copy, on disk', [
      onBoth,
      await crawled(copy, frozenAt),
    ]);

    outcomes.part('Downloads straight from OpenStack Swift');
    // counted as a download, so the page of the newest track differs from here on
    const direct = await downloadedDirectly(site, { ...inStore, FILES_DIRECT: new URL(swift.url).origin });
    outcomes.check('a download leads to Swift, which sends the same bytes', direct === null, direct ?? '');

    outcomes.part('Files move back');
    const back = await moved({ FILES_FORMER_URL: inStore.FILES_URL });
    outcomes.note(`${back.result.trim().split('\n')[0]} (${back.written} accounts and comments meanwhile)`);
    const laterAt = String(Date.now() + 60_000);
    const before = await crawled(site, laterAt, { FILES_FORMER_URL: inStore.FILES_URL });
    await swift.stop();
    compare(`a visitor of ${anySite.label} gets the same without Swift`, [
      before,
      await crawled(site, laterAt),
    ]);
  } finally {
    await swift.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
