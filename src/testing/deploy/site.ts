import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { routes } from '#routes/routes.ts';
import { anySite, originOf } from '../browser/tools/fixtures.ts';
import { register } from '../browser/tools/people.ts';
import { startOn } from '../browser/tools/server.ts';
import { type Crawled, crawl } from './crawl.ts';

const run = promisify(execFile);
type Settings = Readonly<Record<string, string>>;

/** Serving one is enough; the data are those of all. */
export const oneEdition = { SITES: anySite.code };

/** A command of the installation in this data folder; returns what it printed, and throws if it fails. */
export async function command(
  script: string,
  dataDir: string,
  args: readonly string[],
  settings: Settings = {},
): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ...settings };
  return (await run(process.execPath, [`src/scripts/${script}.ts`, ...args], { env })).stdout;
}

/** A new account, with a comment on the newest track. */
async function writeSomething(): Promise<void> {
  const { script } = await register(originOf(anySite));
  const { Results } = JSON.parse(
    (await script.send(`${routes.apiTracks()}?count=1&fields=TrackId`)).text,
  ) as { Results: { TrackId: number }[] }; // the API's own form
  const [track] = Results;
  if (track)
    await script.post(`/commentupdate/${track.TrackId}/comment/0`, {
      Comment: 'A comment while the operator is at work.',
    });
  await sleep(50);
}

/** Accounts and comments are made while `work` runs. Returns its result, and how many were made. */
export async function whileWriting<T>(work: () => Promise<T>): Promise<{ result: T; written: number }> {
  let written = 0;
  let isOver = false;
  const writing = (async () => {
    for (; !isOver; written += 1) await writeSomething();
  })();
  try {
    const result = await work();
    isOver = true;
    await writing;
    return { result, written };
  } finally {
    isOver = true;
  }
}

/** All pages of one edition, on a server that runs no jobs and whose clock stands still. */
export async function crawled(dataDir: string, frozenAt: string, settings: Settings = {}): Promise<Crawled> {
  const stop = await startOn(dataDir, {
    node: ['--import', './src/testing/browser/page-html/frozen-clock.ts'],
    // pages contain whole addresses, and two servers may have to listen on different ports
    env: { ...oneEdition, FROZEN_AT: frozenAt, WORKER: 'off', PUBLIC_PORT: '80', ...settings },
  });
  try {
    return await crawl(Number(process.env.E2E_PORT), anySite.host);
  } finally {
    await stop();
  }
}

/** The addresses at which visitors do not get the same. */
export function differences(before: Crawled, after: Crawled): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path) =>
    before.get(path) === after.get(path)
      ? []
      : [`${path}: ${before.get(path) ?? 'not found'} | ${after.get(path) ?? 'not found'}`],
  );
}
