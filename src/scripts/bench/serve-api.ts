import { app } from '../../app.ts';
import '../production.ts';
import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { decideConfig } from '#platform/config.ts';
import { makeRouter } from '#platform/http/router.ts';
import { openServices } from '#platform/services.ts';
import { allSites } from '#sites/all.ts';
import { serveRequest } from '../../server/dispatch.ts';
import { loadEdition } from '../../server/edition.ts';
import { listen, makeHttpServer } from '../../server/listen.ts';
import { startTrackSearch } from '../../server/track-search.ts';
import { distDir } from '../build-sites.ts';
import { rememberStatements } from './statements-seen.ts';

/**
 * The routes of one edition, for measurements, with its pages if `pages` is given: `serve-api.ts <database url> <site>
 * routes|pages`. Ready when everything is in memory. `/bench` returns what the process has used since the last call, and
 * the statements it sent.
 */
const [databaseUrl = '', code = '', open = 'routes'] = process.argv.slice(2);
const sites = await allSites();
const site = sites.find((candidate) => candidate.code === code);
if (!site) throw new Error(`There is no edition "${code}".`);
const { services } = await openServices({
  config: decideConfig(process.env),
  databaseUrl,
  sites,
  jobs: app.jobs,
});

const resident = () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, held: heapUsed + external };
};
const began = performance.now();
let longest = 0;
let last = began;
const beat = setInterval(() => {
  longest = Math.max(longest, performance.now() - last - 5);
  last = performance.now();
}, 5);
const before = resident();
const cpuBefore = process.cpuUsage();
const search = startTrackSearch(services, [site], databaseUrl);
await search.loaded;
clearInterval(beat);
const peak = process.memoryUsage().rss;
const after = resident();
const { user, system } = process.cpuUsage(cpuBefore);
const loading = {
  seconds: (performance.now() - began) / 1000,
  cpuSeconds: (user + system) / 1e6,
  longestStopMs: longest,
  heldMegabytes: (after.held - before.held) / 2 ** 20,
  residentMegabytes: (after.rss - before.rss) / 2 ** 20,
  peakMegabytes: (peak - before.rss) / 2 ** 20,
};
export type Loading = typeof loading;

const stops = monitorEventLoopDelay({ resolution: 1 });
stops.enable();
const statements = rememberStatements();
let cpu = process.cpuUsage();
function sendUsage(response: ServerResponse): void {
  const used = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  const longestStopMs = stops.max / 1e6;
  stops.reset();
  response.end(
    JSON.stringify({
      loading,
      cpuMs: (used.user + used.system) / 1000,
      longestStopMs,
      statements: statements(),
    }),
  );
}

const doors = { services, route: makeRouter(app.routes), trustProxy: false, publicPort: null };
const noPages = async () => 'missing' as const;
const render = open === 'pages' ? (await loadEdition(site, distDir)).render : noPages;
const server = makeHttpServer((message, response) => {
  if (message.url === '/bench') sendUsage(response);
  else void serveRequest(doors, site, render, message, response);
});
console.log(`http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`);
process.on('SIGTERM', () => process.exit(0));
