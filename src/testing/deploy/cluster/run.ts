import '#scripts/production.ts';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Closers, runCommand } from '#scripts/run-command.ts';
import { allSites } from '#sites/all.ts';
import { Outcomes } from '../outcomes.ts';
import { installPackages } from '../packages.ts';
import { hostOf, makeCertificate, startNginx } from '../proxies.ts';
import { Swift } from '../swift.ts';
import { Applications } from './applications.ts';
import { DatabaseMachines } from './database.ts';
import { type Loss, lossesOf } from './losses.ts';
import { Machines } from './machines.ts';
import { MixedLoad } from './mixed-load.ts';

const steadyMs = 10_000;
/** how long a part may take to be in use again */
const wholeWithinMs = 120_000;

interface Cluster {
  readonly applications: Applications;
  readonly database: DatabaseMachines;
  readonly files: Swift;
  readonly load: MixedLoad;
}

/** Starts everything in network namespaces, each of which is a machine with an address of its own. */
async function startAll(closers: Closers, port: number): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-cluster-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // the databases run as another user
  await mkdir(join(folder, 'logs'));
  const machines = new Machines(join(folder, 'logs'));
  closers.add(() => machines.remove());
  const add = (names: string[]) => names.map((name) => machines.add(name));
  const processes = add(['app1', 'app2', 'app3']);
  const database = await DatabaseMachines.start(add(['db1', 'db2', 'db3']), processes, folder);
  console.log('PostgreSQL: a primary server and two replicas under Patroni');
  const nodes = add(['files1', 'files2', 'files3']);
  const files = await Swift.start(join(folder, 'swift'), port + 10, { address: machines.address, nodes });
  closers.add(() => files.stop());
  console.log('OpenStack Swift: three nodes');
  const sites = await allSites();
  const [site] = sites;
  if (!site) throw new Error('There is no edition.');
  const entrance = { httpPort: port, httpsPort: port + 1 };
  const applications = await Applications.start(processes, {
    folder,
    database,
    filesUrl: `${files.url}/files`,
    publicPort: entrance.httpsPort,
    site,
  });
  console.log('The site: three processes of one edition, without a shared folder');
  await makeCertificate(join(folder, 'tls'), sites);
  const proxy = await startNginx({ ...entrance, folder, upstream: applications.upstream });
  closers.add(() => proxy.stop());
  const load = new MixedLoad(site, `https://${hostOf(site)}:${entrance.httpsPort}`);
  await load.start();
  closers.add(() => load.stop());
  console.log('nginx, and the load behind it');
  return { applications, database, files, load };
}

/** What is not as it should be; none if every part is in use. */
async function complaints({ applications, database }: Cluster): Promise<string[]> {
  const members = await database.members();
  const isComplete = database.isComplete(members);
  return [
    ...(isComplete ? [] : [`Patroni: ${JSON.stringify(members)}`]),
    ...(await applications.complaints()),
  ];
}

/** Returns after how many seconds all parts are in use, or why they are not. */
async function untilWhole(cluster: Cluster): Promise<number | string> {
  const began = performance.now();
  let found = await complaints(cluster);
  for (; found.length > 0; found = await complaints(cluster)) {
    if (performance.now() - began > wholeWithinMs) return found.join('; ');
    await sleep(500);
  }
  return (performance.now() - began) / 1000;
}

interface Row {
  readonly cells: readonly string[];
  readonly notes: readonly string[];
}

async function suffer(cluster: Cluster, loss: Loss, outcomes: Outcomes): Promise<Row> {
  const { load } = cluster;
  load.nextRound();
  const began = performance.now();
  await loss.lose();
  await sleep(loss.seconds * 1000);
  const returned = performance.now();
  await loss.return();
  let whole = await untilWhole(cluster);
  const notes: string[] = [];
  if (typeof whole === 'string') {
    notes.push(`${loss.name}: not whole after ${wholeWithinMs / 1000} s (${whole})`);
    await restartDatabase(cluster);
    whole = await untilWhole(cluster);
    notes.push(
      typeof whole === 'string'
        ? `nor after a restart: ${whole}`
        : 'whole after the machines it names were restarted',
    );
  }
  const wholeAfter = (performance.now() - returned) / 1000;
  await sleep(steadyMs);
  const round = load.nextRound();
  const lost = await load.lost();
  outcomes.check(
    `${loss.name}: no acknowledged write is lost`,
    lost.length === 0,
    lost.slice(0, 3).join('; '),
  );
  outcomes.check(
    '  and authors read their own writes at once',
    round.unseen.length === 0,
    round.unseen.slice(0, 3).join('; '),
  );
  notes.push(...[...round.reasons].map(([reason, count]) => `${loss.name}: ${count} × ${reason}`));
  const failed = round.failedReads + round.failedWrites;
  return {
    cells: [
      loss.name,
      String(round.requests),
      String(round.failedReads),
      String(round.failedWrites),
      failed === 0 ? '–' : `${((round.lastFailureAt - began) / 1000).toFixed(1)} s`,
      `${(round.slowest / 1000).toFixed(1)} s`,
      String(lost.length),
      `${wholeAfter.toFixed(1)} s`,
    ],
    notes,
  };
}

/** What an operator does with a machine that does not follow by itself. */
async function restartDatabase({ database }: Cluster): Promise<void> {
  const primary = await database.primary();
  const members = await database.members();
  const timelines = new Map(members.map(({ name, timeline }) => [name, timeline]));
  for (const machine of database.machines) {
    if (machine === primary || timelines.get(machine.name) === timelines.get(primary.name)) continue;
    await machine.kill();
    database.startMachine(machine);
  }
}

const head = [
  'lost',
  'requests',
  'failed reads',
  'failed writes',
  'last failure after',
  'slowest',
  'writes lost',
  'whole after its return',
];
const table = (rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const usage = `Usage: npm run cluster [-- --only primary,app1]
The site on nine machines, which are network namespaces of this one, under a mixed load, while each part is lost and comes back. Needs
root.
  --only NAMES  the parts whose name contains one of these
  --port 4800   the first of the ports used`;

await runCommand(usage, async (closers: Closers) => {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, port: { type: 'string', default: '4800' } },
  });
  if (process.getuid?.() !== 0) throw new Error('Network namespaces need root.');
  const outcomes = new Outcomes();
  installPackages(outcomes);
  const cluster = await startAll(closers, Number(values.port));
  const first = await untilWhole(cluster);
  outcomes.check('every process has everything that it needs', typeof first === 'number', String(first));
  await sleep(steadyMs);
  const { requests, failedReads, failedWrites } = cluster.load.nextRound();
  outcomes.check(`no request of ${requests} failed before`, failedReads + failedWrites === 0);
  const rows: Row[] = [];
  const wanted = values.only.split(',');
  for (const loss of lossesOf(cluster))
    if (wanted.some((name) => loss.name.includes(name))) rows.push(await suffer(cluster, loss, outcomes));
  console.log(`\n${table(rows.map(({ cells }) => cells))}\n`);
  for (const note of rows.flatMap(({ notes }) => notes)) outcomes.note(note);
  console.log(`\n${outcomes}`);
  await closers.close();
  process.exitCode = outcomes.failed === 0 ? 0 : 1;
});
