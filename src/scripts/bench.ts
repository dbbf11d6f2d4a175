import './production.ts';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDb } from '#db/client.ts';
import { type TrackField, tileFields } from '#features/tracks/list/fields.ts';
import { listTracks, sqlFor } from '#features/tracks/list/server/list.ts';
import { gbxBench } from '#lib/gbx/tools/gbx-bench.ts';
import { decideConfig } from '#platform/config.ts';
import { makeCtx } from '#platform/ctx.ts';
import { openServices } from '#platform/services.ts';
import { visitor } from '#platform/viewer.ts';
import { allSites } from '#sites/all.ts';
import type { Site } from '#sites/schema.ts';
import { type Contender, compare, type Standing } from './bench/compare.ts';
import { fillTracks } from './bench/data/fill-tracks.ts';
import { storeTrackFiles } from './bench/data/track-files.ts';
import { type RunningProcess, startFloor, startProcess } from './bench/process.ts';
import { measureZip } from './bench/zip.ts';
import { buildSites, distDir } from './build-sites.ts';
import { openDatabase } from './database.ts';
import { type Closers, runCommand } from './run-command.ts';

const poolSize = 10;
const trackCount = 20_000;
/** all fields of a tile, and few fields as scripts request them: then the server's share of the time is larger */
const fieldSets = { 'the fields of a tile': tileFields, 'two fields': ['TrackId', 'TrackName'] } as const;

const usage = `Usage: npm run bench [-- --seconds 1]
Compares the server with a minimal Node server, and measures the Gbx parser.`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '1' } } });
  const seconds = Number(values.seconds);
  const sites = await allSites();
  const site = sites.at(-1);
  if (!site) throw new Error('sites/ holds no edition.');
  await buildSites([site.code], { say: console.log });
  const { url: databaseUrl, trackFiles } = await benchDatabase(sites, site, closers);
  const ours = await start(
    closers,
    startProcess('../start.ts', [], {
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: String(poolSize),
      SITES: site.code,
      PORT: '0',
      WORKER: 'off',
      BIND: '127.0.0.1',
    }),
  );
  const page = await prerenderedPage(join(distDir, site.code, 'client'));
  const file = await start(closers, startFloor({ kind: 'file', file: `${page.file}.br`, encoding: 'br' }));
  const at = (name: string, { port }: RunningProcess, path: string, acceptEncoding = ''): Contender => ({
    name,
    task: { port, host: site.host, path, acceptEncoding },
  });

  report(
    `prerendered page ${page.path}, brotli`,
    0.8,
    await compare(
      [at('bare node:http', file, page.path, 'br'), at('paddock', ours, page.path, 'br')],
      seconds,
    ),
  );
  for (const [title, fields] of Object.entries(fieldSets)) {
    const statement = await listStatement(databaseUrl, sites, site, fields);
    const query = { kind: 'query', url: databaseUrl, pool: poolSize, ...statement } as const;
    const plain = await startFloor({ ...query, name: undefined });
    const prepared = await startFloor(query);
    const path = `/api/tracks?${new URLSearchParams({ count: '40', order1: '2', fields: fields.join(',') })}`;
    report(
      `/api/tracks?count=40, ${title}`,
      0.8,
      await compare(
        [at('bare pg', plain, path), at('bare pg, prepared', prepared, path), at('paddock', ours, path)],
        seconds,
      ),
    );
    await Promise.all([plain.stop(), prepared.stop()]);
  }
  const fresh = await start(closers, startProcess('./serve-api.ts', [databaseUrl, site.code]));
  await measureZip(fresh, site, trackFiles);
  for (const { name, medianMicros, aimMicros } of gbxBench()) {
    console.log(`${name}: median ${medianMicros.toFixed(1)} µs (aim: at most ${aimMicros} µs)`);
  }
  await closers.close();
});

function report(title: string, aim: number, standings: readonly Standing[]): void {
  console.log(title);
  for (const [index, { name, result, lastReaches }] of standings.entries()) {
    const { perSecond, p50Ms, p99Ms, bodyBytes } = result;
    const figures = `${perSecond.toFixed(0).padStart(7)} /s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  ${bodyBytes} bytes`;
    const isLast = index === standings.length - 1;
    const ratio = isLast ? '' : `  paddock reaches ${lastReaches.toFixed(2)} of it (aim: at least ${aim})`;
    console.log(`  ${name.padEnd(18)}${figures}${ratio}`);
  }
}

async function start(closers: Closers, starting: Promise<RunningProcess>): Promise<RunningProcess> {
  const running = await starting;
  closers.add(running.stop);
  return running;
}

/** A temporary database, and the files of its newest tracks. */
async function benchDatabase(sites: readonly Site[], site: Site, closers: Closers) {
  const dataDir = await mkdtemp(join(tmpdir(), 'paddock-bench-'));
  closers.add(() => rm(dataDir, { recursive: true, force: true }));
  process.env.DATA_DIR = dataDir;
  const { url } = await openDatabase({ databaseUrl: null, dataDir }, sites, closers);
  const { db, close } = openDb(url, { statementTimeoutMs: 0 });
  console.log(`making ${trackCount} tracks …`);
  await fillTracks(db, site.code, trackCount);
  const trackFiles = await storeTrackFiles(db, site.code, dataDir);
  await close();
  return { url, trackFiles };
}

/** The statement that the list engine sends for this request. */
async function listStatement(
  databaseUrl: string,
  sites: readonly Site[],
  site: Site,
  fields: readonly TrackField[],
) {
  const config = decideConfig({ DATA_DIR: process.env.DATA_DIR });
  const { services, close } = await openServices({ config, databaseUrl, sites, jobs: [] });
  const ctx = makeCtx(services, site, visitor, 'bench');
  // the server finds ids in memory and reads rows by id: the baseline reads the same rows with the same statement
  const page = { count: 40, order1: 2 } as const;
  const { Results } = await listTracks(ctx, { ...page, fields: ['TrackId'] });
  const ids = Results.map(({ TrackId }) => TrackId);
  const statement = sqlFor(ctx, { ...page, fields }, ids);
  await close();
  return statement;
}

/** The largest prerendered page. */
async function prerenderedPage(clientDir: string): Promise<{ path: string; file: string }> {
  const names = (await readdir(clientDir, { recursive: true })).filter((name) => name.endsWith('.html'));
  const pages = await Promise.all(
    names
      .filter((name) => existsSync(join(clientDir, `${name}.br`)))
      .map(async (name) => ({ name, size: (await stat(join(clientDir, name))).size })),
  );
  const [largest] = pages.sort((a, b) => b.size - a.size);
  if (!largest) throw new Error('No page is prerendered.');
  const path = `/${largest.name.replace(/(^|\/)index\.html$|\.html$/, '')}`;
  return { path, file: join(clientDir, largest.name) };
}
