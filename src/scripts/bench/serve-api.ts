import '../production.ts';
import { decideConfig } from '#platform/config.ts';
import { makeRouter } from '#platform/http/router.ts';
import { openServices } from '#platform/services.ts';
import { allSites } from '#sites/all.ts';
import { httpRoutes } from '../../http-routes.ts';
import { serveRequest } from '../../server/dispatch.ts';
import { listen, makeHttpServer } from '../../server/listen.ts';
import { startTrackSearch } from '../../server/track-search.ts';

/** The routes of one edition without its pages, for measuring: `serve-api.ts <database url> <site>`. Ready when all is in memory. */
const [databaseUrl = '', code = ''] = process.argv.slice(2);
const sites = await allSites();
const site = sites.find((candidate) => candidate.code === code);
if (!site) throw new Error(`There is no edition "${code}".`);
const { services } = await openServices({ config: decideConfig(process.env), databaseUrl, sites, jobs: [] });
const began = performance.now();
let longest = 0;
let last = began;
const beat = setInterval(() => {
  longest = Math.max(longest, performance.now() - last - 5);
  last = performance.now();
}, 5);
const before = process.memoryUsage().rss;
const search = startTrackSearch(services, [site], databaseUrl);
await search.loaded;
clearInterval(beat);
const megabytes = Math.round((process.memoryUsage().rss - before) / 2 ** 20);
console.error(
  `loaded in ${((performance.now() - began) / 1000).toFixed(1)} s, the longest stop ${longest.toFixed(0)} ms, ${megabytes} MB more resident`,
);
const doors = { services, route: makeRouter(httpRoutes), trustProxy: false };
const noPages = async () => 'missing' as const;
const server = makeHttpServer((message, response) => {
  void serveRequest(doors, site, noPages, message, response);
});
console.log(`http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`);
process.on('SIGTERM', () => process.exit(0));
