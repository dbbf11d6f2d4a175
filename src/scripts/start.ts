import { app } from '../app.ts';
import './production.ts';
import { parseArgs } from 'node:util';
import { addWaitingChecks } from '#features/achievements/server/after-writes.ts';
import { syncCatalogue } from '#features/achievements/server/recount.ts';
import { checkPasskeyDomain } from '#platform/auth/passkey-domain.ts';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { oneStartAtATime } from '#platform/postgres/start-lock.ts';
import { openServices } from '#platform/services.ts';
import { allSites, chosenSites, withHosts } from '#sites/all.ts';
import { assertPortFree } from '../server/listen.ts';
import { startTrackSearch } from '../server/track-search.ts';
import { startServer } from '../server.ts';
import { buildSites, distDir } from './build-sites.ts';
import { openDatabase } from './database.ts';
import { checkDemoChoice, demoOptions, seedUnlessDeclined } from './demo.ts';
import { runCommand } from './run-command.ts';

/** `npm start [-- --empty | --demo-admin]`: creates database, schema, demo and builds if they are missing, then starts the server. */
await runCommand(async (closers) => {
  const { values } = parseArgs({ options: demoOptions });
  const config = decideConfig(readEnv(process.env));
  checkDemoChoice(values, config);
  const everySite = withHosts(await allSites(), process.env);
  const sites = chosenSites(everySite, process.env);
  checkPasskeyDomain(config, sites);
  await assertPortFree(config.port, config.bind);

  const [database] = await Promise.all([
    openDatabase(config, everySite, closers),
    buildSites(
      sites.map((site) => site.code),
      console.log,
    ),
  ]);
  const { services, queue, close } = await openServices({
    config,
    databaseUrl: database.url,
    sites: everySite,
    jobs: app.jobs,
  });
  closers.add(close);
  if (database.embedded)
    await oneStartAtATime(database.url, () => seedUnlessDeclined(services, config.dataDir, values));
  for (const site of everySite) await syncCatalogue({ db: services.db, site });
  if (config.worker) await queue.work(services);

  // after the last request, and before the queue closes
  closers.add(() => addWaitingChecks(services.jobs));
  const search = startTrackSearch(services, sites, database.url);
  closers.add(search.stop);
  const server = await startServer({ ...config, services, sites, routes: app.routes, distDir });
  closers.add(() => server.stop());
  console.log(`ready in ${(process.uptime()).toFixed(1)} s`);
  for (const site of sites) console.log(`  ${site.label.padEnd(6)} http://${site.host}:${server.port}`);
});
