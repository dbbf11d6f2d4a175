import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { filesOfBench as files } from './data/track-files.ts';
import type { RunningProcess } from './process.ts';

const rounds = 5;
const mebi = 2 ** 20;

/**
 * Compares the zip of a search with reading the same files one after the other, in alternating rounds, and measures how much the
 * memory of a new server grows after its first small zips: by one zip, and by all of them. The first round is a warm-up.
 */
export async function measureZip(
  server: RunningProcess,
  site: Site,
  paths: readonly string[],
): Promise<void> {
  const zipOf = (count: number) => routes.trackSearchZip({ order1: '2', count: String(count) });
  for (let times = 0; times < 10; times++) await download(server.port, site.host, zipOf(10));
  const path = zipOf(files);
  const atFirst = await residentBytes(server.pid);
  const ratios: number[] = [];
  const speeds: number[] = [];
  const plans: number[] = [];
  const grown: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const reading = await megabytesPerSecond(() => readAll(paths));
    const before = await residentBytes(server.pid);
    let most = before;
    const timer = setInterval(async () => {
      most = Math.max(most, await residentBytes(server.pid));
    }, 20);
    const { bytes, plannedMs, sentMs } = await download(server.port, site.host, path);
    clearInterval(timer);
    grown.push((most - before) / mebi);
    if (round === 0) continue;
    const sending = bytes / 1e3 / sentMs;
    plans.push(plannedMs);
    ratios.push(sending / reading);
    speeds.push(sending);
  }
  console.log(`a zip of ${files} tracks, planned in ${median(plans).toFixed(0)} ms`);
  console.log(
    `  ${median(speeds).toFixed(0)} MB/s, ${median(ratios).toFixed(2)} of reading the files (aim: at least 0.5)`,
  );
  const all = ((await residentBytes(server.pid)) - atFirst) / mebi;
  console.log(
    atFirst > 0
      ? `  the server grows by ${Math.max(...grown).toFixed(0)} MB (aim: at most 40 MB), by ${all.toFixed(0)} MB with ${grown.length} in a row`
      : '  memory: on Linux only',
  );
}

async function readAll(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += (await readFile(path)).length;
  return bytes;
}

interface Downloaded {
  readonly bytes: number;
  /** until the head arrives, and from there to the last byte */
  readonly plannedMs: number;
  readonly sentMs: number;
}

function download(port: number, host: string, path: string): Promise<Downloaded> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, (response) => {
      const head = performance.now();
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        const isWhole = response.statusCode === 200 && bytes === Number(response.headers['content-length']);
        if (isWhole) resolve({ bytes, plannedMs: head - began, sentMs: performance.now() - head });
        else
          reject(new Error(`The response to the zip had status ${response.statusCode} and ${bytes} bytes.`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function megabytesPerSecond(work: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const bytes = await work();
  return bytes / 1e6 / ((performance.now() - began) / 1000);
}

/** Memory of a process in RAM; 0 where it cannot be read. */
async function residentBytes(pid: number): Promise<number> {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(path, 'utf8'))?.[1] ?? 0) * 1024;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
