import './production.ts';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readEnv } from '#platform/env.ts';
import { allSites } from '#sites/all.ts';
import { largest } from './bench/data/big.ts';
import { compareBodies } from './bench/pages/compare-bodies.ts';
import { type FirstVisits, visitAfterStart } from './bench/pages/first-visits.ts';
import { measureSide, type PartName, partNames } from './bench/pages/measure.ts';
import { measureRate } from './bench/pages/page-costs.ts';
import { aimsOf, printReport, type Report, type SideReport } from './bench/pages/report.ts';
import { type Build, openSide, type Side } from './bench/pages/side.ts';
import { startFloor } from './bench/process.ts';
import { openWorld } from './bench/world.ts';
import { Closers, runCommand } from './run-command.ts';

/** The size of the responses of the floor: a page of a list, compressed. */
const floorBytes = 19_000;

const usage = `Usage: npm run bench:pages -- --size tenth|full --data DIR
Measures the pages of a real server with the community of bench:scale: what each type of page costs, what the first visitors after a
start get, writes, and a mixed load. Every aim is printed beside its figure.
  --only NAMES        start, pages, rates, requests, mix, processes
  --processes 4       also as many processes behind a proxy
  --writes 150        of each kind
  --compare DIR --compare-data DIR
                      also measures the working tree in DIR, alternating, on its own copy of the data
  --seconds 10        the length of each load
  --count 100         requests for each type of page, in five samples, of which the middle one counts
  --seed 7            of the random choices
  --json FILE, --aims FILE
                      all figures, or the aims alone, as JSON`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'tenth' },
      data: { type: 'string' },
      only: { type: 'string' },
      processes: { type: 'string' },
      compare: { type: 'string' },
      'compare-data': { type: 'string' },
      seconds: { type: 'string', default: '10' },
      count: { type: 'string', default: '100' },
      writes: { type: 'string', default: '150' },
      seed: { type: 'string' },
      json: { type: 'string' },
      aims: { type: 'string' },
    },
  });
  if (process.platform !== 'linux')
    throw new Error('bench:pages reads the processor time of PostgreSQL from /proc: Linux only.');
  const scale = values.size === 'full' ? 1 : 0.1;
  const parts = partsOf(values.only, values.processes);
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  console.log(`seed ${seed}`);
  const sites = await allSites();
  const site = sites.find(({ code }) => code === largest);
  if (!site) throw new Error(`There is no edition "${largest}".`);

  const builds: Build[] = [];
  const add = async (name: string, root: string, givenDir: string | undefined) =>
    builds.push({ name, root, dataDir: await filled(scale, givenDir, closers) });
  await add('this build', fileURLToPath(new URL('../..', import.meta.url)), values.data);
  if (values.compare !== undefined) {
    if (values['compare-data'] === undefined)
      throw new Error(
        '--compare needs --compare-data: a copy of the data, because builds may have other migrations.',
      );
    const dataDir = join(values['compare-data'], `scale-${scale}`);
    builds.push({ name: values.compare, root: resolve(values.compare), dataDir });
  }

  // a server that searches in the database loads no index whose start could be measured
  const measuresStart = parts.includes('start') && readEnv(process.env).SEARCH !== 'database';
  const sides: { side: Side; report: SideReport }[] = [];
  for (const build of builds) {
    let start: FirstVisits | null = null;
    const side = await openSide(build, sites, site, closers, async (server, community) => {
      if (measuresStart) start = await visitAfterStart(server, community, site, seed);
    });
    const report: SideReport = {
      name: build.name,
      start,
      pages: [],
      frameBytes: null,
      rates: [],
      requests: [],
      mix: [],
      processes: null,
    };
    sides.push({ side, report });
  }
  const report: Report = {
    size: values.size,
    seed,
    floor: null,
    sides: sides.map((one) => one.report),
    bodies: null,
  };
  if (parts.includes('rates') || parts.includes('mix')) report.floor = await measureFloor(site.host, closers);
  const [ours, other] = sides;
  if (ours && other && parts.includes('pages'))
    report.bodies = await compareBodies([ours.side, other.side], 3, seed);
  const options = {
    seed,
    seconds: Number(values.seconds),
    count: Number(values.count),
    writes: Number(values.writes),
    processes: Number(values.processes ?? 4),
  };
  for (const part of partNames) if (parts.includes(part)) await measureSide(part, sides, options);
  printReport(report);
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
  if (values.aims !== undefined && ours) await writeFile(values.aims, JSON.stringify(aimsOf(ours.report)));
  await closers.close();
});

function partsOf(only: string | undefined, processes: string | undefined): readonly PartName[] {
  const usual = partNames.filter((name) => name !== 'processes' || processes !== undefined);
  if (only === undefined) return usual;
  return only.split(',').map((text) => {
    const name = partNames.find((one) => one === text);
    if (name === undefined)
      throw new Error(`--only: there is no part "${text}", only ${partNames.join(', ')}.`);
    return name;
  });
}

/** The folder of a community, filled if it is missing. The database is left to the server. */
async function filled(scale: number, givenDir: string | undefined, closers: Closers): Promise<string> {
  const parent = givenDir ?? (await mkdtemp(join(tmpdir(), 'paddock-pages-')));
  if (givenDir === undefined) closers.add(() => rm(parent, { recursive: true, force: true }));
  const dataDir = join(parent, `scale-${scale}`);
  if (!existsSync(join(dataDir, 'filled'))) {
    const filling = new Closers();
    await openWorld(await allSites(), scale, parent, filling).finally(() => filling.close());
  }
  return dataDir;
}

/** Bare node:http with a body as large as a compressed page: how fast this machine can be at the moment. */
async function measureFloor(host: string, closers: Closers): Promise<NonNullable<Report['floor']>> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-floor-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'body');
  await writeFile(file, Buffer.alloc(floorBytes, 'x'));
  const floor = await startFloor({ kind: 'file', file, encoding: '' });
  const { perSecond } = await measureRate({ port: floor.port, host, path: '/' }, 16, 3, 1);
  await floor.stop();
  return { perSecond, bytes: floorBytes };
}
