import './production.ts';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { chromium } from 'playwright';
import { openDb } from '#db/client.ts';
import { findServer } from '#platform/postgres/embedded.ts';
import { allSites } from '#sites/all.ts';
import { aimsOfPages, missedLines, reportTable } from './bench/lighthouse/aims.ts';
import { type FormFactor, measurePage, type PageReport } from './bench/lighthouse/measure.ts';
import { findPages, measuredPages, type PageName } from './bench/lighthouse/pages.ts';
import { BenchServer } from './bench/pages/server.ts';
import { findBrowser } from './find-browser.ts';
import { type Closers, runCommand } from './run-command.ts';

const pageNames = Object.keys(measuredPages) as PageName[]; // the keys of this object and no others
const forms: readonly FormFactor[] = ['phone', 'desktop'];
/** of the browser, for Lighthouse */
const debuggingPort = 4579;

const usage = `Usage: npm run lighthouse [-- --pages home,track --sites tmnf --forms phone]
The four scores, LCP, CLS and what is loaded, for twelve pages of every edition with the demo community, on a phone and a desktop.
  --data DIR   where the demo community is stored for the next run
  --applied    applies the slow network and processor instead of calculating their effect
  --json FILE, --aims FILE
               all figures, or the aims alone, as JSON`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string' },
      sites: { type: 'string' },
      forms: { type: 'string' },
      data: { type: 'string', default: '.cache/lighthouse' },
      applied: { type: 'boolean', default: false },
      json: { type: 'string' },
      aims: { type: 'string' },
    },
  });
  const everySite = await allSites();
  const codes = chosen(
    'sites',
    values.sites,
    everySite.map(({ code }) => code),
  );
  const sites = everySite.filter(({ code }) => codes.includes(code));
  const pages = chosen('pages', values.pages, pageNames);
  const shapes = chosen('forms', values.forms, forms);
  const [first] = sites;
  if (!first) throw new Error('sites/ holds no edition.');
  const dataDir = resolve(values.data);
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755); // started as root, the database runs as another user who needs access
  const server = await BenchServer.start(
    fileURLToPath(new URL('../..', import.meta.url)),
    dataDir,
    first,
    true,
  );
  closers.add(() => server.stop());
  await server.ready;
  await jobsDone(dataDir);
  const reports = await measureAll();
  console.log(`\n${reportTable(reports)}\n* misses its aim`);
  const missed = missedLines(reports);
  for (const line of missed) console.log(line);
  for (const { site, page, form, failed } of reports)
    if (failed.length > 0) console.log(`${site} ${page}, ${form}: not passed: ${failed.join(', ')}`);
  console.log(missed.length === 0 ? 'All aims are met.' : `${missed.length} aims are MISSED.`);
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(reports, null, 2)}\n`);
  if (values.aims !== undefined) await writeFile(values.aims, JSON.stringify(aimsOfPages(reports)));
  await closers.close();

  async function measureAll(): Promise<PageReport[]> {
    const all: PageReport[] = [];
    const signIn = await openBrowser(closers);
    for (const { code, host } of sites) {
      const find = await findPages(`http://${host}:${server.port}`, dataDir);
      for (const page of pages)
        for (const form of shapes) {
          const { url, cookie } = find(page);
          await signIn(url, cookie);
          const target = { site: code, page, form, url };
          const report = await measurePage(target, { port: debuggingPort, isApplied: values.applied });
          all.push(report);
          console.log(reportTable([report]).split('\n').at(-1));
        }
    }
    return all;
  }
});

function chosen<T extends string>(
  option: string,
  given: string | undefined,
  all: readonly T[],
): readonly T[] {
  if (given === undefined) return all;
  return given.split(',').map((text) => {
    const one = all.find((known) => known === text);
    if (one === undefined) throw new Error(`--${option}: there is no "${text}", only ${all.join(', ')}.`);
    return one;
  });
}

/** Opens the browser. The function signs it in with the cookies of a user, or out. */
async function openBrowser(closers: Closers): Promise<(url: string, cookies?: string) => Promise<void>> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [`--remote-debugging-port=${debuggingPort}`, '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
  });
  closers.add(() => browser.close());
  const session = await browser.newBrowserCDPSession();
  return async (url, cookies) => {
    await session.send('Storage.clearCookies');
    if (cookies === undefined) return;
    const pairs = cookies.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, url };
    });
    await session.send('Storage.setCookies', { cookies: pairs });
  };
}

/** The jobs of a new demo community would slow down the first pages. */
async function jobsDone(dataDir: string): Promise<void> {
  const server = await findServer(join(dataDir, 'postgres'));
  if (!server) throw new Error('The database is not running.');
  const { db, close } = openDb(server.url, { max: 1 });
  const due = sql<{ count: number }>`select count(*)::integer as count from pgboss.job
    where state in ('created', 'retry', 'active') and start_after < now()`;
  try {
    for (let idle = 0; idle < 3; ) {
      await sleep(1000);
      const { rows } = await due.execute(db);
      idle = rows[0]?.count === 0 ? idle + 1 : 0;
    }
  } finally {
    await close();
    await server.stop();
  }
}
