import { app } from '../app.ts';
import './production.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addWaitingChecks } from '#features/achievements/server/after-writes.ts';
import { syncCatalogue } from '#features/achievements/server/recount.ts';
import { checkPasskeyDomain } from '#platform/auth/passkey-domain.ts';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { oneStartAtATime } from '#platform/postgres/start-lock.ts';
import { openServices } from '#platform/services.ts';
import { allSites, chosenSites, withHosts } from '#sites/all.ts';
import { newestFirst, type Site } from '#sites/schema.ts';
import { visitEachKind } from '../server/first-visits.ts';
import { handOverHottest, renderEachKind, renderHottest } from '../server/hottest-pages.ts';
import { assertPortFree } from '../server/listen.ts';
import { serveMetrics } from '../server/metrics-server.ts';
import { startTrackSearch } from '../server/track-search.ts';
import { startServer } from '../server.ts';
import { HashCache } from './build-hash.ts';
import { buildSites, distDir } from './build-sites.ts';
import { ByEdition } from './by-edition.ts';
import { openDatabase } from './database.ts';
import { checkDemoChoice, demoOptions, seedUnlessDeclined } from './demo.ts';
import { runCommand } from './run-command.ts';
import { StartSteps } from './start-steps.ts';

const usage = `Usage: npm start [-- --empty | --demo-admin]
Creates the database, its schema, the demo community and the builds if they are missing, then starts the server.
  --empty       no demo community; closes the accounts of one that exists
  --demo-admin  a demo community with an administrator`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({ options: demoOptions });
  const config = decideConfig(readEnv(process.env));
  checkDemoChoice(values, config);
  const everySite = withHosts(await allSites(), process.env);
  const sites = chosenSites(everySite, process.env);
  checkPasskeyDomain(config, sites);
  await assertPortFree(config.port, config.bind);

  const steps = new StartSteps(console.log);
  for (const site of sites) {
    steps.set(site, 'Pages', 'waiting');
    if (config.databaseUrl === null && !values.empty) steps.set(site, 'Demo community', 'waiting');
  }
  const firstServed = Promise.withResolvers<void>();
  const building = new ByEdition(async (built) => {
    const [newest = '', ...others] = newestFirst(sites).map(({ code }) => code);
    const tell = {
      say: console.log,
      cache: new HashCache(),
      building: (code: string) => steps.set({ code }, 'Pages', 'being built'),
      built: (code: string) => {
        steps.set({ code }, 'Pages', 'ready');
        built(code);
      },
    };
    await buildSites([newest], tell);
    // the other builds would delay the demo of the newest edition, which is created meanwhile
    if (config.databaseUrl === null) await firstServed.promise;
    await buildSites(others, tell);
  });
  const database = await openDatabase(config, everySite, closers);
  const { services, unattended, queue, close } = await openServices({
    config,
    databaseUrl: database.url,
    sites: everySite,
    jobs: app.jobs,
  });
  closers.add(close);
  const seeding = new ByEdition(async (seeded) => {
    if (!database.embedded) return;
    await oneStartAtATime(database.url, () =>
      seedUnlessDeclined(
        unattended,
        config.dataDir,
        { ...values, tracks: config.demoTracks },
        {
          seeded: (site) => {
            steps.set(site, 'Demo community', 'ready');
            seeded(site.code);
          },
          progress: (site, done) => steps.progress(site, 'Demo community', done),
        },
      ),
    );
  });
  for (const site of everySite) await syncCatalogue({ db: services.db, site });

  // after the last request, and before the queue closes
  closers.add(() => addWaitingChecks(services.jobs));
  const search = startTrackSearch(services, config.searchesInMemory ? sites : [], database.url);
  closers.add(search.stop);
  // a database of the operator may serve several processes: a balancer must not find one that lacks editions
  if (!database.embedded) await building.all();
  let isComplete = false;
  services.health.watch('Editions', {
    failure: 'unknown',
    read: () => (isComplete ? 'ok' : 'starting'),
  });
  const entrance = { bind: config.bind, trustProxy: config.trustProxy };
  const server = await startServer({
    ...config,
    services,
    sites,
    routes: app.routes,
    distDir,
    ...(config.drainMs > 0 && { drained: () => sleep(config.drainMs) }),
    ...(database.embedded && {
      untilReady: async ({ code }) => {
        await Promise.all([building.edition(code), seeding.edition(code)]);
      },
      // the others are opened while this one has visitors, who would wait for their first renderings
      warmUp: async (site, own) => {
        if (site !== newestFirst(sites)[0]) return;
        await renderEachKind(config.dataDir, [site.host, ...site.aliases], { ...own, ...entrance });
      },
      stepsOf: (site) => steps.of(site),
    }),
  });
  if (config.metrics && services.metrics)
    closers.add(await serveMetrics(services.metrics, config.metrics.port, config.metrics.bind));
  closers.add(() => server.stop());
  if (database.embedded) console.log(`listening at port ${server.port}; pages say what they wait for`);
  void Promise.race(sites.map((site) => server.whenServed(site))).then(
    firstServed.resolve,
    firstServed.reject,
  );
  const tell = async (site: Site) => {
    await server.whenServed(site);
    console.log(`  ${site.label.padEnd(6)} http://${site.host}:${server.port}`);
  };
  await Promise.all([seeding.all(), ...sites.map(tell)]);
  const own = { port: server.port, ...entrance };
  await renderHottest(config.dataDir, own, search.loaded);
  closers.add(handOverHottest(services, config.dataDir));
  isComplete = true;
  // before that, jobs would wait for the transactions that create the demo
  if (config.worker) await queue.work(services);
  console.log(`ready in ${process.uptime().toFixed(1)} s`);
  const stopping = new AbortController();
  closers.add(async () => stopping.abort());
  void search.loaded.then(async () => {
    for (const { host } of newestFirst(sites))
      await visitEachKind(new URL(`http://${host}:${config.publicPort ?? own.port}`), own, stopping.signal);
  });
});
