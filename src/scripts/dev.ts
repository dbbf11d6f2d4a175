process.env.ASTRO_TELEMETRY_DISABLED = '1';

import { parseArgs } from 'node:util';
import { dev } from 'astro';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { allSites, siteByCode, withHosts } from '#sites/all.ts';
import { assertPortFree } from '../server/listen.ts';
import { openDatabase } from './database.ts';
import { devRoutes } from './dev-routes.ts';
import { runCommand } from './run-command.ts';

/** `npm run dev [-- --site tmnf]`: one edition with hot reload and the routes of production. */
await runCommand(async (closers) => {
  const { values } = parseArgs({ options: { site: { type: 'string' } } });
  const config = decideConfig(readEnv(process.env));
  const sites = withHosts(await allSites(), process.env);
  const site = values.site === undefined ? sites[0] : siteByCode(sites, values.site);
  if (!site) throw new Error('sites/ holds no edition.');
  await assertPortFree(config.port, config.bind);
  const { url, embedded } = await openDatabase(config, sites, closers);

  process.env.SITE = site.code;
  const server = await dev({
    root: new URL('../../', import.meta.url).pathname,
    server: { port: config.port, host: config.bind ?? true, allowedHosts: [site.host, ...site.aliases] },
    integrations: [devRoutes({ config, databaseUrl: url, embedded, sites, site }, closers)],
    // hot reload inserts styles by script, which the policy of production forbids
    security: { csp: false },
    logLevel: 'warn',
  });
  closers.add(() => server.stop());
  console.log(`${site.label}  http://${site.host}:${config.port}`);
});
