import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { routes } from '#routes/routes.ts';
import { anySite, originOf } from '../browser/tools/fixtures.ts';
import { register } from '../browser/tools/people.ts';
import { startOn } from '../browser/tools/server.ts';
import { type Crawled, crawl } from './crawl.ts';
import type { Outcomes } from './outcomes.ts';

const run = promisify(execFile);

/** A command of the installation in this data folder; returns what it printed, and throws if it fails. */
const command = async (script: string, dataDir: string, args: readonly string[]): Promise<string> =>
  (
    await run(process.execPath, [`src/scripts/${script}.ts`, ...args], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    })
  ).stdout;

/**
 * Backs up a community that is being written to, then once more when it is quiet, restores that elsewhere, and compares what a visitor
 * gets at every public address. `data`: a data folder to copy instead of making a demo.
 */
export async function checkRestored(outcomes: Outcomes, data?: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-restored-'));
  await chmod(folder, 0o755); // started by root, the database runs as another user and must get in
  const [site, copy, backups] = ['site', 'copy', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]; // three names
  try {
    if (data !== undefined) await run('cp', ['-a', data, site]);
    outcomes.part('A backup of a site that is written to');
    const stop = await startOn(site, { env: oneEdition });
    let written = 0;
    let isOver = false;
    const writing = (async () => {
      for (; !isOver; written += 1) await writeSomething();
    })();
    const first = await command('backup', site, ['--to', backups, '--verify']);
    isOver = true;
    await writing;
    await stop();
    outcomes.check(
      `it was read back, with ${written} accounts and comments written meanwhile`,
      / are as they were\./.test(first),
      first,
    );
    const second = await command('backup', site, ['--to', backups]);
    outcomes.note(
      second
        .split('\n')
        .filter((line) => / files, /.test(line))
        .join(' '),
    );

    const frozenAt = String(Date.now() + 3_600_000);
    const before = await crawled(site, frozenAt);
    outcomes.note(await command('restore', copy, ['--from', backups]));
    const after = await crawled(copy, frozenAt);
    const different = differences(before, after);
    outcomes.check(
      `a visitor gets the same at ${before.size} public addresses of the restored site`,
      different.length === 0 && before.size > 100,
      different.slice(0, 20).join('\n    '),
    );
    const wrong = [...after].filter(([, found]) => found.startsWith('5'));
    outcomes.check('none of them fails', wrong.length === 0, wrong.slice(0, 5).join('\n    '));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Serving one is enough; the backup contains all. */
const oneEdition = { SITES: anySite.code };

/** A new account, with a comment on the newest track. */
async function writeSomething(): Promise<void> {
  const { script } = await register(originOf(anySite));
  const { Results } = JSON.parse(
    (await script.send(`${routes.apiTracks()}?count=1&fields=TrackId`)).text,
  ) as { Results: { TrackId: number }[] }; // the API's own form
  const [track] = Results;
  if (track)
    await script.post(`/commentupdate/${track.TrackId}/comment/0`, {
      Comment: 'A comment while a backup runs.',
    });
  await sleep(50);
}

/** All pages of one edition, on a server that runs no jobs and whose clock stands still. */
async function crawled(dataDir: string, frozenAt: string): Promise<Crawled> {
  const stop = await startOn(dataDir, {
    node: ['--import', './src/testing/browser/page-html/frozen-clock.ts'],
    env: { ...oneEdition, FROZEN_AT: frozenAt, WORKER: 'off' },
  });
  try {
    return await crawl(Number(process.env.E2E_PORT), anySite.host);
  } finally {
    await stop();
  }
}

function differences(before: Crawled, after: Crawled): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path) =>
    before.get(path) === after.get(path)
      ? []
      : [`${path}: ${before.get(path) ?? 'not found'} | ${after.get(path) ?? 'not found'}`],
  );
}
