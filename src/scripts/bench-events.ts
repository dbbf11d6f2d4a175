import './production.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDb } from '#db/client.ts';
import { listenerBounds } from '#features/changes/server/events.ts';
import { routes } from '#routes/routes.ts';
import { allSites } from '#sites/all.ts';
import { fillTracks, renameTrack } from './bench/data/fill-tracks.ts';
import { type RunningProcess, startProcess } from './bench/process.ts';
import { openDatabase } from './database.ts';
import { runCommand } from './run-command.ts';
import { residentBytesOf } from './soak/processes.ts';

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const tracks = 2000;
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
/** What listeners follow: half of them everything, a quarter each a user and one of ten searches. */
const follows = (n: number): string =>
  ['', '', `userid=${1 + (n % 100)}`, `search=${encodeURIComponent(`name:"Track ${n % 10}"`)}`][n % 4] ?? '';

const usage = `Usage: npm run bench:events [-- --listeners 5000 --seconds 20 --changes 20]
Many listeners of /api/events in one process and some in another one: what they cost while nothing happens, and how long after the
commit of a change each has it. Linux only: the listeners have addresses of their own below 127.0.0.0/8, because each may open few
streams.`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({
    options: {
      listeners: { type: 'string', default: String(listenerBounds.all) },
      seconds: { type: 'string', default: '20' },
      changes: { type: 'string', default: '20' },
    },
  });
  const [listeners, seconds, changes] = [values.listeners, values.seconds, values.changes].map(Number) as [
    number,
    number,
    number,
  ]; // three in, three out
  const sites = await allSites();
  const site = sites.at(-1);
  if (!site) throw new Error('sites/ holds no edition.');
  const dataDir = await mkdtemp(join(tmpdir(), 'paddock-bench-'));
  closers.add(() => rm(dataDir, { recursive: true, force: true }));
  process.env.DATA_DIR = dataDir;
  const { url } = await openDatabase({ databaseUrl: null, dataDir }, sites, closers);
  const { db, close } = openDb(url, { statementTimeoutMs: 0 });
  closers.add(close);
  await fillTracks(db, site.code, tracks);
  const start = async () => {
    const running = await startProcess('./serve-api.ts', [url, site.code, 'routes']);
    closers.add(() => running.stop());
    return running;
  };
  const [first, second] = [await start(), await start()];

  const received = new Map<RunningProcess, number[]>([
    [first, []],
    [second, []],
  ]);
  let committed = 0;
  let events = 0;
  const open = async (to: RunningProcess, count: number) => {
    for (let n = 0; n < count; n++)
      closers.add(
        await listen(to, site.host, n, (text) => {
          const found = text.split('data: ').length - 1;
          events += found;
          if (found > 0) received.get(to)?.push(performance.now() - committed);
        }),
      );
  };
  const before = residentBytesOf(first.pid);
  const opening = performance.now();
  await open(first, listeners);
  console.log(
    `${listeners} listeners in one process, opened in ${((performance.now() - opening) / 1000).toFixed(1)} s`,
  );
  await open(second, Math.min(1000, listeners));
  await wait(5);
  await usedBy(first);
  await wait(seconds);
  const idle = await usedBy(first);
  const grown = residentBytesOf(first.pid) - before;
  console.log(
    `  idle: ${(grown / 2 ** 20).toFixed(0)} MiB more, ${(grown / listeners / 1024).toFixed(1)} KiB each; ${((idle.cpuMs / seconds / 1000) * 100).toFixed(1)} % of a processor`,
  );
  for (let n = 1; n <= changes; n++) {
    await renameTrack(db, site.code, n, `Track ${n} again`);
    committed = performance.now();
    await wait(2);
  }
  const busy = await usedBy(first);
  console.log(
    `  ${changes} changes, ${events} events received: ${(busy.cpuMs / changes).toFixed(0)} ms of processor time for each change, longest stop of the process ${busy.longestStopMs.toFixed(0)} ms`,
  );
  for (const [name, process] of [
    ['this process', first],
    ['the other process', second],
  ] as const)
    console.log(`  delay in ${name}, after the commit: ${delays(received.get(process) ?? [])}`);
  await closers.close();
});

function delays(found: readonly number[]): string {
  const sorted = found.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms (${sorted.length} arrivals)`;
}

/** Opens the stream of a listener; returns how it is closed. */
async function listen(
  { port }: RunningProcess,
  host: string,
  n: number,
  onText: (text: string) => void,
): Promise<() => Promise<void>> {
  const from = Math.floor(n / listenerBounds.each);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      agent,
      port,
      host: '127.0.0.1',
      localAddress: `127.1.${Math.floor(from / 250)}.${1 + (from % 250)}`,
      path: `${routes.apiEvents()}?${follows(n)}`,
      headers: { host },
    };
    get(options, resolve).on('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`Listener ${n} was refused: ${response.statusCode}.`);
  response
    .setEncoding('utf8')
    .on('data', onText)
    .on('error', () => undefined);
  return async () => void response.destroy();
}

/** What a process has used since the last call. */
async function usedBy({ port }: RunningProcess): Promise<{ cpuMs: number; longestStopMs: number }> {
  return (await fetch(`http://127.0.0.1:${port}/bench`)).json() as Promise<{
    cpuMs: number;
    longestStopMs: number;
  }>; // as serve-api.ts sends it
}
