import { existsSync } from 'node:fs';
import { installFromDebian } from '#scripts/find-browser.ts';
import { pages } from '../pages/pages.ts';
import type { SmokePage } from '../pages/smoke-page.ts';
import { anySite, grant, originOf, sites } from '../tools/fixtures.ts';
import { register } from '../tools/people.ts';
import startServer from '../tools/server.ts';
import { type Browser, CannotStart } from './browser.ts';
import { Chromium } from './chromium.ts';
import { Firefox } from './firefox.ts';
import { jobs } from './jobs.ts';
import { visit } from './visits.ts';
import { olderBrowser, WatchingProxy } from './watching-proxy.ts';
import { WebKit } from './webkit.ts';

/**
 * `npm run test:browsers [-- firefox webkit older jobs]`: every page at two widths and thirteen jobs in other browsers than the browser
 * tests use. Says what could not be started. `jobs` leaves the pages out. With E2E_PORT and E2E_DATA_DIR it uses a server that is
 * running.
 */
const kinds: Readonly<Record<string, { start: () => Promise<Browser>; removals: string }>> = {
  firefox: { start: () => Firefox.start(process.env.FIREFOX_PATH ?? 'firefox-esr'), removals: '' },
  webkit: { start: () => WebKit.start(4699), removals: '' },
  older: { start: () => Chromium.start(), removals: olderBrowser },
};
const packages = {
  '/usr/bin/firefox-esr': ['firefox-esr'],
  '/usr/bin/WebKitWebDriver': ['webkit2gtk-driver'],
  '/usr/bin/xvfb-run': ['xvfb', 'xauth'],
};

function install(): void {
  const missing = Object.entries(packages).flatMap(([path, names]) => (existsSync(path) ? [] : names));
  if (missing.length > 0) installFromDebian(missing);
}

type Visited = readonly (readonly [SmokePage, string])[];

const withPaths = async (origin: string, needed: boolean): Promise<Visited> => {
  const wanted = pages.filter(({ needs }) => (needs !== undefined) === needed);
  return pathsOf(origin, wanted);
};

const pathsOf = (origin: string, wanted: readonly SmokePage[]): Promise<Visited> =>
  Promise.all(wanted.map(async (page) => [page, await page.path(origin)] as const));

/** Pages that show every part of a theme: they are opened on the other editions, too. */
const themed = ['home', 'track', 'track search', 'user', 'forum', 'about', 'login'];

/** What is wrong in the themes of the other editions. */
async function visitThemes(browser: Browser, port: number): Promise<string[]> {
  const wrong: string[] = [];
  for (const site of sites.filter((other) => other !== anySite)) {
    const paths = await pathsOf(
      originOf(site),
      pages.filter(({ name }) => themed.includes(name)),
    );
    const found = await visit(browser, `http://${site.host}:${port}`, paths);
    wrong.push(...found.map((fault) => `${site.label}: ${fault}`));
  }
  return wrong;
}

const onlyJobs = process.argv.includes('jobs');
const named = process.argv.slice(2).filter((word) => word !== 'jobs');

/** Everything that went wrong in one browser. */
async function examine(browser: Browser, removals: string): Promise<string[]> {
  const server = originOf(anySite);
  const proxy = new WatchingProxy(process.env.E2E_PORT ?? '', removals);
  const port = await proxy.start();
  const origin = `http://${anySite.host}:${port}`;
  try {
    const wrong = onlyJobs
      ? []
      : [
          ...(await visit(browser, origin, await withPaths(server, false))),
          ...(await visitThemes(browser, port)),
        ];
    const person = await register(server);
    await browser.resize(1280, 900);
    for (const [name, job] of Object.entries(jobs)) {
      const failure = await job({ browser, proxy, origin, server, person }).then(
        () => null,
        (error: unknown) => String(error),
      );
      const complaints = await browser.run('return window.complaints ?? []').catch(() => []);
      const faults = [
        ...(failure ? [failure] : []),
        ...(name.includes('server is away') ? [] : (complaints as string[])),
      ]; // strings, as the proxy's script collects them
      console.log(faults.length === 0 ? `  ok: ${name}` : `  FAILED: ${name}: ${faults.join('; ')}`);
      wrong.push(...faults.map((fault) => `${name}: ${fault}`));
    }
    if (onlyJobs) return wrong;
    await grant(person.name, 'admin', null);
    wrong.push(...(await visit(browser, origin, await withPaths(server, true))));
    return wrong;
  } finally {
    await proxy.stop();
  }
}

const stop = process.env.E2E_PORT ? async () => {} : await startServer();
let failed = 0;
try {
  install();
  for (const [kind, { start, removals }] of Object.entries(kinds)) {
    if (named.length > 0 && !named.includes(kind)) continue;
    let browser: Browser;
    try {
      browser = await start();
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error;
      console.log(`${kind}: could not be started: ${error.message}`);
      failed++;
      continue;
    }
    console.log(`${browser.name}:`);
    const wrong = await examine(browser, removals).finally(() => browser.close());
    for (const line of wrong) console.log(`  ${line}`);
    console.log(
      `${browser.name}: ${onlyJobs ? 'no' : pages.length} pages at two widths${onlyJobs ? '' : `, ${themed.length} of them on all editions`}, ${Object.keys(jobs).length} jobs, ${wrong.length} faults`,
    );
    failed += wrong.length;
  }
} finally {
  await stop();
}
process.exitCode = failed === 0 ? 0 : 1;
